// How far the blocks of a launch reach into their shared memory.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "vgpu/exec/launch/pattern_count.h"
#include "vgpu/exec/observation/event.h"

namespace warpscope::exec::patterns {

class SharedUse {
 public:
  SharedUse(std::uint64_t reserved_bytes, std::uint64_t shared_bytes)
      : reserved_bytes_(reserved_bytes), end_(reserved_bytes + shared_bytes) {}

  void access(const AccessEvent& event) {
    if (event.space != ptx::Space::shared || is_used()) return;
    for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
      const std::uint64_t end = event.addresses[std::countr_zero(rest)] + event.size_bytes;
      if (end > reached_) reached_ = end;
    }
  }
  /// A warp has accessed what ends at this offset.
  void reach(std::uint64_t end) {
    if (!is_used() && end > reached_) reached_ = end;
  }
  /// Adds kSharedBytesReached of a launch that has shared memory.
  void add_to(std::vector<PatternCount>& patterns) const;

 private:
  /// Who reaches half of it uses it.
  bool is_used() const { return 2 * reached_ >= reserved_bytes_ + end_; }

  std::uint64_t reserved_bytes_, end_;
  std::uint64_t reached_ = 0;  ///< the first offset behind all that any block has accessed
};

}  // namespace warpscope::exec::patterns
