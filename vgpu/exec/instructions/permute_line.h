// 32 words of a 128-byte line in any order.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace warpscope::exec {

/// Word i of `to` becomes word words[i] (0 to 31) of `line`; `to` and `words` are aligned to 64
/// bytes. Inlined, so that the addresses stay the caller's.
[[gnu::always_inline]] inline void permute_line(std::byte* to, const std::byte* line,
                                                const std::uint32_t* words) {
#if defined(__AVX512F__)
  const __m512i low = _mm512_loadu_si512(line), high = _mm512_loadu_si512(line + 64);
  const __m512i first = _mm512_load_si512(words), second = _mm512_load_si512(words + 16);
  _mm512_store_si512(to, _mm512_permutex2var_epi32(low, first, high));
  _mm512_store_si512(to + 64, _mm512_permutex2var_epi32(low, second, high));
#else
  // A permutation takes bits 0 to 2 of a word's number; bits 3 and 4 choose among four of them.
  const auto* eights = reinterpret_cast<const __m256i_u*>(line);
  const __m256i source[4] = {_mm256_loadu_si256(eights), _mm256_loadu_si256(eights + 1),
                             _mm256_loadu_si256(eights + 2), _mm256_loadu_si256(eights + 3)};
  for (std::size_t group = 0; group < 4; ++group) {
    const __m256i word = _mm256_load_si256(reinterpret_cast<const __m256i*>(words) + group);
    const auto from = [&](std::size_t k) {
      return _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(source[k], word));
    };
    const __m256 bit3 = _mm256_castsi256_ps(_mm256_slli_epi32(word, 28));
    const __m256 bit4 = _mm256_castsi256_ps(_mm256_slli_epi32(word, 27));
    const __m256 lower = _mm256_blendv_ps(from(0), from(1), bit3);
    const __m256 upper = _mm256_blendv_ps(from(2), from(3), bit3);
    _mm256_store_si256(reinterpret_cast<__m256i*>(to) + group,
                       _mm256_castps_si256(_mm256_blendv_ps(lower, upper, bit4)));
  }
#endif
}

}  // namespace warpscope::exec
