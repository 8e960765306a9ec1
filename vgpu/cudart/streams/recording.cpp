#include "vgpu/cudart/streams/recording.h"

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/queue/host_functions.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/recorder.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/watch/host_watch.h"

namespace warpscope::cudart {

using device::Opcode;

void record(Runtime& runtime, Event& event, Stream& stream, bool is_external) {
  expect(event.device == stream.device, cudaErrorInvalidResourceHandle);
  if (stream.capture && is_external) {
    runtime.recorder.record_event(stream, event);
    return;
  }
  if (stream.capture) {
    expect(stream.capture->is_valid, cudaErrorStreamCaptureInvalidated);
    event.capture = stream.capture;
    event.captured_tail = stream.capture_tail;
    return;
  }
  event.sequence = runtime.streams.enqueue(stream, [event_number =
                                                        event.number](const WorkQueue::Work& work) {
    work.connection.request<Opcode::record_event>({.event = event_number, .stream = work.stream});
  });
  runtime.watch.note_event_record(event);
  event.capture.reset();
  event.is_recorded = true;
  event.stream = stream.number;
  event.progress = stream.progress;
}

void wait_for(Runtime& runtime, Stream& stream, const Event& event, bool is_external) {
  if (stream.capture && is_external) {
    runtime.recorder.record_wait(stream, event);
    return;
  }
  if (event.capture) {
    join(stream, runtime.streams.is_legacy(stream), event, runtime.captures);
    return;
  }
  runtime.watch.note_event_wait(event);
  if (!event.is_recorded) return;
  if (stream.capture) {
    Captures::invalidate(stream);
    throw CudaFailure(cudaErrorStreamCaptureIsolation);
  }
  if (runtime.streams.is_legacy(stream)) runtime.captures.expect_no_implicit_work();
  stream.progress.merge(event.progress);
  runtime.streams.enqueue(stream, [event_number = event.number](const WorkQueue::Work& work) {
    work.connection.request<Opcode::wait_event>({.stream = work.stream, .event = event_number});
  });
}

void call_in_stream(Runtime& runtime, Stream& stream, std::function<void()> function) {
  runtime.streams.enqueue(stream, [&runtime, function = std::move(function),
                                   progress = stream.progress](const WorkQueue::Work&) {
    runtime.watch.note_host_function(progress);
    runtime.host_functions.call(function);
  });
  runtime.queue.mark_host_function(stream.progress);
  runtime.host_functions.expect_call();
}

}  // namespace warpscope::cudart
