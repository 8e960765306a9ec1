// Into which requests one vector access is cut (docs/reference/counters.md, rule R4).
#pragma once

#include <array>
#include <cstdint>

namespace warpscope::exec {

/// The requests of one access, in order of their offsets. Packed into Operation::pieces. An access
/// that ptxas merges with others (rule R13) has one that may begin before it and be wider than it
/// is, or none.
struct Pieces {
  struct Piece {
    std::int8_t offset_bytes = 0;  ///< -16 to 15
    std::uint8_t size_bytes = 0;
  };
  std::uint8_t count = 1;
  std::array<Piece, 2> pieces{};
  std::uint32_t pack() const;
  static Pieces unpack(std::uint32_t packed) {
    Pieces result;
    result.count = static_cast<std::uint8_t>(packed & 15);
    for (std::uint32_t k = 0; k < 2; ++k) {
      const std::uint32_t piece = packed >> (4 + 12 * k);
      const auto offset = static_cast<std::int32_t>(piece & 31);
      result.pieces[k] = {static_cast<std::int8_t>(offset - (offset < 16 ? 0 : 32)),
                          static_cast<std::uint8_t>(piece >> 5 & 31)};
    }
    return result;
  }
};

/// Where three words of four are loaded by one request, and where by a pair and a single word.
enum class ThreeWords : std::uint8_t {
  together,  ///< global and shared memory
  apart,     ///< generic addresses, local memory and constants
};

/// Pieces of a load of `size_bytes` in elements of `element_bytes` of which `used_bytes` (bit i:
/// byte i) are used; all of it when nothing is. Read off ptxas 13.0 for sm_90: one unit (a word, or
/// an element of two bytes) is loaded alone, an aligned pair of them together, two other words one
/// by one; three words as `three` says. Elements of one byte stay together.
Pieces split_by_used_bytes(std::uint32_t size_bytes, std::uint32_t element_bytes,
                           std::uint32_t used_bytes, ThreeWords three = ThreeWords::together);

}  // namespace warpscope::exec
