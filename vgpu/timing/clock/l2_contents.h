// Which parts of memory a GPU's L2 still holds from the operations before a launch.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "vgpu/exec/footprint/touched_memory.h"

namespace warpscope::timing {

/// Of one device. Parts are of 1 KiB; what was used longest ago makes room.
class L2Contents {
 public:
  /// `bytes`: of other parts that may be used before one is gone.
  explicit L2Contents(std::uint64_t bytes) : bytes_(bytes), forget_at_(least_to_forget()) {}
  /// A copy or a fill has read or written these.
  void use(std::uint64_t address, std::uint64_t bytes);
  /// A launch has.
  void use(const exec::TouchedMemory& touched);
  /// Whether a part is there when so many bytes of others have come since the last use().
  bool holds(std::uint64_t address, std::uint64_t since) const {
    const auto found = last_use_.find(address / kPartBytes);
    return found != last_use_.end() && used_ - found->second + since <= bytes_;
  }
  void clear();
  /// Of what a launch will touch, when it begins.
  struct Found {
    /// Addresses of the parts that are there, in whole kilobytes, in ascending order.
    std::vector<std::uint64_t> parts;
    /// So many bytes of others may come before the first of those that are there is gone.
    std::uint64_t spare_bytes = ~std::uint64_t{0};
  };
  Found look(const exec::TouchedMemory& touched) const;

 private:
  static constexpr std::uint64_t kPartBytes = 1024;
  void use_part(std::uint64_t part, std::uint64_t bytes) {
    used_ += bytes;
    last_use_[part] = used_;
  }
  void forget_old_ones();
  std::size_t least_to_forget() const { return 2 * (bytes_ / kPartBytes) + 64; }

  std::uint64_t bytes_, used_ = 0;
  std::size_t forget_at_;  ///< as many parts
  /// By part: how much had been used, then.
  std::unordered_map<std::uint64_t, std::uint64_t> last_use_;
};

}  // namespace warpscope::timing
