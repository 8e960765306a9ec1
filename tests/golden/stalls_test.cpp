// What warps wait for by the clock, in kernels of which one knows it (stalls.cu).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <string>

#include "record/kernel_name.h"
#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

const VirtualRun& stalls() {
  static const VirtualRun run = run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_stalls", {},
                                              {"--clock", "--cache-control", "all"});
  return run;
}

/// The line with this mark.
std::uint32_t line_of(const std::string& mark) {
  std::ifstream source(WARPSCOPE_SOURCE_DIR "/tests/golden/stalls.cu");
  std::uint32_t number = 1;
  for (std::string line; std::getline(source, line); ++number) {
    if (line.ends_with("// [" + mark + "]")) return number;
  }
  throw std::runtime_error("stalls.cu has no line " + mark);
}

const record::ClockedLaunch& clock_of(std::string_view kernel) {
  const auto& launches = stalls().record.launches;
  const auto found = std::ranges::find(launches, kernel, [](const record::Launch& launch) {
    return record::short_kernel_name(launch.kernel);
  });
  if (found == launches.end() || !found->clock)
    throw std::runtime_error("No launch of " + std::string(kernel) + " was timed.");
  return *found->clock;
}

std::uint64_t sum(const record::Counters& cycles) {
  return std::accumulate(
      cycles.begin(), cycles.end(), std::uint64_t{0},
      [](std::uint64_t so_far, const auto& state) { return so_far + state.second; });
}

/// Of all cycles of warps, those in the state.
double share(std::string_view kernel, std::string_view state) {
  const auto& cycles = clock_of(kernel).warp_cycles;
  const auto found = cycles.find(state);
  return found == cycles.end()
             ? 0
             : static_cast<double>(found->second) / static_cast<double>(sum(cycles));
}

const record::ClockedLaunch::Line& at(std::string_view kernel, const std::string& mark) {
  const auto& lines = clock_of(kernel).lines;
  const auto found =
      std::ranges::find(lines, line_of(mark), [](const auto& line) { return line.where.line; });
  if (found == lines.end()) throw std::runtime_error("The line has no cycles.");
  return *found;
}

TEST(Stalls, OfLinesAreNotMoreThanThoseOfTheLaunch) {
  for (const auto& launch : stalls().record.launches) {
    ASSERT_TRUE(launch.clock) << launch.kernel;
    record::Counters lines;
    for (const auto& line : launch.clock->lines) {
      EXPECT_NE(line.where.line, 0U);
      for (const auto& [state, cycles] : line.warp_cycles) lines[state] += cycles;
      for (const auto& cause : line.waits_for) EXPECT_GE(cause.cycles, cause.times);
    }
    for (const auto& [state, cycles] : lines)
      EXPECT_LE(cycles, launch.clock->warp_cycles.at(state)) << launch.kernel << " " << state;
    // Instructions without a line are few.
    EXPECT_GE(sum(lines), sum(launch.clock->warp_cycles) * 9 / 10) << launch.kernel;
  }
}

TEST(Stalls, OneThatIssuesAtATimeInEachSubCore) {
  for (const auto& launch : stalls().record.launches)
    EXPECT_LE(launch.clock->warp_cycles.at("selected"), 4 * launch.clock->sm_cycles)
        << launch.kernel;
}

TEST(Stalls, OfAChaseAreOfItsOwnLoad) {
  EXPECT_GT(share("chase", "long_scoreboard"), 0.7);
  const auto& line = at("chase", "chase");
  ASSERT_FALSE(line.waits_for.empty());
  EXPECT_EQ(line.waits_for.front().where.line, line_of("chase"));
  EXPECT_GE(line.waits_for.front().times, 990U);
  // What hits in L1 takes 30 to 45 cycles.
  const auto each = line.waits_for.front().cycles / line.waits_for.front().times;
  EXPECT_GT(each, 15U);
  EXPECT_LT(each, 60U);
}

TEST(Stalls, StandAtTheLineThatWaitsWithTheLineItWaitsFor) {
  const auto& line = at("load_and_use", "use");
  ASSERT_FALSE(line.waits_for.empty());
  EXPECT_EQ(line.waits_for.front().where.line, line_of("load"));
  EXPECT_GT(line.waits_for.front().cycles / line.waits_for.front().times, 300U);
}

TEST(Stalls, OfBankConflictsAreOfSharedMemory) {
  EXPECT_GT(share("conflicts", "short_scoreboard") + share("conflicts", "mio_throttle"), 0.8);
  EXPECT_EQ(at("conflicts", "bank").waits_for.front().where.line, line_of("bank"));
}

TEST(Stalls, OfWarpsWithoutWorkAreOfTheBarrier) {
  EXPECT_GT(share("uneven_barrier", "barrier"), 0.7);
  EXPECT_GT(at("uneven_barrier", "barrier").warp_cycles.at("barrier"),
            clock_of("uneven_barrier").warp_cycles.at("barrier") * 99 / 100);
}

TEST(Stalls, OfDependentInstructionsAreWaits) {
  EXPECT_GT(share("dependent", "wait"), 0.6);
  EXPECT_LT(share("dependent", "not_selected"), 0.01);
}

TEST(Stalls, OfManyWarpsAreThatOthersWereSelected) {
  EXPECT_GT(share("many_warps", "not_selected"), 0.5);
  const auto& clock = clock_of("many_warps");
  EXPECT_GT(static_cast<double>(clock.warp_cycles.at("selected")),
            0.6 * 4 * static_cast<double>(clock.sm_cycles));
}

TEST(Stalls, OfDoublesAreOfTheirPipe) {
  // In every other cycle the pipe is busy; in the others one warp of the sub-core has it.
  EXPECT_GT(share("doubles", "math_pipe_throttle"), 0.3);
  EXPECT_GT(clock_of("doubles").use.at("fp64"), 0.6);
}

TEST(Stalls, OfCodeThatIsNotThereAreOfInstructions) {
  EXPECT_GT(share("much_code", "no_instruction"), 0.3);
}

TEST(Stalls, OfAFenceStandAtIt) {
  // An H200 takes 422 behind a store, of MEMBAR and CGAERRBAR together, and 220 without one (an
  // H100: 607 and 627; bench/calibrate/probes_stalls.cu), and some 47 of `wait`, most of it behind
  // ERRBAR.
  const auto& cycles = at("fence", "fence").warp_cycles;
  EXPECT_GT(cycles.at("membar"), 370U);
  EXPECT_LT(cycles.at("membar"), 450U);
  EXPECT_GT(cycles.at("wait"), 30U);
}

TEST(Stalls, OfAWarpThatHasEndedAreOfItsStores) {
  // An H100: 263 cycles for four stores of 32 lines.
  const auto drain = clock_of("stores_apart").warp_cycles.at("drain");
  EXPECT_GT(drain, 200U);
  EXPECT_LT(drain, 330U);
}

// An H100: 2,830 cycles of drain a warp, 283 of lg_throttle and 15 of mio_throttle.
TEST(Stalls, OfManyStoresLeaveRoomInTheQueueToOthers) {
  constexpr std::uint64_t kWarps = 16;
  const auto& cycles = clock_of("many_stores_apart").warp_cycles;
  EXPECT_GT(cycles.at("lg_throttle"), 80U * kWarps);
  EXPECT_LT(cycles.at("mio_throttle"), cycles.at("lg_throttle") / 2);
  EXPECT_GT(cycles.at("drain"), 2'000U * kWarps);
  EXPECT_LT(cycles.at("drain"), 3'000U * kWarps);
}

// An H100: 3 for each turn of a loop, 8 for an EXIT, 25 for lanes that go two ways and meet.
TEST(Stalls, OfBranchesAreOfTheirTarget) {
  constexpr std::uint64_t kTurns = 256;
  EXPECT_EQ(clock_of("nothing").warp_cycles.at("branch_resolving"), 8U);
  const auto loop = clock_of("loop").warp_cycles;
  EXPECT_GE(loop.at("branch_resolving"), 3 * (kTurns - 1));
  EXPECT_LT(loop.at("branch_resolving"), 3 * kTurns + 20);
  EXPECT_GE(loop.at("no_instruction"), 2 * (kTurns - 1));
  EXPECT_GT(clock_of("two_ways").warp_cycles.at("branch_resolving"), 18 * kTurns);
}

TEST(Stalls, OfReturnsAreOfTheirTarget) {
  // An H100: 31 cycles for a return, 3 each for the call and the loop's branch.
  constexpr std::uint64_t kTurns = 200, kCycles = 31 + 3 + 3;
  const std::uint64_t cycles = clock_of("calls").warp_cycles.at("branch_resolving");
  EXPECT_GE(cycles, (kTurns - 1) * kCycles);
  EXPECT_LE(cycles, (kTurns + 1) * kCycles);
}

TEST(Stalls, OfParametersThatAreNotThereAreOfConstants) {
  EXPECT_GE(clock_of("dependent").warp_cycles.at("imc_miss"), 50U);
}

TEST(Stalls, AreNotToldWithoutTheClock) {
  const VirtualRun run = run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_stalls");
  for (const auto& launch : run.record.launches) EXPECT_FALSE(launch.clock);
  EXPECT_FALSE(run.record.device.capabilities->tells_warp_states);
  EXPECT_TRUE(stalls().record.device.capabilities->tells_warp_states);
}

}  // namespace
}  // namespace warpscope
