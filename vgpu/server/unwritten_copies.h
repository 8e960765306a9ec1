// Copies to the host of bytes that nothing has written, behind a launch that stopped short.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "record/record.h"
#include "vgpu/exec/launch.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/protocol/box.h"

namespace warpscope::device {

/// Remembers which launch wrote to an allocation last.
class UnwrittenCopies {
 public:
  struct Writer {
    std::string kernel;  ///< its short name
    std::uint64_t threads = 0, blocks = 0;
    std::uint64_t stored_bytes = 0;  ///< of the whole launch, to global memory
    std::uint32_t host_site = 0;
    exec::LaunchFootprint::Stored stored;

    /// What is there are the stores of each thread of a single block, and all blocks have stored as
    /// much.
    bool is_block_over_block() const;
  };
  void note(const Writer& writer) { writers_[writer.stored.address] = writer; }
  /// A launch of which it is not known what it has written has ended: it may have been the last.
  void forget() { writers_.clear(); }

  /// A finding if the box has bytes that nobody has written and the launch before shows why: each
  /// of its threads has written, so there are too few; or it writes in groups, and less than one is
  /// left over; or each block has written to the elements of the first one. Rests that may be meant
  /// so (a border, a buffer for more) are none.
  std::optional<record::Finding> look_at(const memory::DeviceMemory& memory, const Box& box) const;

 private:
  std::map<std::uint64_t, Writer> writers_;  ///< by address of the allocation
};

}  // namespace warpscope::device
