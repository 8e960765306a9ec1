#include "record/fingerprint.h"

#include <algorithm>
#include <cstring>

namespace warpscope::record {
namespace {

/// The last steps of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014): one-to-one, and each bit of the result depends on all of the word.
std::uint64_t hash(std::uint32_t word) {
  std::uint64_t x = word + 0x9E3779B97F4A7C15U;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27) * 0x94D049BB133111EBU;
  return x ^ x >> 31;
}

}  // namespace

std::uint64_t fingerprint(std::span<const std::byte> bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint32_t)) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min(sizeof word, bytes.size() - i));
    sum += hash(word);
  }
  return sum % kFingerprints;
}

}  // namespace warpscope::record
