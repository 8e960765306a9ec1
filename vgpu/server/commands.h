// A device's answer to each request, one file per group. A handler takes the fields of its
// request and returns those of the reply (vgpu/protocol/exchanges.h); it throws CommandError for an
// error that the program shall see and ProtocolError for a request that breaks the protocol.
#pragma once

#include "vgpu/protocol/requests.h"
#include "vgpu/server/device_state.h"

namespace warpscope::device {

// module_commands.cpp
void upload(DeviceState& device, const ByteCount& request);
ModuleNumber load_module(DeviceState& device, const LoadRequest& request);
KernelDescription kernel_info(DeviceState& device, const NameInModule& request);
AddressRange symbol(DeviceState& device, const NameInModule& request);
void unsupported_call(DeviceState& device, const UnsupportedCall& request);

// memory_commands.cpp
Address allocate(DeviceState& device, const ByteCount& request);
void release(DeviceState& device, const Address& request);
Address reserve(DeviceState& device, const ByteCount& request);
void allocate_at(DeviceState& device, const AddressRange& request);
MemoryInfo memory_info(DeviceState& device, const Nothing& request);
void copy_to_device(DeviceState& device, const CopyRequest& request);
void copy_to_host(DeviceState& device, const CopyRequest& request);
void copy_on_device(DeviceState& device, const DeviceCopyRequest& request);
void fill(DeviceState& device, const FillRequest& request);

// sharing_commands.cpp
void share_memory(DeviceState& device, const AddressRange& request);
void borrow_memory(DeviceState& device, const AddressRange& request);
void unshare_memory(DeviceState& device, const Address& request);

// host_commands.cpp
void host_site(DeviceState& device, const HostSite& request);
void host_mistake(DeviceState& device, const HostMistake& request);
void host_reaction(DeviceState& device, const HostReaction& request);
void host_operation(DeviceState& device, const HostOperation& request);
HostUseReply host_use(DeviceState& device, const HostUse& request);
void host_ranges(DeviceState& device, const HostRanges& request);
HostCase host_case(DeviceState& device, const Nothing& request);

// peer_commands.cpp
void reset_device(DeviceState& device, const Nothing& request);
void set_peer_access(DeviceState& device, const PeerAccess& request);
void set_grant(DeviceState& device, const Grant& request);

// texture_commands.cpp
ObjectHandle create_texture(DeviceState& device, const TextureRequest& request);
void destroy_texture(DeviceState& device, const ObjectHandle& request);
ObjectHandle create_surface(DeviceState& device, const ImageRequest& request);
void destroy_surface(DeviceState& device, const ObjectHandle& request);

// limit_commands.cpp
LimitValue get_limit(DeviceState& device, const LimitName& request);
void set_limit(DeviceState& device, const NewLimit& request);

// launch_commands.cpp
LaunchReply launch(DeviceState& device, const LaunchRequest& request);
KernelOutput take_output(DeviceState& device, const Nothing& request);

// stream_commands.cpp
StreamNumber create_stream(DeviceState& device, const NewStream& request);
void destroy_stream(DeviceState& device, const StreamNumber& request);
void synchronize(DeviceState& device, const StreamNumber& request);
EventNumber create_event(DeviceState& device, const Nothing& request);
void destroy_event(DeviceState& device, const EventNumber& request);
void record_event(DeviceState& device, const EventRecord& request);
void wait_event(DeviceState& device, const EventWait& request);
void synchronize_event(DeviceState& device, const EventNumber& request);
ElapsedTime elapsed_time(DeviceState& device, const EventPair& request);

}  // namespace warpscope::device
