#include "vgpu/exec/footprint/sector_set.h"

#include <immintrin.h>

#include <bit>

namespace warpscope::exec {
namespace {

SectorCounts counts_of(std::uint64_t word) {
  constexpr std::uint64_t kEvenBits = 0x5555'5555'5555'5555;
  return {static_cast<std::uint64_t>(std::popcount(word)),
          static_cast<std::uint64_t>(std::popcount((word | word >> 1) & kEvenBits))};
}

}  // namespace

void find_touched(const BitWords& words, BitWords& touched) {
  touched.assign(words.size() / 64 + 1, 0);
  std::size_t i = 0;
  for (; i + 4 <= words.size(); i += 4) {
    const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&words[i]));
    const __m256i are_zero = _mm256_cmpeq_epi64(four, _mm256_setzero_si256());
    const auto zeros =
        static_cast<std::uint64_t>(_mm256_movemask_pd(_mm256_castsi256_pd(are_zero)));
    touched[i / 64] |= (~zeros & 0xf) << (i % 64);
  }
  for (; i < words.size(); ++i)
    touched[i / 64] |= std::uint64_t{words[i] != 0 ? 1u : 0u} << (i % 64);
}

SectorCounts count_sectors(const BitWords& words) {
  SectorCounts total;
  for (const std::uint64_t word : words) total += counts_of(word);
  return total;
}

void SectorSet::add(const BitWords& words, const BitWords& touched, std::uint32_t shift) {
  constexpr std::size_t kWordsPerWord = 32;  // of a bitmap by the byte
  const std::size_t size = shift == 0 ? words.size() / kWordsPerWord + 1 : words.size();
  if (words_.size() < size) {
    words_.resize(size);
    touched_.resize(size / 64 + 1);
  }
  for_each_bit(touched, [&](std::size_t i) {
    if (shift != 0) return add(i, words[i]);
    const std::uint64_t sectors =
        ((words[i] & 0xffffffff) != 0 ? 1u : 0u) | (words[i] >> 32 != 0 ? 2u : 0u);
    add(i / kWordsPerWord, sectors << (i % kWordsPerWord * 2));
  });
}

void SectorSet::add(std::size_t index, std::uint64_t bits) {
  const std::uint64_t before = words_[index], after = before | bits;
  const SectorCounts old_counts = counts_of(before), new_counts = counts_of(after);
  counts_.sectors += new_counts.sectors - old_counts.sectors;
  counts_.granules += new_counts.granules - old_counts.granules;
  words_[index] = after;
  touched_[index / 64] |= std::uint64_t{1} << (index % 64);
}

SectorCounts count_union(std::span<const SectorSet* const> sets) {
  SectorCounts total;
  BitWords seen, shared;
  for (const SectorSet* set : sets) {
    total += set->counts_;
    if (seen.size() < set->touched_.size()) {
      seen.resize(set->touched_.size());
      shared.resize(set->touched_.size());
    }
    for (std::size_t i = 0; i < set->touched_.size(); ++i) {
      shared[i] |= seen[i] & set->touched_[i];
      seen[i] |= set->touched_[i];
    }
  }
  for_each_bit(shared, [&](std::size_t i) {
    std::uint64_t all = 0;
    for (const SectorSet* set : sets) {
      if (i >= set->words_.size()) continue;
      const SectorCounts own = counts_of(set->words_[i]);
      total.sectors -= own.sectors;
      total.granules -= own.granules;
      all |= set->words_[i];
    }
    total += counts_of(all);
  });
  return total;
}

}  // namespace warpscope::exec
