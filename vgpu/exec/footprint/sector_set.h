// A set of the 32-byte sectors of one allocation, made to be counted together with others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warpscope::exec {

/// Bits, the lowest of the first word first.
using BitWords = std::vector<std::uint64_t>;

/// A bit for each word: it is not 0. With it, those who come later need not look at the others.
void find_touched(const BitWords& words, BitWords& touched);

/// Calls `visit` with the number of each bit that is set.
template <typename Visit>
void for_each_bit(const BitWords& bits, const Visit& visit) {
  for (std::size_t i = 0; i < bits.size(); ++i) {
    for (std::uint64_t rest = bits[i]; rest != 0; rest &= rest - 1)
      visit(i * 64 + static_cast<std::size_t>(__builtin_ctzll(rest)));
  }
}

struct SectorCounts {
  std::uint64_t sectors = 0;
  std::uint64_t granules = 0;  ///< aligned pairs of sectors of which at least one is in the set
  SectorCounts& operator+=(const SectorCounts& other) {
    sectors += other.sectors;
    granules += other.granules;
    return *this;
  }
};

SectorCounts count_sectors(const BitWords& words);

class SectorSet {
 public:
  /// Adds what is marked in `words`, of which a bit stands for 2^shift bytes: 0 or 5. `touched`: as
  /// find_touched() gives it.
  void add(const BitWords& words, const BitWords& touched, std::uint32_t shift);

  /// A bit for each sector.
  const BitWords& words() const { return words_; }

  /// Of all of them together. Where only one has anything, it has been counted already.
  friend SectorCounts count_union(std::span<const SectorSet* const> sets);

 private:
  void add(std::size_t index, std::uint64_t bits);

  BitWords words_, touched_;
  SectorCounts counts_;
};

}  // namespace warpscope::exec
