// Which 32-byte sectors of global memory a launch read and wrote: what a perfect cache would have
// to move.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "vgpu/memory/device_memory.h"

namespace warpscope::exec {

class Footprint {
 public:
  /// Bitmaps of one allocation, one bit per sector; made on first use. Pointers stay valid for the
  /// launch.
  struct Bitmaps {
    std::vector<std::uint64_t> read, written;
  };
  Bitmaps& of(const memory::Allocation& allocation);
  /// Takes in what another one has marked.
  void merge(const Footprint& other);
  std::uint64_t count_read_sectors() const;
  std::uint64_t count_written_sectors() const;
  /// Aligned pairs of sectors of which at least one was read.
  std::uint64_t count_read_granules() const;

 private:
  std::map<std::uint64_t, Bitmaps> by_allocation_;  ///< by Allocation::id
};

/// Sets `count` consecutive bits from `first`.
inline void set_bits(std::uint64_t* words, std::uint64_t first, std::uint64_t count) {
  while (count > 0) {
    const std::uint64_t offset = first & 63;
    const std::uint64_t here = count < 64 - offset ? count : 64 - offset;
    const std::uint64_t ones = here == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
    words[first >> 6] |= ones << offset;
    first += here;
    count -= here;
  }
}

}  // namespace warpscope::exec
