#include "vgpu/protocol/cuda_error.h"
#include "vgpu/server/commands.h"

namespace warpscope::device {

BodyWriter reset_device(DeviceState& device, BodyReader& request) {
  request.expect_end();
  device.machine.reset(device.index);  // `device` is gone
  return {};
}

BodyWriter set_peer_access(DeviceState& device, BodyReader& request) {
  const auto peer = request.get<std::uint32_t>();
  const bool is_enabled = request.get_flag();
  request.expect_end();
  if (peer >= device.machine.device_count() || peer == device.index) {
    throw CommandError(cuda_error::invalid_value);
  }
  device.memory.enable_peer(peer, is_enabled);
  return {};
}

BodyWriter set_grant(DeviceState& device, BodyReader& request) {
  const auto address = request.get<std::uint64_t>();
  const auto devices = request.get<std::uint32_t>();
  request.expect_end();
  const bool is_set = device.memory.set_grant(address, {true, static_cast<std::uint8_t>(devices)});
  if (!is_set) throw CommandError(cuda_error::invalid_value);
  return {};
}

}  // namespace warpscope::device
