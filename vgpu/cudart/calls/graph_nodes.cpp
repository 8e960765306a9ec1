// The nodes of a graph by kind: adding, asking, changing. The cudaGraphExec... calls change what
// was instantiated.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/calls/graph_calls.h"

using warpscope::cudart::add_node;
using warpscope::cudart::copy_parameters;
using warpscope::cudart::copy_work;
using warpscope::cudart::CopyCall;
using warpscope::cudart::expect;
using warpscope::cudart::fill_parameters;
using warpscope::cudart::fill_work;
using warpscope::cudart::FillCall;
using warpscope::cudart::from_symbol;
using warpscope::cudart::get_from_node;
using warpscope::cudart::host_work;
using warpscope::cudart::HostWork;
using warpscope::cudart::kernel_work;
using warpscope::cudart::KernelWork;
using warpscope::cudart::Runtime;
using warpscope::cudart::set_node;
using warpscope::cudart::to_symbol;

namespace {

// What makes the work of each kind of node from the arguments of its calls.

auto kernel(const cudaKernelNodeParams* parameters) {
  return [=](Runtime& runtime) {
    expect(parameters != nullptr);
    return kernel_work(runtime, *parameters);
  };
}

auto box_copy(const cudaMemcpy3DParms* parameters) {
  return [=](Runtime& runtime) {
    expect(parameters != nullptr);
    return copy_work(runtime, *parameters);
  };
}

auto filling(const cudaMemsetParams* parameters) {
  return [=](Runtime& runtime) {
    expect(parameters != nullptr);
    return fill_work(runtime, *parameters);
  };
}

auto host_call(const cudaHostNodeParams* parameters) {
  return [=](Runtime&) {
    expect(parameters != nullptr);
    return host_work(*parameters);
  };
}

auto range_copy(void* target, const void* source, std::size_t bytes, cudaMemcpyKind kind) {
  return [=](Runtime& runtime) {
    CopyCall call;
    call.target = target;
    call.source = source;
    call.bytes = bytes;
    call.kind = kind;
    return copy_work(runtime, call);
  };
}

auto copy_to_symbol(const void* symbol, const void* source, std::size_t bytes, std::size_t offset,
                    cudaMemcpyKind kind) {
  return [=](Runtime& runtime) {
    return copy_work(runtime, to_symbol(runtime, symbol, source, bytes, offset, kind));
  };
}

auto copy_from_symbol(void* target, const void* symbol, std::size_t bytes, std::size_t offset,
                      cudaMemcpyKind kind) {
  return [=](Runtime& runtime) {
    return copy_work(runtime, from_symbol(runtime, target, symbol, bytes, offset, kind));
  };
}

}  // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* before, std::size_t count,
                                   const cudaKernelNodeParams* parameters) {
  return add_node(node, graph, before, count, kernel(parameters));
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters) {
  return set_node(node, kernel(parameters));
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  return set_node(exec, node, kernel(parameters));
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  return get_from_node<KernelWork>(node, parameters,
                                   [](const KernelWork& work) { return work.parameters(); });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* before, std::size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  return add_node(node, graph, before, count, box_copy(parameters));
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* parameters) {
  return set_node(node, box_copy(parameters));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
  return set_node(exec, node, box_copy(parameters));
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
  return get_from_node<CopyCall>(node, parameters,
                                 [](const CopyCall& work) { return copy_parameters(work); });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* before, std::size_t count,
                                   const cudaMemsetParams* parameters) {
  return add_node(node, graph, before, count, filling(parameters));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  return set_node(node, filling(parameters));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  return set_node(exec, node, filling(parameters));
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
  return get_from_node<FillCall>(node, parameters,
                                 [](const FillCall& work) { return fill_parameters(work); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* before, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
  return add_node(node, graph, before, count, host_call(parameters));
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return set_node(node, host_call(parameters));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return set_node(exec, node, host_call(parameters));
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
  return get_from_node<HostWork>(node, parameters,
                                 [](const HostWork& work) { return work.parameters; });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* before, std::size_t count, void* target,
                                     const void* source, std::size_t bytes, cudaMemcpyKind kind) {
  return add_node(node, graph, before, count, range_copy(target, source, bytes, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* target, const void* source,
                                           std::size_t bytes, cudaMemcpyKind kind) {
  return set_node(node, range_copy(target, source, bytes, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               void* target, const void* source, std::size_t bytes,
                                               cudaMemcpyKind kind) {
  return set_node(exec, node, range_copy(target, source, bytes, kind));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* before, std::size_t count,
                                           const void* symbol, const void* source,
                                           std::size_t bytes, std::size_t offset,
                                           cudaMemcpyKind kind) {
  return add_node(node, graph, before, count, copy_to_symbol(symbol, source, bytes, offset, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol,
                                                 const void* source, std::size_t bytes,
                                                 std::size_t offset, cudaMemcpyKind kind) {
  return set_node(node, copy_to_symbol(symbol, source, bytes, offset, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void* symbol, const void* source,
                                                     std::size_t bytes, std::size_t offset,
                                                     cudaMemcpyKind kind) {
  return set_node(exec, node, copy_to_symbol(symbol, source, bytes, offset, kind));
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* before, std::size_t count,
                                             void* target, const void* symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind) {
  return add_node(node, graph, before, count,
                  copy_from_symbol(target, symbol, bytes, offset, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* target,
                                                   const void* symbol, std::size_t bytes,
                                                   std::size_t offset, cudaMemcpyKind kind) {
  return set_node(node, copy_from_symbol(target, symbol, bytes, offset, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       void* target, const void* symbol,
                                                       std::size_t bytes, std::size_t offset,
                                                       cudaMemcpyKind kind) {
  return set_node(exec, node, copy_from_symbol(target, symbol, bytes, offset, kind));
}
