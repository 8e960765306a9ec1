#include "record/fingerprint.h"

#include <cstring>

#include "base/word_hash.h"

namespace warpscope::record {

std::uint64_t fingerprint(std::span<const std::byte> bytes) {
  constexpr std::size_t kWord = sizeof(std::uint32_t);
  const std::size_t whole = bytes.size() / kWord * kWord;
  std::uint64_t sum = 0;
  std::uint32_t word = 0;
  // A copy of a fixed size is one load; one whose size has to be looked at takes ten times as long.
  for (std::size_t i = 0; i < whole; i += kWord) {
    std::memcpy(&word, bytes.data() + i, kWord);
    sum += hash_of_word(word);
  }
  if (whole < bytes.size()) {
    word = 0;
    std::memcpy(&word, bytes.data() + whole, bytes.size() - whole);
    sum += hash_of_word(word);
  }
  return sum % kFingerprints;
}

}  // namespace warpscope::record
