// count_copy_conflicts against rule R7 of docs/reference/counters.md, wavefront by wavefront.
#include "vgpu/counting/copy_conflicts.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace warpscope::exec {
namespace {

struct Lane {
  std::uint32_t number;
  std::uint64_t from, to;
};

std::uint64_t tag_bank(std::uint64_t line) {
  const auto bit = [&](int index) { return line >> index & 1; };
  return (bit(1) ^ bit(3) ^ bit(4)) + 2 * (bit(0) ^ bit(2) ^ bit(4) ^ bit(5));
}

// In each wavefront goes who finds its banks asked for by none before it that is left.
std::uint32_t count_wavefronts_of(std::vector<Lane> left, std::uint32_t size_bytes, bool reads) {
  std::uint32_t wavefronts = 0;
  for (; !left.empty(); ++wavefronts) {
    std::set<std::uint64_t> sources, destinations;
    std::vector<Lane> waiting;
    for (const Lane& lane : left) {
      bool is_free = true;
      for (std::uint64_t byte = 0; byte < size_bytes; byte += 4) {
        const bool is_source_free = !reads || sources.insert((lane.from + byte) / 4 % 32).second;
        const bool is_destination_free = destinations.insert((lane.to + byte) / 4 % 32).second;
        is_free = is_free && is_source_free && is_destination_free;
      }
      if (!is_free) waiting.push_back(lane);
    }
    left = waiting;
  }
  return wavefronts;
}

std::uint32_t conflicts_of_pass(const std::vector<Lane>& lanes, std::uint32_t size_bytes,
                                bool reads) {
  std::uint32_t conflicts = 0;
  for (std::uint32_t phase = 0; phase < size_bytes / 4; ++phase) {
    std::vector<Lane> served;
    for (const Lane& lane : lanes) {
      if (lane.number / (32 / (size_bytes / 4)) == phase) served.push_back(lane);
    }
    if (!served.empty()) conflicts += count_wavefronts_of(served, size_bytes, reads) - 1;
  }
  return conflicts;
}

std::uint32_t reference(const LaneAddresses& from, const LaneOffsets& to, std::uint32_t mask,
                        std::uint32_t filling, std::uint32_t size_bytes) {
  std::vector<Lane> fills, left;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    ((filling >> lane & 1) != 0 ? fills : left).push_back({lane, from[lane], to[lane]});
  }
  std::uint32_t conflicts = conflicts_of_pass(fills, size_bytes, false);
  while (!left.empty()) {
    std::map<std::uint64_t, std::uint64_t> line_of_bank;
    std::vector<Lane> served, waiting;
    for (const Lane& lane : left) {
      const std::uint64_t line = lane.from / 128;
      const std::uint64_t taken = line_of_bank.emplace(tag_bank(line), line).first->second;
      (taken == line ? served : waiting).push_back(lane);
    }
    conflicts += conflicts_of_pass(served, size_bytes, true);
    left = waiting;
  }
  return conflicts;
}

TEST(CopyConflicts, FollowTheRule) {
  std::mt19937_64 random(8);
  std::uint64_t total = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::uint32_t size_bytes = 4u << random() % 3;
    const auto mask = static_cast<std::uint32_t>(round % 3 == 0 ? 0xffffffff : random());
    const auto filling = static_cast<std::uint32_t>(round % 4 == 0 ? random() & random() : 0);
    const std::uint64_t range = 1 + random() % 512;
    const std::uint32_t step = round % 5 == 0 ? 144 : size_bytes;
    LaneAddresses from;
    LaneOffsets to;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      from[lane] = 4096 + (round % 7 == 0 ? lane : random() % range) * size_bytes;
      to[lane] = round % 2 == 0 ? lane * step / size_bytes * size_bytes
                                : static_cast<std::uint32_t>(random() % range) * size_bytes;
    }
    const std::uint32_t count = count_copy_conflicts(from, to, mask, filling, size_bytes);
    ASSERT_EQ(count, reference(from, to, mask, filling, size_bytes)) << round;
    total += count;
  }
  EXPECT_GT(total, 4000u);
}

// As cp_async_4 of counter_probes.cu on an H200, which copies to neighbouring words.
TEST(CopyConflicts, AreThoseOfAnH200) {
  LaneAddresses from;
  LaneOffsets to;
  for (std::uint32_t lane = 0; lane < 32; ++lane) to[lane] = 4 * lane;
  const auto count = [&](auto element) {
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      from[lane] = 65536 + std::uint64_t{4} * element(lane);
    return count_copy_conflicts(from, to, 0xffffffff, 0, 4);
  };
  EXPECT_EQ(count([](std::uint32_t) { return 0u; }), 31u);
  EXPECT_EQ(count([](std::uint32_t lane) { return lane; }), 0u);
  EXPECT_EQ(count([](std::uint32_t lane) { return lane / 2; }), 1u);
  EXPECT_EQ(count([](std::uint32_t lane) { return 2 * lane; }), 1u);
  EXPECT_EQ(count([](std::uint32_t lane) { return 8 * lane; }), 6u);
  EXPECT_EQ(count([](std::uint32_t lane) { return lane % 2 * 32; }), 31u);
  EXPECT_EQ(count([](std::uint32_t lane) { return lane / 2 * 16; }), 14u);
}

}  // namespace
}  // namespace warpscope::exec
