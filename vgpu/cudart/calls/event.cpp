// Events. Their times are modelled.
#include <cuda_runtime_api.h>

#include <string>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/streams/recording.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/watch/host_watch.h"

using warpscope::cudart::Event;
using warpscope::cudart::expect;
using warpscope::cudart::run_call;
using warpscope::cudart::run_queueing_call;
using warpscope::cudart::Runtime;
using warpscope::device::Opcode;

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* handle, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    constexpr unsigned kKnownFlags =
        cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    expect(handle != nullptr && (flags & ~kKnownFlags) == 0);
    // An event for several processes has no time.
    expect((flags & cudaEventInterprocess) == 0 || (flags & cudaEventDisableTiming) != 0);
    const auto [number] = runtime.devices.connection().request<Opcode::create_event>();
    *handle = reinterpret_cast<cudaEvent_t>(
        &runtime.streams.add_event(number, (flags & cudaEventDisableTiming) == 0));
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* handle) {
  return cudaEventCreateWithFlags(handle, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
  return run_call([&](Runtime& runtime) {
    auto& connection = runtime.devices.connection();
    const Event& event = runtime.streams.event(handle);
    runtime.queue.perform_all();
    connection.request<Opcode::destroy_event>({event.number});
    runtime.streams.remove_event(event);
  });
}

cudaError_t cudaEventRecord(cudaEvent_t handle, cudaStream_t stream) {
  return run_queueing_call([&](Runtime& runtime) {
    record(runtime, runtime.streams.event(handle), runtime.streams.stream(stream));
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t handle, cudaStream_t stream, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    expect(flags == cudaEventRecordDefault || flags == cudaEventRecordExternal);
    record(runtime, runtime.streams.event(handle), runtime.streams.stream(stream),
           flags == cudaEventRecordExternal);
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  return run_call([&](Runtime& runtime) {
    const Event& event = runtime.streams.event(handle);
    runtime.watch.note_event_wait(event);
    runtime.watch.note_wait();
    if (event.is_recorded || event.capture) runtime.streams.wait(event);
  });
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  return run_call([&](Runtime& runtime) {
    Event& event = runtime.streams.event(handle);
    runtime.watch.note_event_look(event);
    if (event.is_recorded || event.capture) runtime.streams.look(event);
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t first_handle,
                                 cudaEvent_t second_handle) {
  return run_call([&](Runtime& runtime) {
    expect(milliseconds != nullptr);
    const Event& first = runtime.streams.event(first_handle);
    const Event& second = runtime.streams.event(second_handle);
    if (!first.is_recorded || !second.is_recorded) {
      runtime.watch.explain("event-without-time", std::string(first.is_recorded    ? "the second"
                                                              : second.is_recorded ? "the first"
                                                                                   : "each") +
                                                      " of the two events was never recorded.");
    }
    for (const Event* event : {&first, &second}) {
      expect(!event->capture, cudaErrorCapturedEvent);
      expect(event->has_timing && event->is_recorded, cudaErrorInvalidResourceHandle);
    }
    expect(first.device == second.device, cudaErrorInvalidResourceHandle);
    const auto is_there = [&](const Event& event) {
      return runtime.queue.has_waited_for(event.stream, event.sequence);
    };
    runtime.watch.note_elapsed(first, second, is_there(first) && is_there(second));
    for (const Event* event : {&first, &second}) {
      expect(runtime.queue.has_waited_for(event->stream, event->sequence), cudaErrorNotReady);
    }
    const auto [seconds] =
        runtime.devices.connection().request<Opcode::elapsed_time>({first.number, second.number});
    *milliseconds = static_cast<float>(seconds * 1e3);
  });
}
