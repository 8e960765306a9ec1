// Index arrays of the lab gather-scatter.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "labs/gather-scatter/cpu.h"
#include "labs/judge/inputs.h"

namespace warpscope::labs::gather_scatter {

/// `count` numbers of rows of a table, by chance.
template <typename Source>
Numbers any_rows(Inputs<Source>& numbers, int count, int rows) {
  return numbers.many(count, [&] { return numbers.from_to(0, rows - 1); });
}

/// 0 to `count` - 1, each once, in an order by chance.
template <typename Source>
Numbers permutation(Inputs<Source>& numbers, int count) {
  Numbers values = numbers.numbers(count);
  for (auto& value : values) --value;
  return values;
}

/// The same, with an order by chance only within each `block` numbers: of 1 they are sorted.
template <typename Source>
Numbers shuffled_in_blocks(Inputs<Source>& numbers, int count, int block) {
  Numbers all;
  for (int first = 0; first < count; first += block) {
    const Numbers part = permutation(numbers, std::min(block, count - first));
    for (const auto value : part) all.push_back(first + value);
  }
  return all;
}

/// Particles in cells. How many a cell has depends on the count alone, so that `begin` fits what
/// any seed gives for the two others.
struct Cells {
  Numbers cell, rank, begin;
};

template <typename Source>
Cells cells_of(Inputs<Source>& numbers, int count) {
  Cells cells;
  Numbers cell_of_place, rank_of_place;
  for (int c = 0; static_cast<int>(cell_of_place.size()) < count; ++c) {
    cells.begin.push_back(static_cast<int>(cell_of_place.size()));
    const int most = 1 + c * 7 % 12;  // 1 to 12, and never the same next to each other
    for (int r = 0; r < most && static_cast<int>(cell_of_place.size()) < count; ++r) {
      cell_of_place.push_back(c);
      rank_of_place.push_back(r);
    }
  }
  for (const auto place : permutation(numbers, count)) {
    cells.cell.push_back(cell_of_place[static_cast<std::size_t>(place)]);
    cells.rank.push_back(rank_of_place[static_cast<std::size_t>(place)]);
  }
  return cells;
}

/// Rows that several go to: of `count` numbers about `times` are the same, or all where `times` is
/// the count.
template <typename Source>
Numbers repeated(Inputs<Source>& numbers, int count, int times) {
  Numbers rows = permutation(numbers, count);
  for (auto& row : rows) row /= times;
  return rows;
}

}  // namespace warpscope::labs::gather_scatter
