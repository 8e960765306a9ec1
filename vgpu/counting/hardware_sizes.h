// Sizes that all counting rules share.
#pragma once

#include <cstdint>

namespace warpscope::exec {

/// Bytes of a cache line in L1 and L2.
inline constexpr std::uint64_t kLineBytes = 128;
/// Of what is fetched of a line.
inline constexpr std::uint64_t kSectorBytes = 32;
/// Banks of shared memory, each as wide as a 32-bit word.
inline constexpr std::uint32_t kBanks = 32, kBankBytes = 4;

}  // namespace warpscope::exec
