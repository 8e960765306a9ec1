#include "vgpu/cudart/launching.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>

#include "vgpu/cudart/api_version.h"
#include "vgpu/cudart/graph_work.h"
#include "vgpu/protocol/launch_check.h"

namespace warpscope::cudart {
namespace {

std::uint32_t saturated(std::size_t value) {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

std::vector<std::byte> pack(const device::KernelDescription& kernel, void** arguments) {
  std::vector<std::byte> packed(kernel.parameter_bytes);
  expect(kernel.parameters.empty() || arguments != nullptr);
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const device::KernelDescription::Parameter& parameter = kernel.parameters[i];
    std::memcpy(packed.data() + parameter.offset, arguments[i], parameter.size_bytes);
  }
  return packed;
}

// Writes what kernels have printed: printf's text to standard output, assertions to standard error.
void print_output(Connection& connection) {
  while (true) {
    const auto [output, errors] = connection.request<device::Opcode::take_output>();
    if (output.empty() && errors.empty()) break;
    std::fwrite(output.data(), 1, output.size(), stdout);
    std::fwrite(errors.data(), 1, errors.size(), stderr);
  }
  std::fflush(stdout);
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

device::LaunchRequest request_of(const Connection& connection, const Function& function,
                                 const LaunchCall& call) {
  device::LaunchRequest request;
  request.module = function.binary->module.of(connection).value();
  request.kernel = function.name;
  request.grid = {call.grid.x, call.grid.y, call.grid.z};
  request.block = {call.block.x, call.block.y, call.block.z};
  request.dynamic_shared_bytes = saturated(call.shared_bytes);
  request.dynamic_shared_limit_bytes = function.settings.of(connection).dynamic_shared_limit_bytes;
  request.is_cooperative = call.is_cooperative;
  request.parameters = pack(*function.description, call.arguments);
  return request;
}

/// To the device that runs the kernel.
Connection& connection_of(Runtime& runtime, const LaunchCall& call) {
  runtime.connection();  // before there can be streams
  return runtime.connection(call.device.value_or(runtime.stream(call.stream).device));
}

/// The error of a refused launch, as the program's CUDA version has it.
cudaError_t error_of(const Connection& connection, const device::LaunchRequest& request,
                     const device::Status& refusal) {
  if (device::check_extents(connection.device(), request)) return kApiVersion.launch_extent_error;
  return static_cast<cudaError_t>(refusal.code);
}

}  // namespace

void check_launch_call(Runtime& runtime, const LaunchCall& call) {
  Connection& connection = connection_of(runtime, call);
  const Function& function = runtime.registry.function(connection, call.function);
  const device::LaunchRequest request = request_of(connection, function, call);
  const auto refusal = device::check_launch(connection.device(), *function.description, request);
  if (!refusal) return;
  tell_user(refusal->message);
  throw CudaFailure(error_of(connection, request, *refusal));
}

void launch(Runtime& runtime, const LaunchCall& call) {
  Connection& connection = connection_of(runtime, call);
  Stream& stream = runtime.stream(call.stream);
  if (stream.capture) {
    try {
      record_work(stream, KernelWork(runtime, call));
    } catch (const CudaFailure&) {
      Captures::invalidate(stream);
      throw;
    }
    return;
  }
  const Function& function = runtime.registry.function(connection, call.function);
  device::LaunchRequest request = request_of(connection, function, call);
  if (const auto refusal =
          device::check_launch(connection.device(), *function.description, request)) {
    // The device refuses it too, and writes down why.
    runtime.queue.perform_all();
    const cudaError_t error = error_of(connection, request, *refusal);
    try {
      send(connection, request, stream.number);
    } catch (const CudaFailure& failure) {
      if (failure.code() != static_cast<cudaError_t>(refusal->code)) throw;
    }
    throw CudaFailure(error);
  }
  runtime.enqueue(
      stream,
      [request = std::move(request)](const WorkQueue::Work& work) {
        send(work.connection, request, work.stream);
      },
      {}, connection.number());
}

}  // namespace warpscope::cudart
