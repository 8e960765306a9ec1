#include "vgpu/counting/bank_conflicts.h"

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "vgpu/counting/hardware_sizes.h"

namespace warpscope::exec {
namespace {

// Distinct words per bank of one phase; the largest count is the phase's wavefronts.
class Phase {
 public:
  void add(std::uint32_t word) {
    const std::uint32_t bank = word % kBanks;
    const std::uint32_t count = counts_[bank];
    for (std::uint32_t i = 0; i < count; ++i) {
      if (words_[bank][i] == word) return;
    }
    words_[bank][count] = word;
    counts_[bank] = count + 1;
    most_ = std::max(most_, count + 1);
  }
  std::uint32_t wavefronts() const { return most_; }
  BankPass pass(std::uint32_t number, std::uint32_t lanes) const {
    BankPass pass;
    pass.lanes = lanes;
    for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
      if (number >= counts_[bank]) continue;
      pass.banks |= 1U << bank;
      pass.words[bank] = words_[bank][number];
    }
    return pass;
  }

 private:
  std::array<std::uint32_t, kBanks> counts_{};
  std::array<std::array<std::uint32_t, 32>, kBanks>
      words_;  // the first counts_[bank] of each are set
  std::uint32_t most_ = 0;
};

// Lanes whose word no earlier one of `lanes` has. Compares eight lanes with eight before them at a
// time, at every distance: as long for any pattern, and without a branch that depends on it.
std::uint32_t first_of_each_word(const LaneOffsets& offsets, std::uint32_t lanes) {
  alignas(32) std::array<std::uint32_t, 64> words;  // in front of the lanes what equals no word
  std::fill(words.begin(), words.begin() + 32, 0xffffffffu);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    words[32 + lane] = (lanes >> lane & 1u) != 0 ? offsets[lane] / 4 : 0xfffffffeu;
  std::uint32_t repeated = 0;
  for (std::uint32_t group = 0; group < 4; ++group) {
    const auto eight = [&](std::uint32_t at) {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words.data() + at));
    };
    const __m256i own = eight(32 + 8 * group);
    __m256i found = _mm256_setzero_si256();
    for (std::uint32_t distance = 1; distance < 8 * group + 8; ++distance)
      found = _mm256_or_si256(found, _mm256_cmpeq_epi32(own, eight(32 + 8 * group - distance)));
    repeated |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(found)))
                << (8 * group);
  }
  return lanes & ~repeated;
}

// The same as count_phase() of one word per lane.
std::uint32_t count_words(const LaneOffsets& offsets, std::uint32_t lanes) {
  const std::uint32_t distinct = first_of_each_word(offsets, lanes);
  std::array<std::uint8_t, kBanks> counts{};
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    counts[offsets[lane] / 4 % kBanks] += static_cast<std::uint8_t>(distinct >> lane & 1u);
  std::uint8_t most = 0;
  for (const std::uint8_t count : counts) most = std::max(most, count);
  return most;
}

void add_words(const LaneOffsets& offsets, std::uint32_t lanes, std::uint32_t words_per_lane,
               Phase& phase) {
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t first = offsets[std::countr_zero(rest)] / 4;
    for (std::uint32_t k = 0; k < words_per_lane; ++k) phase.add(first + k);
  }
}

std::uint32_t count_phase(const LaneOffsets& offsets, std::uint32_t lanes,
                          std::uint32_t words_per_lane) {
  if (lanes == 0) return 0;
  if (words_per_lane == 1) return count_words(offsets, lanes);
  Phase phase;
  add_words(offsets, lanes, words_per_lane, phase);
  return phase.wavefronts();
}

// True when each active lane has the address of its partner, as far as that is active too.
bool share_addresses(const LaneOffsets& offsets, std::uint32_t mask, std::uint32_t distance) {
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t partner = lane ^ distance;
    if ((mask >> partner & 1u) != 0 && offsets[lane] != offsets[partner]) return false;
  }
  return true;
}

std::uint32_t phases_of(const LaneOffsets& offsets, std::uint32_t mask, std::uint32_t size_bytes,
                        bool may_pair) {
  if (size_bytes <= 4) return 1;
  const std::uint32_t phases = size_bytes / 4;
  const bool are_pairs =
      may_pair && (share_addresses(offsets, mask, 1) || share_addresses(offsets, mask, 2));
  return are_pairs ? phases / 2 : phases;
}

// All lanes at a constant distance: each bank that is hit gets as many distinct words.
bool has_stride(const LaneOffsets& offsets, std::uint32_t& stride) {
  stride = offsets[1] - offsets[0];
  std::uint32_t different = 0;
  for (std::uint32_t lane = 1; lane < 32; ++lane)
    different |= (offsets[lane] - offsets[lane - 1]) ^ stride;
  return different == 0;
}

// True when the 32 lanes of an access of `size_bytes` hit each bank once in each phase.
bool hits_each_bank_once(const LaneOffsets& offsets, std::uint32_t size_bytes) {
  if (size_bytes <= 4) {
    std::uint32_t banks = 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane) banks |= 1u << (offsets[lane] / 4 % kBanks);
    return banks == 0xffffffffu;
  }
  const std::uint32_t lanes = 128 / size_bytes, words = size_bytes / 4;
  for (std::uint32_t first = 0; first < 32; first += lanes) {
    std::uint32_t banks = 0;
    for (std::uint32_t lane = first; lane < first + lanes; ++lane)
      banks |= ((1u << words) - 1u) << (offsets[lane] / 4 % kBanks);
    if (banks != 0xffffffffu) return false;
  }
  return true;
}

}  // namespace

std::uint32_t lanes_of_phase(std::uint32_t phase, std::uint32_t phases) {
  const std::uint32_t lanes = 32 / phases;
  return lanes == 32 ? 0xffffffffu : ((1u << lanes) - 1u) << (phase * lanes);
}

Wavefronts count_wavefronts(const LaneOffsets& offsets, std::uint32_t mask,
                            std::uint32_t size_bytes, bool may_pair) {
  if (mask == 0) return {};
  std::uint32_t phases = size_bytes <= 4 ? 1 : size_bytes / 4;
  if (mask == 0xffffffffu && hits_each_bank_once(offsets, size_bytes)) return {phases, 0};
  if (size_bytes <= 4) {
    std::uint32_t stride = 0;
    std::uint32_t count = 0;
    if (mask == 0xffffffffu && has_stride(offsets, stride) && stride % 4 == 0) {
      count = stride == 0 ? 1 : std::gcd(stride / 4, kBanks);
    } else {
      count = count_phase(offsets, mask, 1);
    }
    return {count, count - 1};
  }
  phases = phases_of(offsets, mask, size_bytes, may_pair);
  Wavefronts total;
  for (std::uint32_t phase = 0; phase < phases; ++phase) {
    const std::uint32_t lanes = mask & lanes_of_phase(phase, phases);
    if (lanes == 0) continue;
    const std::uint32_t count = count_phase(offsets, lanes, size_bytes / 4);
    total.count += count;
    total.conflicts += count - 1;
  }
  return total;
}

std::vector<BankPass> list_passes(const LaneOffsets& offsets, std::uint32_t mask,
                                  std::uint32_t size_bytes, bool may_pair) {
  std::vector<BankPass> passes;
  const std::uint32_t phases = phases_of(offsets, mask, size_bytes, may_pair);
  for (std::uint32_t number = 0; number < phases; ++number) {
    const std::uint32_t lanes = mask & lanes_of_phase(number, phases);
    Phase phase;
    add_words(offsets, lanes, size_bytes <= 4 ? 1 : size_bytes / 4, phase);
    for (std::uint32_t k = 0; k < phase.wavefronts(); ++k) passes.push_back(phase.pass(k, lanes));
  }
  return passes;
}

std::uint32_t first_of_each_bank(const LaneOffsets& offsets, std::uint32_t lanes,
                                 std::uint32_t size_bytes) {
  std::uint32_t taken = 0, first = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t bank = 1u << (offsets[lane] / size_bytes * (size_bytes / 4) % kBanks);
    if ((taken & bank) != 0) continue;
    taken |= bank;
    first |= 1u << lane;
  }
  return first;
}

namespace {

// Most lanes that share a bank.
std::uint32_t most_per_bank(const LaneOffsets& offsets, std::uint32_t lanes,
                            std::uint32_t size_bytes) {
  std::uint32_t turns = 0;
  for (; lanes != 0; ++turns) lanes &= ~first_of_each_bank(offsets, lanes, size_bytes);
  return turns;
}

}  // namespace

SharedAtomicCounts count_shared_atomic(SharedAtomic how, const LaneOffsets& offsets,
                                       std::uint32_t mask, std::uint32_t size_bytes) {
  if (mask == 0 || how == SharedAtomic::none) return {};
  SharedAtomicCounts counts;
  counts.atomics = 1;
  if (how == SharedAtomic::counting) {
    counts.atomic = count_wavefronts(offsets, mask, 4, false);
    return counts;
  }
  const std::uint32_t phases = size_bytes <= 4 ? 1 : 2;
  for (std::uint32_t phase = 0; phase < phases; ++phase) {
    const std::uint32_t turns =
        most_per_bank(offsets, mask & lanes_of_phase(phase, phases), size_bytes <= 4 ? 4 : 8);
    counts.atomic.count += how == SharedAtomic::compare_and_swap ? 2 * turns : turns;
    counts.atomic.conflicts += turns > 0 ? turns - 1 : 0;
  }
  return counts;
}

std::vector<BankPass> list_atomic_passes(SharedAtomic how, const LaneOffsets& offsets,
                                         std::uint32_t mask, std::uint32_t size_bytes) {
  if (mask == 0 || how == SharedAtomic::none || is_loop(how)) return {};
  if (how == SharedAtomic::counting) return list_passes(offsets, mask, 4, false);
  std::vector<BankPass> passes;
  const std::uint32_t phases = size_bytes <= 4 ? 1 : 2, words = size_bytes <= 4 ? 1 : 2;
  for (std::uint32_t phase = 0; phase < phases; ++phase) {
    std::uint32_t left = mask & lanes_of_phase(phase, phases);
    while (left != 0) {
      BankPass& pass = passes.emplace_back();
      pass.lanes = first_of_each_bank(offsets, left, 4 * words);
      left &= ~pass.lanes;
      for (std::uint32_t rest = pass.lanes; rest != 0; rest &= rest - 1) {
        const std::uint32_t word = offsets[std::countr_zero(rest)] / (4 * words) * words;
        for (std::uint32_t k = 0; k < words; ++k) {
          pass.banks |= 1U << (word + k) % kBanks;
          pass.words[(word + k) % kBanks] = word + k;
        }
      }
    }
  }
  return passes;
}

SharedAtomicCounts count_shared_loop(const LoopTurns& turns, const LaneOffsets& offsets,
                                     std::uint32_t size_bytes) {
  SharedAtomicCounts counts;
  for (std::uint32_t k = 0; k < turns.count; ++k) {
    const LoopTurns::Turn& turn = turns.turns[k];
    if (turn.loading != 0) {
      const Wavefronts load = count_wavefronts(offsets, turn.loading, size_bytes, true);
      ++counts.loads;
      counts.load.count += load.count;
      counts.load.conflicts += load.conflicts;
    }
    if (turn.swapping == 0) continue;
    ++counts.atomics;
    if (size_bytes < 4) {
      const std::uint32_t most = most_per_bank(offsets, turn.swapping, 4);
      counts.atomic.count += 2 * most;
      counts.atomic.conflicts += most - 1;
      continue;
    }
    const std::uint32_t phases = size_bytes / 4;
    for (std::uint32_t phase = 0; phase < phases; ++phase)
      counts.atomic.count += (turn.swapping & lanes_of_phase(phase, phases)) != 0 ? 2 : 0;
  }
  return counts;
}

}  // namespace warpscope::exec
