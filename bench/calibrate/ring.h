// What a chain of dependent loads walks through.
#pragma once
#include <cstddef>
#include <vector>

namespace calibrate {

constexpr int kWordsOfLine = 32;

/// So many words, of which the first of each of `lines` lines of 128 bytes holds the place of the
/// next one's, which is far away; the last one's is the first.
inline std::vector<unsigned> ring_of(int lines, std::size_t words) {
  constexpr std::size_t kNext = 1031;  // a prime
  std::vector<unsigned> ring(words);
  for (std::size_t i = 0; i < static_cast<std::size_t>(lines); ++i)
    ring[i * kNext % lines * kWordsOfLine] =
        static_cast<unsigned>((i + 1) * kNext % lines * kWordsOfLine);
  return ring;
}

}  // namespace calibrate
