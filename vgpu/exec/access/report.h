// Tells a block's observer of accesses that have been checked and not been made yet. For observed
// launches (BlockContext::observer); the others never come here.
#pragma once

#include "vgpu/exec/access/resolve.h"
#include "vgpu/exec/observation/access_event.h"

namespace warpscope::exec {

/// An access of `lanes` at site `site`; `addresses` as AccessEvent has them.
void report_access(WarpContext& context, const Operation& operation, std::uint32_t site,
                   ptx::Space space, const LaneAddresses& addresses, std::uint32_t lanes,
                   std::uint32_t size_bytes, bool is_store, const LaneHosts& hosts);
/// The same of all lanes, whose places lie in a pattern; lane 0's bytes are at `first_host`.
void report_pattern(WarpContext& context, const Operation& operation, std::uint32_t site,
                    ptx::Space space, const LaneAddresses& addresses, std::uint32_t size_bytes,
                    bool is_store, std::byte* first_host, AddressPattern pattern);
/// Of all lanes, words of one line of shared memory: lane l's is at `first` ^ 4 * l. False, and
/// nothing done, where the observer wants to be told more.
bool report_line(WarpContext& context, const Operation& operation, std::uint32_t site,
                 std::uint32_t first, bool is_store);
void report_shared_access(WarpContext& context, const Operation& operation, std::uint32_t site,
                          const LaneOffsets& offsets, std::uint32_t lanes, std::uint32_t size_bytes,
                          bool is_store, const LaneHosts& hosts);

/// One lane's part of an asynchronous copy, which has been issued.
void report_copy(WarpContext& context, const Operation& operation, std::uint32_t lane,
                 ptx::Space space, std::uint64_t address, std::uint32_t size_bytes, bool is_store,
                 std::byte* host);

/// One lane's bytes at a generic address, which a call of the system writes. They are there.
void report_system_write(WarpContext& context, const Operation& operation, std::uint32_t lane,
                         std::uint64_t address, std::uint32_t size_bytes);

}  // namespace warpscope::exec
