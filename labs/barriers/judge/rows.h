// Rows of sand whose number of rounds is known, so that counts of a case do not depend on its data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "labs/barriers/cpu.h"
#include "labs/judge/inputs.h"

namespace warpscope::labs::barriers {

/// A heap of so many grains stays within this many cells, and so does its place by chance.
inline constexpr int kLargestHeap = 24;
inline constexpr std::size_t kHeapCells = 32;

/// One row with heaps where two warps meet, in the middle of each two times `kHeapCells` cells.
/// They do not reach each other, and at least one has `largest` grains: the row needs the rounds of
/// that heap.
template <typename Source>
Numbers heaps(Inputs<Source>& numbers, std::size_t width, int largest) {
  Numbers row(width);
  const std::size_t heaps = width / kHeapCells - 1;
  const std::size_t first = numbers.below(heaps);
  for (std::size_t heap = 0; heap < heaps; ++heap) {
    const int grains = heap == first || largest == 0 ? largest : numbers.from_to(1, largest);
    const auto beside = static_cast<std::size_t>(numbers.from_to(0, 3));
    row[(heap + 1) * kHeapCells + beside - 2] = grains;
  }
  return row;
}

/// One row by chance: few grains in each cell.
template <typename Source>
Numbers any_sand(Inputs<Source>& numbers, std::size_t width, int most) {
  return numbers.many(width, [&] { return numbers.from_to(0, most); });
}

}  // namespace warpscope::labs::barriers
