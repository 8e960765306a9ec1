// A hash of 4 bytes: what fingerprints are made of, and tables of words.
#pragma once

#include <cstdint>

namespace warpscope {

/// The last steps of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014): one-to-one, and each bit of the result depends on all of the word.
inline std::uint64_t hash_of_word(std::uint32_t word) {
  std::uint64_t x = word + 0x9E3779B97F4A7C15U;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27) * 0x94D049BB133111EBU;
  return x ^ x >> 31;
}

}  // namespace warpscope
