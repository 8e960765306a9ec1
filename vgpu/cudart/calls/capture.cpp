// Stream capture.
#include "vgpu/cudart/streams/capture.h"

#include <cuda_runtime_api.h>

#include "vgpu/cudart/basics/handles.h"
#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/devices/unsupported.h"
#include "vgpu/cudart/graphs/graphs.h"
#include "vgpu/cudart/streams/streams.h"

using warpscope::cudart::Capture;
using warpscope::cudart::expect;
using warpscope::cudart::Graph;
using warpscope::cudart::GraphNode;
using warpscope::cudart::handle_of;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::cudart::Stream;

namespace {

std::vector<GraphNode*> nodes_of(Runtime& runtime, const cudaGraphNode_t* nodes,
                                 std::size_t count) {
  expect(count == 0 || nodes != nullptr);
  std::vector<GraphNode*> found;
  for (std::size_t i = 0; i < count; ++i) found.push_back(&runtime.graphs.node(nodes[i]));
  return found;
}

cudaStreamCaptureStatus status_of(const Capture* capture) {
  if (capture == nullptr) return cudaStreamCaptureStatusNone;
  return capture->is_valid ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusInvalidated;
}

/// The handles that cudaStreamGetCaptureInfo lends until the next call for the stream.
std::vector<cudaGraphNode_t>& lent_handles() {
  thread_local std::vector<cudaGraphNode_t> handles;
  return handles;
}

}  // namespace

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    Stream& stream = runtime.streams.stream(handle);
    runtime.captures.begin(stream, runtime.streams.is_legacy(stream), mode,
                           std::make_shared<Graph>(), false, {});
  });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph,
                                          const cudaGraphNode_t* nodes,
                                          const cudaGraphEdgeData* edges, std::size_t count,
                                          cudaStreamCaptureMode mode) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    if (edges != nullptr) report_unsupported(runtime, "A graph edge with data");
    Stream& stream = runtime.streams.stream(handle);
    const std::vector<GraphNode*> before = nodes_of(runtime, nodes, count);
    const std::shared_ptr<Graph> into = runtime.graphs.shared(runtime.graphs.graph(graph));
    for (const GraphNode* node : before) expect(into->owns(node));
    runtime.captures.begin(stream, runtime.streams.is_legacy(stream), mode, into, true, before);
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  return run_call([&](Runtime& runtime) {
    expect(graph != nullptr);
    *graph = nullptr;
    bool is_given_graph = false;
    const std::shared_ptr<Graph> captured =
        runtime.captures.end(runtime.streams.stream(handle), &is_given_graph);
    if (!is_given_graph) runtime.graphs.add(captured);
    *graph = handle_of<cudaGraph_t>(*captured);
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* status) {
  return run_call([&](Runtime& runtime) {
    expect(status != nullptr);
    runtime.devices.connection();
    Stream& stream = runtime.streams.stream(handle);
    if (runtime.streams.is_legacy(stream)) runtime.captures.expect_no_implicit_work(false);
    *status = status_of(stream.capture.get());
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** nodes, const cudaGraphEdgeData** edges,
                                     std::size_t* count) {
  return run_call([&](Runtime& runtime) {
    expect(status != nullptr);
    runtime.devices.connection();
    Stream& stream = runtime.streams.stream(handle);
    if (runtime.streams.is_legacy(stream)) runtime.captures.expect_no_implicit_work(false);
    const Capture* capture = stream.capture.get();
    *status = status_of(capture);
    if (*status != cudaStreamCaptureStatusActive) return;
    if (id != nullptr) *id = capture->id;
    if (graph != nullptr) {
      runtime.graphs.lend(capture->graph);
      *graph = handle_of<cudaGraph_t>(*capture->graph);
    }
    std::vector<cudaGraphNode_t>& handles = lent_handles();
    handles.clear();
    for (const GraphNode* node : stream.capture_tail) {
      handles.push_back(handle_of<cudaGraphNode_t>(*node));
    }
    if (nodes != nullptr) *nodes = handles.data();
    if (edges != nullptr) *edges = nullptr;
    if (count != nullptr) *count = handles.size();
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle, cudaGraphNode_t* nodes,
                                                const cudaGraphEdgeData* edges, std::size_t count,
                                                unsigned flags) {
  return run_call([&](Runtime& runtime) {
    expect(flags == cudaStreamAddCaptureDependencies || flags == cudaStreamSetCaptureDependencies);
    if (edges != nullptr) report_unsupported(runtime, "A graph edge with data");
    Stream& stream = runtime.streams.stream(handle);
    expect(stream.capture != nullptr, cudaErrorIllegalState);
    expect(stream.capture->is_valid, cudaErrorStreamCaptureInvalidated);
    runtime.graphs.lend(stream.capture->graph);
    const std::vector<GraphNode*> given = nodes_of(runtime, nodes, count);
    for (const GraphNode* node : given) expect(stream.capture->graph->owns(node));
    if (flags == cudaStreamSetCaptureDependencies) stream.capture_tail.clear();
    stream.capture_tail.insert(stream.capture_tail.end(), given.begin(), given.end());
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return run_call([&](Runtime&) {
    expect(mode != nullptr && *mode >= cudaStreamCaptureModeGlobal &&
           *mode <= cudaStreamCaptureModeRelaxed);
    std::swap(*mode, warpscope::cudart::thread_capture_mode());
  });
}
