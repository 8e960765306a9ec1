// Which lanes the virtual GPU itself runs together in a branch and in a loop: the rule of the
// figures of lanes says the same.
#include "presentation/figures/warp_masks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <stdexcept>
#include <string>

#include "vgpu/exec/launch.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/ptx/module.h"

namespace warpscope::figures {
namespace {

constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 20;

// The parameters are the addresses of the lanes' values and of the log: a row of 32 words for each
// line of code, in which every lane that runs the line leaves the mask of those that run it with
// it. %r0 is the lane, %r1 its value, %rd0 its word in the log's first row.
constexpr const char* kHead =
    ".version 9.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry figure(.param .u64 values, .param .u64 log) {\n"
    ".reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
    "mov.u32 %r0, %tid.x;\n"
    "ld.param.u64 %rd0, [values];\n"
    "mad.wide.u32 %rd0, %r0, 4, %rd0;\n"
    "ld.global.u32 %r1, [%rd0];\n"
    "ld.param.u64 %rd0, [log];\n"
    "mad.wide.u32 %rd0, %r0, 4, %rd0;\n";

std::string log_row(std::size_t row) {
  return fmt::format("activemask.b32 %r7;\nst.global.u32 [%rd0+{}], %r7;\n", row * 128);
}

/// Runs the kernel; masks by row of its log.
Masks run(const std::string& body, const LaneValues& values, std::size_t rows) {
  memory::DeviceMemory memory(kMemoryBytes);
  const auto program = exec::load(ptx::parse(kHead + body + "ret;\n}\n"), memory);
  const std::size_t log_bytes = rows * 128;
  const auto from = memory.allocate(sizeof values), log = memory.allocate(log_bytes);
  if (!from || !log) throw std::runtime_error("The kernel does not fit into its memory.");
  std::memcpy(memory.translate(*from, sizeof values), values.data(), sizeof values);
  std::array<std::byte, 16> parameters;
  std::memcpy(parameters.data(), &*from, 8);
  std::memcpy(parameters.data() + 8, &*log, 8);
  const auto result =
      exec::launch(*program, "figure", {{1, 1, 1}, {32, 1, 1}, 0, parameters}, memory, {});
  if (result.fault) throw std::runtime_error("The kernel has failed.");
  Masks masks(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    LaneValues words;
    std::memcpy(words.data(), memory.translate(*log + row * 128, 128), 128);
    for (const auto mask : words) {
      if (mask != 0 && std::ranges::find(masks[row], mask) == masks[row].end())
        masks[row].push_back(mask);
    }
  }
  return masks;
}

Masks run_arms(const LaneValues& values, const std::vector<std::uint32_t>& arms) {
  std::string body = log_row(0);
  for (std::size_t arm = 0; arm < arms.size(); ++arm) {
    body +=
        fmt::format("setp.ne.u32 %p1, %r1, {0};\n@%p1 bra NEXT{1};\n{2}bra.uni DONE;\nNEXT{1}:\n",
                    arms[arm], arm, log_row(arm + 1));
  }
  return run(body + "DONE:\n" + log_row(arms.size() + 1), values, arms.size() + 2);
}

Masks run_loop(const LaneValues& trips, std::uint32_t most) {
  // %rd1: the lane's word in the row of the iteration.
  const auto body = log_row(0) +
                    "mov.u32 %r2, 0;\nadd.u64 %rd1, %rd0, 128;\nLOOP:\n"
                    "setp.ge.u32 %p1, %r2, %r1;\n@%p1 bra DONE;\n"
                    "activemask.b32 %r7;\nst.global.u32 [%rd1], %r7;\n"
                    "add.u64 %rd1, %rd1, 128;\nadd.u32 %r2, %r2, 1;\nbra.uni LOOP;\nDONE:\n" +
                    log_row(most + 1);
  return run(body, trips, most + 2);
}

/// Values below `ways`, and in each fourth set one and the same.
LaneValues random_values(std::mt19937& random, std::uint32_t ways) {
  LaneValues values{};
  for (auto& value : values) value = static_cast<std::uint32_t>(random()) % ways;
  if (random() % 4 == 0) values.fill(values.front());
  return values;
}

TEST(WarpMasks, OfABranchAreThoseThatTheVirtualGpuRuns) {
  std::mt19937 random(27);
  for (const std::uint32_t ways : {1U, 2U, 3U, 5U, 8U, 16U, 32U}) {
    for (int repeat = 0; repeat < 8; ++repeat) {
      const auto values = random_values(random, ways);
      const std::set<std::uint32_t> different(values.begin(), values.end());
      std::vector<std::uint32_t> arms(different.begin(), different.end());
      EXPECT_EQ(masks_of_arms(values, arms), run_arms(values, arms)) << ways;
      std::ranges::shuffle(arms, random);
      arms.push_back(ways);  // nobody's
      arms.push_back(arms.front());
      EXPECT_EQ(masks_of_arms(values, arms), run_arms(values, arms)) << ways;
    }
  }
}

TEST(WarpMasks, OfALoopAreThoseThatTheVirtualGpuRuns) {
  std::mt19937 random(28);
  for (const std::uint32_t ways : {1U, 2U, 4U, 9U, 33U}) {
    for (int repeat = 0; repeat < 8; ++repeat) {
      const auto trips = random_values(random, ways);
      const auto most = *std::ranges::max_element(trips);
      EXPECT_EQ(masks_of_loop(trips, most), run_loop(trips, most)) << ways;
      EXPECT_EQ(masks_of_loop(trips, most + 2), run_loop(trips, most + 2)) << ways;
    }
  }
}

}  // namespace
}  // namespace warpscope::figures
