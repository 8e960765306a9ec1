#include "record/fingerprint.h"

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
  constexpr std::size_t kWord = sizeof(std::uint32_t);
  const std::size_t whole = bytes.size() / kWord * kWord;
  std::uint64_t sum = 0;
  std::uint32_t word = 0;
  // A copy of a fixed size is one load; one whose size has to be looked at takes ten times as long.
  for (std::size_t i = 0; i < whole; i += kWord) {
    std::memcpy(&word, bytes.data() + i, kWord);
    sum += hash(word);
  }
  if (whole < bytes.size()) {
    word = 0;
    std::memcpy(&word, bytes.data() + whole, bytes.size() - whole);
    sum += hash(word);
  }
  return sum % kFingerprints;
}

}  // namespace warpscope::record
