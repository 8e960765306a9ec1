// The memory behind L2.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "arch/profile.h"
#include "vgpu/timing/clock/server.h"

namespace warpscope::timing {

class Dram {
 public:
  /// `share`: the part of the GPU that is modelled.
  Dram(const arch::Profile& profile, double share);
  /// When the bytes of a read that comes `at` this time leave L2.
  Ticks read(std::uint64_t address, std::uint64_t bytes, Ticks at);
  /// When it has taken the bytes of a write.
  Ticks write(std::uint64_t bytes, Ticks at);
  /// Read and written, and what would be moved in a cycle at the peak.
  std::uint64_t moved_bytes() const { return moved_bytes_; }
  double peak_bytes_per_cycle() const { return peak_bytes_per_cycle_; }
  /// When the page is known: at once, or after a walk through its tables.
  Ticks translate(std::uint64_t address, Ticks at);

 private:
  Ticks latency_of(std::uint64_t address) const;

  RateServer bytes_;
  double peak_bytes_per_cycle_;
  std::uint64_t moved_bytes_ = 0;
  std::uint64_t row_bytes_, row_open_bytes_;
  std::vector<std::uint64_t> open_rows_;  ///< by bank
  Ticks near_, far_, late_, page_walk_;
  std::uint64_t lates_;  ///< of kLateOf lines
  std::uint64_t page_bytes_;
  std::unordered_map<std::uint64_t, Ticks> pages_;
};

}  // namespace warpscope::timing
