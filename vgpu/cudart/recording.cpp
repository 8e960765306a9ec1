#include "vgpu/cudart/recording.h"

namespace warpscope::cudart {

using device::BodyWriter;
using device::Opcode;

void record(Runtime& runtime, Event& event, Stream& stream) {
  event.sequence =
      runtime.enqueue(stream, [event_number = event.number](const WorkQueue::Work& work) {
        BodyWriter body;
        body.put(event_number);
        body.put(work.stream);
        work.connection.request(Opcode::record_event, std::move(body));
      });
  event.is_recorded = true;
  event.stream = stream.number;
  event.progress = stream.progress;
}

void wait_for(Runtime& runtime, Stream& stream, const Event& event) {
  if (!event.is_recorded) return;
  stream.progress.merge(event.progress);
  runtime.enqueue(stream, [event_number = event.number](const WorkQueue::Work& work) {
    BodyWriter body;
    body.put(work.stream);
    body.put(event_number);
    work.connection.request(Opcode::wait_event, std::move(body));
  });
}

void call_in_stream(Runtime& runtime, Stream& stream, std::function<void()> function) {
  runtime.enqueue(stream, [&runtime, function = std::move(function)](const WorkQueue::Work&) {
    runtime.host_functions.call(function);
  });
  runtime.queue.mark_host_function(stream.progress);
  runtime.host_functions.expect_call();
}

}  // namespace warpscope::cudart
