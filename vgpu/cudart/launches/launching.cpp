#include "vgpu/cudart/launches/launching.h"

#include <unistd.h>

#include <cstdio>
#include <string>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/modules/registry.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/recorder.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/watch/host_faults.h"
#include "vgpu/cudart/watch/host_guards.h"
#include "vgpu/cudart/watch/host_watch.h"

namespace warpscope::cudart {
namespace {

/// By the stream of the program; past it where whoever waits for us may hold its lock.
void write_text(const std::string& text, std::FILE* stream) {
  if (!is_serving_fault()) {
    std::fwrite(text.data(), 1, text.size(), stream);
  } else if (ftrylockfile(stream) == 0) {
    std::fwrite(text.data(), 1, text.size(), stream);
    funlockfile(stream);
  } else if (write(fileno(stream), text.data(), text.size()) < 0) {
    return;  // nobody reads it
  }
}

// Writes what kernels have printed: printf's text to standard output, assertions to standard error.
void print_output(Connection& connection) {
  while (true) {
    const auto [output, errors] = connection.request<device::Opcode::take_output>();
    if (output.empty() && errors.empty()) break;
    write_text(output, stdout);
    write_text(errors, stderr);
  }
  if (!is_serving_fault()) std::fflush(stdout);
}

void send(Connection& connection, device::LaunchRequest request, StreamNumber stream) {
  request.stream = stream;
  try {
    if (connection.request<device::Opcode::launch>(request).has_output) print_output(connection);
  } catch (const CudaFailure&) {
    print_output(connection);  // what kernels printed before the fault
    throw;
  }
}

/// The program may have put them where another launch is at work.
void unprotect_arguments(Runtime& runtime, const Function& function, const LaunchCall& call) {
  if (call.arguments == nullptr) return;
  runtime.guards.unprotect_for(call.arguments);
  for (std::size_t i = 0; i < function.description->parameters.size(); ++i)
    runtime.guards.unprotect_for(call.arguments[i]);
}

}  // namespace

void launch(Runtime& runtime, const LaunchCall& call) {
  Connection& connection = connection_of(runtime, call);
  runtime.watch.launch_site();
  Stream& stream = runtime.streams.stream(call.stream);
  if (stream.capture) {
    runtime.guards.unprotect();
    try {
      runtime.recorder.record(stream, call);
    } catch (const CudaFailure&) {
      Captures::invalidate(stream);
      throw;
    }
    return;
  }
  const Function& function = runtime.registry.function(connection, call.function);
  unprotect_arguments(runtime, function, call);
  device::LaunchRequest request = request_of(connection, function, call);
  if (const auto refusal = refusal_of(connection, function, request)) {
    // The device refuses it too, and writes down why.
    runtime.queue.perform_all();
    runtime.queue.note_ranges(connection);
    const cudaError_t error = error_of(connection, request, *refusal);
    request.host_site = runtime.watch.site();
    request.host_mistake = runtime.watch.announce_failure();
    try {
      send(connection, request, stream.number);
    } catch (const CudaFailure& failure) {
      if (failure.code() != static_cast<cudaError_t>(refusal->code)) throw;
    }
    throw CudaFailure(error);
  }
  const std::vector<std::byte> parameters =
      runtime.devices.is_watched() ? request.parameters : std::vector<std::byte>();
  request.asked = runtime.watch.asked();
  const Sequence sequence = runtime.streams.enqueue(
      stream,
      [request = std::move(request)](const WorkQueue::Work& work) {
        send(work.connection, request, work.stream);
      },
      {}, connection.number());
  runtime.watch.expect_wait("this launch", stream.number, sequence);
  runtime.guards.add_launch(
      {"a launch", stream.number, sequence, runtime.watch.site(), true, false}, parameters);
}

}  // namespace warpscope::cudart
