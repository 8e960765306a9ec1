// Executable graphs: instantiating, launching, updating, destroying.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/allocations/graph_memory.h"
#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/calls/graph_calls.h"
#include "vgpu/cudart/graphs/graphs.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/streams.h"

using warpscope::cudart::expect;
using warpscope::cudart::Graph;
using warpscope::cudart::GraphExec;
using warpscope::cudart::GraphNode;
using warpscope::cudart::handle_of;
using warpscope::cudart::report_unsupported;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;

namespace {

void instantiate(Runtime& runtime, cudaGraphExec_t* exec, cudaGraph_t graph,
                 unsigned long long flags) {
  expect(exec != nullptr);
  // As an H200 has them; launching from the device is not supported here.
  constexpr unsigned long long kKnownFlags =
      cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUseNodePriority;
  if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0) {
    report_unsupported(runtime, "A graph that the device launches");
  }
  expect((flags & ~kKnownFlags) == 0);
  const Graph& of = runtime.graphs.graph(graph);
  *exec = handle_of<cudaGraphExec_t>(runtime.graphs.add(std::make_unique<GraphExec>(of, flags)));
}

}  // namespace

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 unsigned long long flags) {
  return run_call([&](Runtime& runtime) { instantiate(runtime, exec, graph, flags); });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return run_call([&](Runtime& runtime) { instantiate(runtime, exec, graph, flags); });
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  return run_call([&](Runtime& runtime) {
    expect(parameters != nullptr);
    parameters->result_out = cudaGraphInstantiateError;
    parameters->errNode_out = nullptr;
    // Uploading has nothing to do here.
    const unsigned long long flags =
        parameters->flags & ~static_cast<unsigned long long>(cudaGraphInstantiateFlagUpload);
    instantiate(runtime, exec, graph, flags);
    parameters->result_out = cudaGraphInstantiateSuccess;
  });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
  return run_call([&](Runtime& runtime) {
    expect(flags != nullptr);
    *flags = runtime.graphs.exec(exec).flags;
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {  // everything is there already
    runtime.graphs.exec(exec);
    runtime.streams.stream(stream);
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    GraphExec& launched = runtime.graphs.exec(exec);
    auto& in = runtime.streams.stream(stream);
    // As on an H200: a launch cannot be captured.
    if (in.capture) runtime.captures.expect_no_wait(in, false);
    runtime.graph_memory.begin_launch();
    launched.launch(runtime, stream);
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return run_call([&](Runtime& runtime) {
    GraphExec& destroyed = runtime.graphs.exec(exec);
    destroyed.release_streams(runtime.streams);
    runtime.graphs.remove(destroyed);
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
  return run_call([&](Runtime& runtime) {
    expect(info != nullptr);
    *info = {};
    const GraphNode* culprit = nullptr;
    info->result = runtime.graphs.exec(exec).update(runtime.graphs.graph(graph), &culprit);
    if (culprit != nullptr) info->errorNode = handle_of<cudaGraphNode_t>(*culprit);
    expect(info->result == cudaGraphExecUpdateSuccess, cudaErrorGraphExecUpdateFailure);
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
  return run_call([&](Runtime& runtime) {
    GraphExec& of = runtime.graphs.exec(exec);
    const GraphNode& found = runtime.graphs.node(node);
    // Only kernels, copies and fills can be left out.
    const cudaGraphNodeType type = warpscope::cudart::type_of(of.work_of(found));
    expect(type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeMemcpy ||
           type == cudaGraphNodeTypeMemset);
    of.is_enabled(found) = enabled != 0;
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned* enabled) {
  return run_call([&](Runtime& runtime) {
    expect(enabled != nullptr);
    *enabled = runtime.graphs.exec(exec).is_enabled(runtime.graphs.node(node)) ? 1 : 0;
  });
}
