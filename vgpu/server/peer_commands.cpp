#include "vgpu/protocol/cuda_error.h"
#include "vgpu/server/commands.h"

namespace warpscope::device {

void reset_device(DeviceState& device, const Nothing&) {
  device.machine.reset(device.index);  // `device` is gone
}

void set_peer_access(DeviceState& device, const PeerAccess& request) {
  if (request.peer >= device.machine.device_count() || request.peer == device.index) {
    throw CommandError(cuda_error::invalid_value);
  }
  device.memory.enable_peer(request.peer, request.is_enabled);
}

void set_grant(DeviceState& device, const Grant& request) {
  const bool is_set =
      device.memory.set_grant(request.address, {true, static_cast<std::uint8_t>(request.devices)});
  if (!is_set) throw CommandError(cuda_error::invalid_value);
}

}  // namespace warpscope::device
