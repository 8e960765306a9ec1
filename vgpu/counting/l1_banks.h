// The banks that L1 keeps its data in: those of shared memory, 32 of four bytes.
#pragma once

#include <cstdint>

namespace warpscope::exec {

/// Of the bank that has most, how many words the lanes in `lanes` load, each `size_bytes` from its
/// address on; a word that several lanes load is one. A load from L1 takes a turn for each
/// (bench/calibrate/probes_spread.cu, lines_and_banks; probes_widths.cu). 0 where the mask is
/// empty.
std::uint32_t words_of_fullest_bank(const std::uint64_t* addresses, std::uint32_t lanes,
                                    std::uint32_t size_bytes);

/// The same of 32 lanes side by side, each with `size_bytes`, which begin with a line.
constexpr std::uint32_t words_of_neighbours(std::uint32_t size_bytes) {
  constexpr std::uint32_t kWordBytes = 4;
  return size_bytes <= kWordBytes ? 1 : size_bytes / kWordBytes;
}

}  // namespace warpscope::exec
