// What memory held comes back exactly, and nothing beside it is touched.
#include "vgpu/exec/execution/memory_undo.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

namespace warpscope::exec {
namespace {

using Memory = std::vector<std::byte>;

TEST(MemoryUndo, PutsBackWhatEachPartOverwrote) {
  std::mt19937 random(5);
  const auto below = [&](std::uint32_t limit) { return random() % limit; };
  constexpr std::uint32_t kBytes = 1000, kParts = 12;
  for (int round = 0; round < 50; ++round) {
    Memory memory(kBytes);
    MemoryUndo undo(std::uint64_t{1} << 30);
    std::vector<Memory> then;
    for (std::uint32_t part = 0; part < kParts; ++part) {
      if (part > 0) undo.begin_part();
      then.push_back(memory);
      for (std::uint32_t write = below(40); write-- > 0;) {
        const std::uint32_t size = std::uint32_t{1} << below(8);
        const std::uint32_t at = below(kBytes - size);
        undo.save(memory.data() + at, size);
        for (std::uint32_t i = 0; i < size; ++i)
          memory[at + i] = static_cast<std::byte>(below(256));
      }
    }
    // Every second part goes into the one before it, as when copies become too many.
    std::vector<std::size_t> kept;
    for (std::size_t part = 0; part < kParts; ++part) kept.push_back(part);
    for (std::size_t k = 1; k + 1 < kept.size(); ++k) {
      undo.join_with_previous(k);
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(k));
    }
    ASSERT_EQ(undo.parts(), kept.size());
    for (std::size_t part = kept.size(); part-- > 0;) {
      undo.go_back_to(part);
      ASSERT_EQ(memory, then[kept[part]]) << "round " << round << " part " << kept[part];
    }
  }
}

TEST(MemoryUndo, LeavesWhatIsBesideItAlone) {
  alignas(64) std::array<std::byte, 128> memory{};
  MemoryUndo undo(1 << 20);
  undo.save(memory.data() + 60, 8);
  memory.fill(std::byte{7});
  undo.go_back_to(0);
  for (std::size_t i = 0; i < memory.size(); ++i)
    EXPECT_EQ(memory.at(i), i >= 60 && i < 68 ? std::byte{0} : std::byte{7}) << i;
}

TEST(MemoryUndo, ForgetsTheOldestPartWhenItHasTooMuch) {
  Memory memory(1 << 16);
  MemoryUndo undo(1 << 14);
  for (std::uint32_t part = 0; part < 8; ++part) {
    if (part > 0) undo.begin_part();
    undo.save(memory.data() + (part << 13), 1 << 12);
  }
  EXPECT_FALSE(undo.can_go_back_to(0));
  EXPECT_TRUE(undo.can_go_back_to(7));
  EXPECT_TRUE(undo.is_last_part_large());
  EXPECT_EQ(undo.parts(), 8U);
}

}  // namespace
}  // namespace warpscope::exec
