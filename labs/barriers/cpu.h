// What the five functions compute, in plain C++ on a CPU. Read this first. The judge computes its
// answers with it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::labs::barriers {

using Numbers = std::vector<std::int32_t>;
inline constexpr std::size_t kTileSize = 256;

inline Numbers neighbours(const Numbers& in, const Numbers& chosen) {
  Numbers out = in;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (chosen[i] == 0) continue;
    const std::size_t begin = i / kTileSize * kTileSize;
    const std::size_t end = std::min(begin + kTileSize, in.size());
    if (i > begin && chosen[i - 1] != 0) out[i] += in[i - 1];
    if (i + 1 < end && chosen[i + 1] != 0) out[i] += in[i + 1];
  }
  return out;
}

inline std::vector<std::uint32_t> sums(const std::vector<std::uint32_t>& in) {
  std::vector<std::uint32_t> result((in.size() + kTileSize - 1) / kTileSize);
  for (std::size_t i = 0; i < in.size(); ++i) result[i / kTileSize] += in[i];
  return result;
}

/// One row. In each round all cells look at the round before.
inline Numbers heat(Numbers row, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const Numbers before = row;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::int32_t left = c > 0 ? before[c - 1] : 0;
      const std::int32_t right = c + 1 < row.size() ? before[c + 1] : 0;
      row[c] = (left + 2 * before[c] + right) / 4;
    }
  }
  return row;
}

struct Settled {
  Numbers row;
  std::int32_t topplings = 0;
  int rounds = 0;  ///< in which some cell toppled, where all that can do so at once
};

/// One row.
inline Settled settle(Numbers row) {
  Settled result;
  while (true) {
    const Numbers before = row;
    std::int32_t many = 0;
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (before[c] < 2) continue;
      ++many;
      row[c] -= 2;
      if (c > 0) ++row[c - 1];
      if (c + 1 < row.size()) ++row[c + 1];
    }
    if (many == 0) break;
    result.topplings += many;
    ++result.rounds;
  }
  result.row = row;
  return result;
}

}  // namespace warpscope::labs::barriers
