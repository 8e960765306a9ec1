// A number by which bytes are known again that went from the device through the program to the
// runner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpscope::record {

/// Fingerprints are whole numbers below this, which JSON's readers keep exact, and are added modulo
/// it.
inline constexpr std::uint64_t kFingerprints = std::uint64_t{1} << 48;

/// The sum of a hash of each 4 bytes; what is left at the end counts as if zeros
/// followed. So pieces of whole words may come in any order, and their fingerprints are added.
std::uint64_t fingerprint(std::span<const std::byte> bytes);

}  // namespace warpscope::record
