// What the six functions compute, in plain C++ on a CPU. Read this first. The judge computes its
// answers with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::labs::scan {

using Words = std::vector<std::uint32_t>;
inline constexpr std::size_t kGroup = 32;       // numbers of scan_warps
inline constexpr std::size_t kSmallTile = 256;  // of scan_tiles
inline constexpr std::size_t kTreeTile = 1024;  // of scan_tree

/// scan_warps and scan_tiles: the sum of each number and of those before it in its segment. With
/// one segment for all: scan_long and scan_once.
inline Words inclusive_scan(const Words& in, std::size_t segment) {
  Words out(in.size());
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i % segment == 0) sum = 0;
    sum += in[i];
    out[i] = sum;
  }
  return out;
}

/// scan_tree: the number itself is not in its sum.
inline Words exclusive_scan(const Words& in, std::size_t segment) {
  Words out(in.size());
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i % segment == 0) sum = 0;
    out[i] = sum;
    sum += in[i];
  }
  return out;
}

/// compact: how many are before a number says where it goes.
inline Words compact(const Words& in, std::uint32_t limit) {
  Words out;
  for (const std::uint32_t number : in) {
    if (number >= limit) out.push_back(number);
  }
  return out;
}

}  // namespace warpscope::labs::scan
