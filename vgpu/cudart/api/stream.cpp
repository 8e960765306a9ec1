// Streams.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/runtime.h"

using warpscope::cudart::expect;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::cudart::Stream;
using warpscope::cudart::StreamNumber;
using warpscope::cudart::WorkQueue;
using warpscope::device::BodyWriter;
using warpscope::device::Opcode;

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* handle, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    expect(handle != nullptr && (flags == cudaStreamDefault || flags == cudaStreamNonBlocking));
    const bool is_blocking = flags == cudaStreamDefault;
    BodyWriter body;
    body.put(is_blocking);
    const auto number =
        runtime.connection().request_value<StreamNumber>(Opcode::create_stream, std::move(body));
    *handle = reinterpret_cast<cudaStream_t>(&runtime.add_stream(number, is_blocking));
  });
}

cudaError_t cudaStreamCreate(cudaStream_t* handle) {
  return cudaStreamCreateWithFlags(handle, cudaStreamDefault);
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  return run_call([&](Runtime& runtime) {
    auto& connection = runtime.connection();
    const Stream& stream = runtime.stream(handle);
    expect(stream.number != 0 && handle != cudaStreamPerThread, cudaErrorInvalidResourceHandle);
    runtime.queue.perform_all(connection);
    BodyWriter body;
    body.put(stream.number);
    connection.request(Opcode::destroy_stream, std::move(body));
    runtime.remove_stream(stream);
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return run_call([&](Runtime& runtime) { runtime.wait(runtime.stream(handle)); });
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
  // The virtual GPU has always just finished when it is asked: a loop of queries ends.
  return cudaStreamSynchronize(handle);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event_handle, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    expect(flags == cudaEventWaitDefault || flags == cudaEventWaitExternal);
    Stream& stream = runtime.stream(handle);
    const auto& event = runtime.event(event_handle);
    if (!event.is_recorded) return;
    stream.progress.merge(event.progress);
    runtime.enqueue(stream, [event_number = event.number](const WorkQueue::Work& work) {
      BodyWriter body;
      body.put(work.stream);
      body.put(event_number);
      work.connection.request(Opcode::wait_event, std::move(body));
    });
  });
}
