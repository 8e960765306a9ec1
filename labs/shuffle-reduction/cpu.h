// What the five functions compute, as loops on a CPU. Read this first. The judge computes its
// answers with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpscope::labs::shuffle_reduction {

/// Modulo 2^32, so the order of the additions does not matter.
inline std::uint32_t sum_on_cpu(std::span<const std::uint32_t> in) {
  std::uint32_t total = 0;
  for (const std::uint32_t number : in) total += number;
  return total;
}

/// in: 1024 numbers for each of the sums.
inline void segment_sums_on_cpu(std::span<const std::uint32_t> in, std::span<std::uint32_t> sums) {
  for (std::size_t s = 0; s < sums.size(); ++s) sums[s] = sum_on_cpu(in.subspan(1024 * s, 1024));
}

/// in, out: tables of the same number of rows with `columns` columns, row by row.
inline void centre_rows_on_cpu(std::span<const std::int32_t> in, std::span<std::int32_t> out,
                               std::size_t columns) {
  for (std::size_t begin = 0; begin < in.size(); begin += columns) {
    std::int32_t total = 0;
    for (const std::int32_t number : in.subspan(begin, columns)) total += number;
    for (std::size_t i = begin; i < begin + columns; ++i) {
      out[i] = static_cast<std::int32_t>(columns) * in[i] - total;
    }
  }
}

inline void decode_on_cpu(std::span<const std::uint32_t> table,
                          std::span<const std::uint32_t> codes, std::span<std::uint32_t> out) {
  for (std::size_t i = 0; i < codes.size(); ++i) out[i] = table[codes[i]];
}

/// bits, kinds: one word for each 32 numbers, rounded up.
inline void pack_on_cpu(std::span<const std::uint32_t> in, std::uint32_t limit,
                        std::span<std::uint32_t> bits, std::span<std::uint32_t> kinds) {
  for (std::size_t group = 0; group < bits.size(); ++group) {
    bool is_any = false;
    bool is_all = true;
    bits[group] = 0;
    for (std::size_t k = 0; k < 32 && 32 * group + k < in.size(); ++k) {
      const bool is_above = in[32 * group + k] > limit;
      if (is_above) bits[group] |= std::uint32_t{1} << k;
      is_any = is_any || is_above;
      is_all = is_all && is_above;
    }
    kinds[group] = is_all ? 2 : is_any ? 1 : 0;
  }
}

}  // namespace warpscope::labs::shuffle_reduction
