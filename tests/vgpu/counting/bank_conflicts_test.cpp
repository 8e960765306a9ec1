// count_wavefronts against sets of words per bank.
#include "vgpu/counting/bank_conflicts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <set>

namespace warpscope::exec {
namespace {

// Rule R2 of docs/reference/counters.md, word for word.
Wavefronts count_with_sets(const LaneOffsets& offsets, std::uint32_t mask, std::uint32_t size_bytes,
                           bool is_load) {
  std::uint32_t phases = size_bytes <= 4 ? 1 : size_bytes / 4;
  const auto share = [&](std::uint32_t distance) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t both = 1u << lane | 1u << (lane ^ distance);
      if ((mask & both) == both && offsets[lane] != offsets[lane ^ distance]) return false;
    }
    return true;
  };
  if (phases > 1 && is_load && (share(1) || share(2))) phases /= 2;
  Wavefronts total;
  for (std::uint32_t phase = 0; phase < phases; ++phase) {
    std::array<std::set<std::uint32_t>, 32> words_of_bank;
    for (std::uint32_t lane = phase * 32 / phases; lane < (phase + 1) * 32 / phases; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      for (std::uint32_t byte = 0; byte < size_bytes; ++byte) {
        const std::uint32_t word = (offsets[lane] + byte) / 4;
        words_of_bank[word % 32].insert(word);
      }
    }
    std::size_t most = 0;
    for (const auto& words : words_of_bank) most = std::max(most, words.size());
    if (most == 0) continue;
    total.count += static_cast<std::uint32_t>(most);
    total.conflicts += static_cast<std::uint32_t>(most) - 1;
  }
  return total;
}

class WavefrontsOfSize : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(WavefrontsOfSize, AgreeWithSetsForEveryStride) {
  const std::uint32_t size = GetParam();
  std::mt19937_64 random(size);
  LaneOffsets offsets;
  for (std::uint32_t stride = 0; stride <= 70; ++stride) {
    for (const std::uint32_t first : {0u, 4u, 60u}) {
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        offsets[lane] = (first + lane * stride) * size;
      for (const std::uint32_t mask : {0xffffffffu, 0x0000ffffu, 0xff00ff00u, 0x80000001u,
                                       static_cast<std::uint32_t>(random()), 0u}) {
        for (const bool is_load : {false, true})
          ASSERT_EQ(count_wavefronts(offsets, mask, size, is_load),
                    count_with_sets(offsets, mask, size, is_load))
              << "stride " << stride << " mask " << std::hex << mask;
      }
    }
  }
}

TEST_P(WavefrontsOfSize, AgreeWithSetsForRandomOffsets) {
  const std::uint32_t size = GetParam();
  std::mt19937_64 random(size + 100);
  LaneOffsets offsets;
  for (int round = 0; round < 10000; ++round) {
    const std::uint64_t elements = std::uint64_t{1} << random() % 13;
    for (std::uint32_t& offset : offsets)
      offset = static_cast<std::uint32_t>(random() % elements) * size;
    const auto mask = static_cast<std::uint32_t>(round % 3 == 0 ? 0xffffffff : random());
    for (const bool is_load : {false, true})
      ASSERT_EQ(count_wavefronts(offsets, mask, size, is_load),
                count_with_sets(offsets, mask, size, is_load))
          << elements << " elements, mask " << std::hex << mask;
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, WavefrontsOfSize, ::testing::Values(1, 2, 4, 8, 16));

// A falling stride is a constant stride too.
TEST(Wavefronts, OfAReversedArrayHaveNoConflict) {
  LaneOffsets offsets;
  for (std::uint32_t lane = 0; lane < 32; ++lane) offsets[lane] = 4 * (31 - lane);
  EXPECT_EQ(count_wavefronts(offsets, 0xffffffff, 4, true), (Wavefronts{1, 0}));
  for (std::uint32_t lane = 0; lane < 32; ++lane) offsets[lane] = 128 * (31 - lane);
  EXPECT_EQ(count_wavefronts(offsets, 0xffffffff, 4, true), (Wavefronts{32, 31}));
}

// Broadcasts to pairs of lanes: half the phases, for loads only (H200, counter_probes.cu).
TEST(Wavefronts, OfWideLoadsThatPairsOfLanesShareAreHalved) {
  LaneOffsets offsets;
  for (std::uint32_t lane = 0; lane < 32; ++lane) offsets[lane] = lane / 2 * 8;
  EXPECT_EQ(count_wavefronts(offsets, 0xffffffff, 8, true), (Wavefronts{1, 0}));
  EXPECT_EQ(count_wavefronts(offsets, 0xffffffff, 8, false), (Wavefronts{2, 0}));
}

class PassesOfSize : public ::testing::TestWithParam<std::uint32_t> {};

// Each word of each lane is served in one pass, by its bank, and the passes are as many as are
// counted.
TEST_P(PassesOfSize, AreTheCountedWavefronts) {
  const std::uint32_t size = GetParam(), words = std::max(size / 4, 1u);
  std::mt19937_64 random(size);
  LaneOffsets offsets;
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t spread = round % 3 == 0 ? 64 : 2048;
    for (std::uint32_t& offset : offsets)
      offset = static_cast<std::uint32_t>(random() % spread) * size;
    if (round % 5 == 0) {
      for (std::uint32_t lane = 1; lane < 32; lane += 2) offsets[lane] = offsets[lane - 1];
    }
    const std::uint32_t mask = round % 2 == 0 ? ~0u : static_cast<std::uint32_t>(random());
    for (const bool may_pair : {false, true}) {
      const std::vector<BankPass> passes = list_passes(offsets, mask, size, may_pair);
      ASSERT_EQ(passes.size(), count_wavefronts(offsets, mask, size, may_pair).count);
      std::uint32_t served = 0;
      for (const BankPass& pass : passes) {
        for (std::uint32_t bank = 0; bank < 32; ++bank) {
          if ((pass.banks >> bank & 1) == 0) continue;
          ASSERT_EQ(pass.words[bank] % 32, bank);
          for (std::uint32_t lane = 0; lane < 32; ++lane) {
            const bool is_of_lane = (pass.lanes & mask) >> lane & 1 &&
                                    pass.words[bank] >= offsets[lane] / 4 &&
                                    pass.words[bank] < offsets[lane] / 4 + words;
            served += is_of_lane ? 1 : 0;
          }
        }
      }
      ASSERT_EQ(served, static_cast<std::uint32_t>(std::popcount(mask)) * words);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, PassesOfSize, ::testing::Values(1, 2, 4, 8, 16));

TEST(AtomicPasses, AreTheCountedTurns) {
  std::mt19937_64 random(7);
  LaneOffsets offsets;
  for (int round = 0; round < 300; ++round) {
    for (const std::uint32_t size : {4u, 8u}) {
      for (std::uint32_t& offset : offsets)
        offset = static_cast<std::uint32_t>(random() % 200) * size;
      const auto mask = static_cast<std::uint32_t>(random());
      for (const SharedAtomic how :
           {SharedAtomic::counting, SharedAtomic::native, SharedAtomic::compare_and_swap}) {
        if (how == SharedAtomic::counting && size != 4) continue;
        const auto passes =
            static_cast<std::uint32_t>(list_atomic_passes(how, offsets, mask, size).size());
        EXPECT_EQ(how == SharedAtomic::compare_and_swap ? 2 * passes : passes,
                  count_shared_atomic(how, offsets, mask, size).atomic.count);
      }
    }
  }
  EXPECT_TRUE(list_atomic_passes(SharedAtomic::loop, offsets, ~0u, 4).empty());
}

}  // namespace
}  // namespace warpscope::exec
