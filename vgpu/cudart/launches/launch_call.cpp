#include "vgpu/cudart/launches/launch_call.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "vgpu/cudart/basics/api_version.h"
#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/connection.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/modules/registry.h"
#include "vgpu/cudart/streams/streams.h"
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

}  // namespace

Connection& connection_of(Runtime& runtime, const LaunchCall& call) {
  runtime.devices.connection();  // before there can be streams
  return runtime.devices.connection(
      call.device.value_or(runtime.streams.stream(call.stream).device));
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

std::optional<device::Status> refusal_of(const Connection& connection, const Function& function,
                                         const device::LaunchRequest& request) {
  return device::check_launch(connection.device(), *function.description, request);
}

cudaError_t error_of(const Connection& connection, const device::LaunchRequest& request,
                     const device::Status& refusal) {
  if (device::check_extents(connection.device(), request)) return kApiVersion.launch_extent_error;
  return static_cast<cudaError_t>(refusal.code);
}

void check_launch_call(Runtime& runtime, const LaunchCall& call) {
  Connection& connection = connection_of(runtime, call);
  const Function& function = runtime.registry.function(connection, call.function);
  const device::LaunchRequest request = request_of(connection, function, call);
  const auto refusal = refusal_of(connection, function, request);
  if (!refusal) return;
  tell_user(refusal->message);
  throw CudaFailure(error_of(connection, request, *refusal));
}

}  // namespace warpscope::cudart
