// Which fields each request has, and which its reply after the status.
#pragma once

#include "vgpu/protocol/host_calls.h"
#include "vgpu/protocol/opcode.h"
#include "vgpu/protocol/requests.h"

namespace warpscope::device {

template <typename RequestFields, typename ReplyFields = Nothing>
struct Fields {
  using Request = RequestFields;
  using Reply = ReplyFields;
};
template <Opcode>
struct Of {};

// The table; these functions have no bodies. "with": a descriptor comes along with the reply.
Fields<Nothing, DeviceDescription> exchange(Of<Opcode::hello>);  // with the staging memory
Fields<ByteCount> exchange(Of<Opcode::upload>);
Fields<LoadRequest, ModuleNumber> exchange(Of<Opcode::load_module>);
Fields<NameInModule, KernelDescription> exchange(Of<Opcode::kernel_info>);
Fields<NameInModule, AddressRange> exchange(Of<Opcode::symbol>);
Fields<ByteCount, Address> exchange(Of<Opcode::allocate>);
Fields<Address> exchange(Of<Opcode::release>);
Fields<Nothing, MemoryInfo> exchange(Of<Opcode::memory_info>);
Fields<CopyRequest> exchange(Of<Opcode::copy_to_device>);
Fields<CopyRequest> exchange(Of<Opcode::copy_to_host>);
Fields<DeviceCopyRequest> exchange(Of<Opcode::copy_on_device>);
Fields<FillRequest> exchange(Of<Opcode::fill>);
Fields<LaunchRequest, LaunchReply> exchange(Of<Opcode::launch>);
Fields<NewStream, StreamNumber> exchange(Of<Opcode::create_stream>);
Fields<StreamNumber> exchange(Of<Opcode::destroy_stream>);
Fields<StreamNumber> exchange(Of<Opcode::synchronize>);  // or kAllStreams
Fields<Nothing, EventNumber> exchange(Of<Opcode::create_event>);
Fields<EventNumber> exchange(Of<Opcode::destroy_event>);
Fields<EventRecord> exchange(Of<Opcode::record_event>);
Fields<EventWait> exchange(Of<Opcode::wait_event>);
Fields<EventNumber> exchange(Of<Opcode::synchronize_event>);
Fields<EventPair, ElapsedTime> exchange(Of<Opcode::elapsed_time>);
Fields<UnsupportedCall> exchange(Of<Opcode::unsupported_call>);
Fields<AddressRange> exchange(Of<Opcode::share_memory>);   // with the pages
Fields<Address> exchange(Of<Opcode::unshare_memory>);      // as it was shared or borrowed
Fields<AddressRange> exchange(Of<Opcode::borrow_memory>);  // with the pages
Fields<Nothing, KernelOutput> exchange(Of<Opcode::take_output>);
Fields<TextureRequest, ObjectHandle> exchange(Of<Opcode::create_texture>);
Fields<ObjectHandle> exchange(Of<Opcode::destroy_texture>);
Fields<ImageRequest, ObjectHandle> exchange(Of<Opcode::create_surface>);
Fields<ObjectHandle> exchange(Of<Opcode::destroy_surface>);
Fields<LimitName, LimitValue> exchange(Of<Opcode::get_limit>);
Fields<NewLimit> exchange(Of<Opcode::set_limit>);
Fields<Nothing> exchange(Of<Opcode::reset_device>);
Fields<ByteCount, Address> exchange(Of<Opcode::reserve>);
Fields<AddressRange> exchange(Of<Opcode::allocate_at>);  // a reserved address
Fields<PeerAccess> exchange(Of<Opcode::set_peer_access>);
Fields<Grant> exchange(Of<Opcode::set_grant>);
Fields<HostSite> exchange(Of<Opcode::host_site>);
Fields<HostMistake> exchange(Of<Opcode::host_mistake>);
Fields<HostOperation> exchange(Of<Opcode::host_operation>);
Fields<HostUse, HostUseReply> exchange(Of<Opcode::host_use>);
Fields<HostReaction> exchange(Of<Opcode::host_reaction>);
Fields<Nothing, HostCase> exchange(Of<Opcode::host_case>);
Fields<HostRanges> exchange(Of<Opcode::host_ranges>);

/// Request and Reply of an opcode.
template <Opcode opcode>
using Exchange = decltype(exchange(Of<opcode>()));

}  // namespace warpscope::device
