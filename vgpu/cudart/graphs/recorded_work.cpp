#include "vgpu/cudart/graphs/recorded_work.h"

#include <utility>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/handles.h"
#include "vgpu/cudart/graphs/graph.h"
#include "vgpu/cudart/streams/capture.h"

namespace warpscope::cudart {

void record_work(Stream& stream, GraphWork work) {
  Capture& capture = *stream.capture;
  expect(capture.is_valid, cudaErrorStreamCaptureInvalidated);
  stream.capture_tail = {&capture.graph->add(std::move(work), stream.capture_tail, stream.device)};
}

void GraphRecorder::record(Stream& stream, const CopyCall& call) { record_work(stream, call); }
void GraphRecorder::record(Stream& stream, const FillCall& call) { record_work(stream, call); }
void GraphRecorder::record(Stream& stream, const LaunchCall& call) {
  record_work(stream, KernelWork(runtime_, call));
}
void GraphRecorder::record_event(Stream& stream, const Event& event) {
  record_work(stream, EventRecordWork{handle_of<cudaEvent_t>(event)});
}
void GraphRecorder::record_wait(Stream& stream, const Event& event) {
  record_work(stream, EventWaitWork{handle_of<cudaEvent_t>(event)});
}
void GraphRecorder::record_other(Stream& stream, WorkQueue::Perform perform,
                                 std::span<std::byte> host_target) {
  record_work(stream, OtherWork{std::move(perform), host_target});
}

bool GraphRecorder::leads_to(const GraphNode* node, const std::vector<GraphNode*>& ends) const {
  return cudart::leads_to(node, ends);
}

}  // namespace warpscope::cudart
