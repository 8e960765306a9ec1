#include "vgpu/exec/access/bank_conflicts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kBanks = 32;

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

 private:
  std::array<std::uint32_t, kBanks> counts_{};
  std::array<std::array<std::uint32_t, 32>, kBanks>
      words_;  // the first counts_[bank] of each are set
  std::uint32_t most_ = 0;
};

std::uint32_t count_phase(const LaneOffsets& offsets, std::uint32_t lanes,
                          std::uint32_t words_per_lane) {
  if (lanes == 0) return 0;
  Phase phase;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t first = offsets[std::countr_zero(rest)] / 4;
    for (std::uint32_t k = 0; k < words_per_lane; ++k) phase.add(first + k);
  }
  return phase.wavefronts();
}

}  // namespace

std::uint32_t count_wavefronts(const LaneOffsets& offsets, std::uint32_t mask,
                               std::uint32_t size_bytes) {
  if (mask == 0) return 0;
  if (size_bytes <= 4) {
    if (mask == 0xffffffffu) {
      // Constant stride: every bank that is hit gets gcd(stride, 32) distinct words.
      const std::uint32_t stride = offsets[1] - offsets[0];
      std::uint32_t different = 0;
      for (std::uint32_t lane = 1; lane < 32; ++lane) {
        different |= (offsets[lane] - offsets[lane - 1]) ^ stride;
      }
      if (different == 0 && stride % 4 == 0) {
        return stride == 0 ? 1 : std::gcd(stride / 4, kBanks);
      }
    }
    return count_phase(offsets, mask, 1);
  }
  const std::uint32_t phases = size_bytes / 4;
  const std::uint32_t lanes_per_phase = 32 / phases;
  std::uint32_t total = 0;
  for (std::uint32_t phase = 0; phase < phases; ++phase) {
    const std::uint32_t lanes = ((1u << lanes_per_phase) - 1u) << (phase * lanes_per_phase);
    total += count_phase(offsets, mask & lanes, size_bytes / 4);
  }
  return total;
}

}  // namespace warpscope::exec
