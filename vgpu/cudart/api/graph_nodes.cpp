// The nodes of a graph by kind: adding, asking, changing. The cudaGraphExec... calls change what
// was instantiated.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/graph_calls.h"

using warpscope::cudart::copy_parameters;
using warpscope::cudart::copy_work;
using warpscope::cudart::CopyCall;
using warpscope::cudart::expect;
using warpscope::cudart::fill_parameters;
using warpscope::cudart::fill_work;
using warpscope::cudart::FillCall;
using warpscope::cudart::from_symbol;
using warpscope::cudart::Graph;
using warpscope::cudart::GraphNode;
using warpscope::cudart::GraphWork;
using warpscope::cudart::handle_of;
using warpscope::cudart::host_work;
using warpscope::cudart::HostWork;
using warpscope::cudart::kernel_work;
using warpscope::cudart::KernelWork;
using warpscope::cudart::nodes_of;
using warpscope::cudart::replace;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::cudart::to_symbol;
using warpscope::cudart::work_of;

namespace {

/// Adds the node that `make_work` makes.
template <typename MakeWork>
cudaError_t add(cudaGraphNode_t* node, cudaGraph_t handle, const cudaGraphNode_t* before,
                std::size_t count, MakeWork&& make_work) {
  return run_call([&](Runtime& runtime) {
    expect(node != nullptr);
    Graph& graph = runtime.graphs.graph(handle);
    const std::vector<GraphNode*> nodes = nodes_of(runtime, graph, before, count);
    *node = handle_of<cudaGraphNode_t>(graph.add(make_work(runtime), nodes));
  });
}

/// Gives a node of a graph other work.
template <typename MakeWork>
cudaError_t set(cudaGraphNode_t node, MakeWork&& make_work) {
  return run_call(
      [&](Runtime& runtime) { replace(runtime.graphs.node(node).work, make_work(runtime)); });
}

/// Gives what a node became in an executable other work.
template <typename MakeWork>
cudaError_t set(cudaGraphExec_t exec, cudaGraphNode_t node, MakeWork&& make_work) {
  return run_call([&](Runtime& runtime) {
    GraphWork& work = runtime.graphs.exec(exec).work_of(runtime.graphs.node(node));
    replace(work, make_work(runtime));
  });
}

/// Reads a node's work.
template <typename Kind, typename Read>
cudaError_t get(cudaGraphNode_t node, Read&& read) {
  return run_call([&](Runtime& runtime) { read(work_of<Kind>(runtime.graphs.node(node).work)); });
}

}  // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* before, std::size_t count,
                                   const cudaKernelNodeParams* parameters) {
  return add(node, graph, before, count, [&](Runtime& runtime) -> GraphWork {
    expect(parameters != nullptr);
    return kernel_work(runtime, *parameters);
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters) {
  return set(node, [&](Runtime& runtime) -> GraphWork {
    expect(parameters != nullptr);
    return kernel_work(runtime, *parameters);
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  return set(exec, node, [&](Runtime& runtime) -> GraphWork {
    expect(parameters != nullptr);
    return kernel_work(runtime, *parameters);
  });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  return get<KernelWork>(node, [&](const KernelWork& work) {
    expect(parameters != nullptr);
    *parameters = work.parameters();
  });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* before, std::size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  return add(node, graph, before, count, [&](Runtime& runtime) -> GraphWork {
    expect(parameters != nullptr);
    return copy_work(runtime, *parameters);
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* parameters) {
  return set(node, [&](Runtime& runtime) -> GraphWork {
    expect(parameters != nullptr);
    return copy_work(runtime, *parameters);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
  return set(exec, node, [&](Runtime& runtime) -> GraphWork {
    expect(parameters != nullptr);
    return copy_work(runtime, *parameters);
  });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
  return get<CopyCall>(node, [&](const CopyCall& work) {
    expect(parameters != nullptr);
    *parameters = copy_parameters(work);
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* before, std::size_t count,
                                   const cudaMemsetParams* parameters) {
  return add(node, graph, before, count, [&](Runtime& runtime) -> GraphWork {
    expect(parameters != nullptr);
    return fill_work(runtime, *parameters);
  });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  return set(node, [&](Runtime& runtime) -> GraphWork {
    expect(parameters != nullptr);
    return fill_work(runtime, *parameters);
  });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  return set(exec, node, [&](Runtime& runtime) -> GraphWork {
    expect(parameters != nullptr);
    return fill_work(runtime, *parameters);
  });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
  return get<FillCall>(node, [&](const FillCall& work) {
    expect(parameters != nullptr);
    *parameters = fill_parameters(work);
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* before, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
  return add(node, graph, before, count, [&](Runtime& runtime) -> GraphWork {
    (void)runtime;
    expect(parameters != nullptr);
    return host_work(*parameters);
  });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return set(node, [&](Runtime& runtime) -> GraphWork {
    (void)runtime;
    expect(parameters != nullptr);
    return host_work(*parameters);
  });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return set(exec, node, [&](Runtime& runtime) -> GraphWork {
    (void)runtime;
    expect(parameters != nullptr);
    return host_work(*parameters);
  });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
  return get<HostWork>(node, [&](const HostWork& work) {
    expect(parameters != nullptr);
    *parameters = work.parameters;
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* before, std::size_t count, void* target,
                                     const void* source, std::size_t bytes, cudaMemcpyKind kind) {
  return add(node, graph, before, count, [&](Runtime& runtime) -> GraphWork {
    CopyCall call;
    call.target = target;
    call.source = source;
    call.bytes = bytes;
    call.kind = kind;
    return copy_work(runtime, call);
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* target, const void* source,
                                           std::size_t bytes, cudaMemcpyKind kind) {
  return set(node, [&](Runtime& runtime) -> GraphWork {
    CopyCall call;
    call.target = target;
    call.source = source;
    call.bytes = bytes;
    call.kind = kind;
    return copy_work(runtime, call);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               void* target, const void* source, std::size_t bytes,
                                               cudaMemcpyKind kind) {
  return set(exec, node, [&](Runtime& runtime) -> GraphWork {
    CopyCall call;
    call.target = target;
    call.source = source;
    call.bytes = bytes;
    call.kind = kind;
    return copy_work(runtime, call);
  });
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* before, std::size_t count,
                                           const void* symbol, const void* source,
                                           std::size_t bytes, std::size_t offset,
                                           cudaMemcpyKind kind) {
  return add(node, graph, before, count, [&](Runtime& runtime) -> GraphWork {
    return copy_work(runtime, to_symbol(runtime, symbol, source, bytes, offset, kind));
  });
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol,
                                                 const void* source, std::size_t bytes,
                                                 std::size_t offset, cudaMemcpyKind kind) {
  return set(node, [&](Runtime& runtime) -> GraphWork {
    return copy_work(runtime, to_symbol(runtime, symbol, source, bytes, offset, kind));
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void* symbol, const void* source,
                                                     std::size_t bytes, std::size_t offset,
                                                     cudaMemcpyKind kind) {
  return set(exec, node, [&](Runtime& runtime) -> GraphWork {
    return copy_work(runtime, to_symbol(runtime, symbol, source, bytes, offset, kind));
  });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* before, std::size_t count,
                                             void* target, const void* symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind) {
  return add(node, graph, before, count, [&](Runtime& runtime) -> GraphWork {
    return copy_work(runtime, from_symbol(runtime, target, symbol, bytes, offset, kind));
  });
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* target,
                                                   const void* symbol, std::size_t bytes,
                                                   std::size_t offset, cudaMemcpyKind kind) {
  return set(node, [&](Runtime& runtime) -> GraphWork {
    return copy_work(runtime, from_symbol(runtime, target, symbol, bytes, offset, kind));
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       void* target, const void* symbol,
                                                       std::size_t bytes, std::size_t offset,
                                                       cudaMemcpyKind kind) {
  return set(exec, node, [&](Runtime& runtime) -> GraphWork {
    return copy_work(runtime, from_symbol(runtime, target, symbol, bytes, offset, kind));
  });
}
