// Where the lanes of a warp parted and met again, as a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "device/steps.h"

namespace warpscope::runner {

inline constexpr std::uint32_t kLanesOfWarp = 32;

/// Lines that the same lanes went through one after the other, or a loop of such rows.
struct LaneRow {
  std::size_t depth = 0;  ///< lanes that parted from others stand deeper
  std::uint32_t lanes = 0;
  std::string file;
  std::uint32_t first_line = 0, last_line = 0;  ///< the smallest and the largest of them
  std::uint64_t instructions = 0;               ///< of one time
  std::uint64_t first = 0;                      ///< Step::number where it begins
  std::uint64_t times = 1;  ///< the rows of this and of greater depth behind it repeat so often
  bool is_loop = false;     ///< no lines of its own, but the rows behind it of greater depth
  bool operator==(const LaneRow&) const = default;
};

/// Of a warp's history. Where rows repeat one behind the other, they are there once.
std::vector<LaneRow> lane_tree(const std::vector<device::StoodSpan>& spans);

/// "0-15, 31"; "0, 2, … 30" of four or more at one distance; "none" of none.
std::string lanes_text(std::uint32_t lanes);

}  // namespace warpscope::runner
