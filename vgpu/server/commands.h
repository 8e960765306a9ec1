// A device's answer to each request, one file per group. A handler takes the fields of its
// request and returns the payload of the reply; it throws CommandError for an error that the
// program shall see and ProtocolError for a request that breaks the protocol.
#pragma once

#include "vgpu/protocol/protocol.h"
#include "vgpu/server/device_state.h"

namespace warpscope::device {

// module_commands.cpp
BodyWriter upload(DeviceState& device, BodyReader& request);
BodyWriter load_module(DeviceState& device, BodyReader& request);
BodyWriter kernel_info(DeviceState& device, BodyReader& request);
BodyWriter symbol(DeviceState& device, BodyReader& request);
BodyWriter unsupported_call(DeviceState& device, BodyReader& request);

// memory_commands.cpp
BodyWriter allocate(DeviceState& device, BodyReader& request);
BodyWriter release(DeviceState& device, BodyReader& request);
BodyWriter reserve(DeviceState& device, BodyReader& request);
BodyWriter allocate_at(DeviceState& device, BodyReader& request);
BodyWriter memory_info(DeviceState& device, BodyReader& request);
BodyWriter copy_to_device(DeviceState& device, BodyReader& request);
BodyWriter copy_to_host(DeviceState& device, BodyReader& request);
BodyWriter copy_on_device(DeviceState& device, BodyReader& request);
BodyWriter fill(DeviceState& device, BodyReader& request);

// sharing_commands.cpp
BodyWriter share_memory(DeviceState& device, BodyReader& request);
BodyWriter unshare_memory(DeviceState& device, BodyReader& request);

// peer_commands.cpp
BodyWriter reset_device(DeviceState& device, BodyReader& request);
BodyWriter set_peer_access(DeviceState& device, BodyReader& request);
BodyWriter set_grant(DeviceState& device, BodyReader& request);

// texture_commands.cpp
BodyWriter create_texture(DeviceState& device, BodyReader& request);
BodyWriter destroy_texture(DeviceState& device, BodyReader& request);
BodyWriter create_surface(DeviceState& device, BodyReader& request);
BodyWriter destroy_surface(DeviceState& device, BodyReader& request);

// limit_commands.cpp
BodyWriter get_limit(DeviceState& device, BodyReader& request);
BodyWriter set_limit(DeviceState& device, BodyReader& request);

// launch_commands.cpp
BodyWriter launch(DeviceState& device, BodyReader& request);
BodyWriter take_output(DeviceState& device, BodyReader& request);

// stream_commands.cpp
BodyWriter create_stream(DeviceState& device, BodyReader& request);
BodyWriter destroy_stream(DeviceState& device, BodyReader& request);
BodyWriter synchronize(DeviceState& device, BodyReader& request);
BodyWriter create_event(DeviceState& device, BodyReader& request);
BodyWriter destroy_event(DeviceState& device, BodyReader& request);
BodyWriter record_event(DeviceState& device, BodyReader& request);
BodyWriter wait_event(DeviceState& device, BodyReader& request);
BodyWriter synchronize_event(DeviceState& device, BodyReader& request);
BodyWriter elapsed_time(DeviceState& device, BodyReader& request);

}  // namespace warpscope::device
