// Tells those who watch a launch (BlockContext::observers) of accesses: an observer of accesses,
// and what handlers tell them that go another way.
#pragma once

#include "vgpu/exec/access/access.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/observation/access_event.h"

namespace warpscope::exec {

struct Watchers {
  template <typename AnyAccess>
  static bool take(WarpContext& context, const AnyAccess& access) {
    if (context.block->observers.any()) report(context, access);
    return true;
  }

 private:
  static void report(WarpContext& context, const GlobalAccess& access);
  static void report(WarpContext& context, const SharedAccess& access);
  static void report(WarpContext& context, const LocalAccess& access);
  static void report(WarpContext& context, const CopyAccess& access);
  static void report(WarpContext& context, const RangeAccess& access);
  static void report(WarpContext& context, const ImageAccess& access);
};

/// An access of all lanes at site `site`, whose places lie in a pattern; `addresses` as AccessEvent
/// has them; lane 0's bytes are at `first_host`.
void report_pattern(WarpContext& context, const Operation& operation, std::uint32_t site,
                    ptx::Space space, const LaneAddresses& addresses, std::uint32_t size_bytes,
                    bool is_store, std::byte* first_host, AddressPattern pattern);
/// Of all lanes, words of one line of shared memory: lane l's is at `first` ^ 4 * l. False, and
/// nothing done, where the observer wants to be told more.
bool report_line(WarpContext& context, const Operation& operation, std::uint32_t site,
                 std::uint32_t first, bool is_store);
/// One lane's bytes at a generic address that no store has written: by a call of the system, or a
/// parameter that a function has in local memory. They are there.
void report_written(WarpContext& context, const Operation& operation, std::uint32_t lane,
                    std::uint64_t address, std::uint32_t size_bytes);
/// The same of bytes that a call of the system has read and used.
void report_read(WarpContext& context, const Operation& operation, std::uint32_t lane,
                 std::uint64_t address, std::uint32_t size_bytes);

}  // namespace warpscope::exec
