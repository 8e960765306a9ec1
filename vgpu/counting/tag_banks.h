// The four banks of L1's tags: each looks up one line at a time.
#pragma once

#include <bit>
#include <cstdint>

namespace warpscope::exec {

inline constexpr std::uint32_t kTagBanks = 4;

/// Bank of the line number `line` (address / 128). Fitted to reduction_probes_h200.csv, whose lines
/// differ in their six lowest bits. Higher bits have no part in it (address_probes_h200.csv: up to
/// bit 18).
inline std::uint32_t tag_bank_of(std::uint64_t line) {
  const auto parity = [](std::uint64_t bits) {
    return static_cast<std::uint32_t>(std::popcount(bits) & 1);
  };
  return parity(line & 0b011010) | parity(line & 0b110101) << 1;
}

}  // namespace warpscope::exec
