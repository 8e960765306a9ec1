// What `explain` says of kernels of which one knows what they lose (explain.cu), and what a launch
// would take without that, beside the same kernel written without it.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "record/what_if.h"
#include "runner/report/explain.h"
#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

/// In the order of explain.cu's main().
enum Which { kConflicts, kPadded, kApart, kBeside, kFewBlocks, kManyBlocks, kCompute, kOneWord,
             kManyWords, kUneven };

const record::RunRecord& tried() {
  static const VirtualRun run = run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_explain", {},
                                              {"--explain", "--cache-control", "all"});
  return run.record;
}

const record::Launch& launch(Which which) {
  const auto& launches = tried().launches;
  if (launches.size() <= which || !launches[which].clock)
    throw std::runtime_error("The launch was not timed.");
  return launches[which];
}

bool has_change(Which which, std::string_view change) {
  return std::ranges::any_of(launch(which).clock->what_if,
                             [&](const auto& what_if) { return what_if.change == change; });
}

double time_without(Which which, std::string_view change) {
  for (const auto& what_if : launch(which).clock->what_if) {
    if (what_if.change == change) return what_if.duration_s;
  }
  throw std::runtime_error("The change was not tried.");
}

/// The change that saves most, beside those of the launch itself.
std::string best_change(Which which) {
  for (const auto* what_if : record::by_savings(launch(which))) {
    if (what_if->change != "no_launch_cost") return what_if->change;
  }
  return {};
}

void expect_near(double time_s, double expected_s, double share) {
  EXPECT_GT(time_s, expected_s * (1 - share));
  EXPECT_LT(time_s, expected_s * (1 + share));
}

std::string text(Which which) { return runner::explained(tried(), launch(which)); }

void expect_says(Which which, std::string_view part) {
  EXPECT_NE(text(which).find(part), std::string::npos) << part << "\n" << text(which);
}

TEST(Explain, WithoutBankConflictsATransposeTakesAsLongAsThePaddedOne) {
  EXPECT_EQ(best_change(kConflicts), "no_bank_conflicts");
  const double padded_s = launch(kPadded).duration_s;
  EXPECT_GT(launch(kConflicts).duration_s, 1.5 * padded_s);
  expect_near(time_without(kConflicts, "no_bank_conflicts"), padded_s, 0.15);
  EXPECT_DOUBLE_EQ(time_without(kPadded, "no_bank_conflicts"), padded_s);
  expect_says(kConflicts, "Most is lost by one cost: without bank conflicts in shared memory");
}

TEST(Explain, WithTheFewestSectorsACopyTakesAsLongAsTheCoalescedOne) {
  EXPECT_EQ(best_change(kApart), "fewest_sectors");
  const double beside_s = launch(kBeside).duration_s;
  EXPECT_GT(launch(kApart).duration_s, 3 * beside_s);
  expect_near(time_without(kApart, "fewest_sectors"), beside_s, 0.15);
  EXPECT_NEAR(time_without(kBeside, "fewest_sectors"), beside_s, 1e-9 * beside_s);
  expect_says(kApart, "(32 sectors a request, 4 would do)");
}

TEST(Explain, WithFullOccupancyAWaitingKernelTakesAsLongAsOneWithoutSharedMemory) {
  EXPECT_EQ(best_change(kFewBlocks), "full_occupancy");
  const double many_s = launch(kManyBlocks).duration_s;
  EXPECT_GT(launch(kFewBlocks).duration_s, 2 * many_s);
  expect_near(time_without(kFewBlocks, "full_occupancy"), many_s, 0.15);
  expect_says(kFewBlocks, "12 % would fit (shared memory keeps the next block out). That matters");
  // Nothing keeps more blocks out there than the machine does.
  EXPECT_FALSE(has_change(kManyBlocks, "full_occupancy"));
}

TEST(Explain, OfAKernelThatComputesNoCostSavesMuch) {
  expect_says(kCompute, "It is bound by the schedulers' issue slots, at 9");
  expect_says(kCompute, "No cost within the kernel, left out alone, saves as much as 5 %");
  EXPECT_FALSE(has_change(kCompute, "no_bank_conflicts"));
  EXPECT_FALSE(has_change(kCompute, "no_barrier_waits"));
}

TEST(Explain, WithoutQueuesAtomicsOnOneWordTakeAboutWhatThoseOnManyDo) {
  EXPECT_EQ(best_change(kOneWord), "no_atomic_queues");
  const double many_s = launch(kManyWords).duration_s;
  EXPECT_GT(launch(kOneWord).duration_s, 10 * many_s);
  // Many words have to come from memory as well.
  EXPECT_GT(time_without(kOneWord, "no_atomic_queues"), many_s / 2);
  EXPECT_LT(time_without(kOneWord, "no_atomic_queues"), many_s);
}

TEST(Explain, OfABlockThatTakesLongOtherSmsWaitForIt) {
  const auto& clock = *launch(kUneven).clock;
  const double all = launch(kUneven).duration_s * tried().device.clock_hz * clock.sms;
  EXPECT_GT(static_cast<double>(clock.tail_cycles), 0.8 * all);
  expect_says(kUneven, "In most of its time SMs have no blocks");
  expect_says(kUneven, "If all SMs ended at the same time, it would take");
  EXPECT_LT(static_cast<double>(launch(kManyBlocks).clock->tail_cycles),
            0.1 * launch(kManyBlocks).duration_s * tried().device.clock_hz *
                launch(kManyBlocks).clock->sms);
}

TEST(Explain, BytesInFlightAreThoseOfTheWarpsThatWait) {
  // Each of eight warps waits for one line of 128 bytes at a time.
  const auto& clock = *launch(kFewBlocks).clock;
  const auto timeline = record::timeline_of(tried(), launch(kFewBlocks));
  ASSERT_TRUE(timeline);
  const auto& bytes = timeline->bytes_in_flight;
  ASSERT_GT(bytes.size(), 100U);
  EXPECT_LE(bytes.size(), 256U);
  const double most = static_cast<double>(*std::ranges::max_element(bytes)) / clock.sms;
  EXPECT_LE(most, 8 * 128);
  EXPECT_GT(most, 0.9 * 8 * 128);
  double byte_cycles = 0;
  for (const auto interval : bytes)
    byte_cycles += static_cast<double>(interval) *
                   static_cast<double>(timeline->interval_cycles);
  // Little's law: all that was moved, for as long as an access took (600 cycles and more from DRAM,
  // 250 and more from L2).
  const double moved = 4224 * 2 * 8 * 128;
  EXPECT_GT(byte_cycles / moved, 200);
  EXPECT_LT(byte_cycles / moved, 1200);
}

TEST(Explain, KeepsWhatSomeWarpsAndBlocksDidOverTime) {
  for (const auto& each : tried().launches) {
    const auto kept = record::timeline_of(tried(), each);
    ASSERT_TRUE(kept) << each.kernel;
    const auto& timeline = *kept;
    const double cycles = each.duration_s * tried().device.clock_hz;
    EXPECT_FALSE(timeline.blocks.empty());
    for (const auto& block : timeline.blocks) {
      EXPECT_LT(block.begin_cycle, block.end_cycle);
      EXPECT_LT(static_cast<double>(block.end_cycle), cycles);
    }
    EXPECT_FALSE(timeline.warps.empty());
    for (const auto& warp : timeline.warps) {
      EXPECT_EQ(warp.spans.size() % 2, 0U);
      double end = static_cast<double>(warp.begin_cycle);
      for (std::size_t i = 0; i + 1 < warp.spans.size(); i += 2) {
        ASSERT_LT(warp.spans[i], timeline.states.size());
        end += static_cast<double>(warp.spans[i + 1]);
      }
      EXPECT_LT(end, cycles);
    }
  }
  // A warp is in its block from the beginning to the end.
  const auto kept = record::timeline_of(tried(), launch(kUneven));
  ASSERT_TRUE(kept);
  const auto& timeline = *kept;
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < timeline.warps[0].spans.size(); i += 2)
    sum += timeline.warps[0].spans[i];
  EXPECT_EQ(timeline.warps[0].block, 0U);
  EXPECT_EQ(timeline.blocks[0].block, 0U);
  EXPECT_NEAR(static_cast<double>(sum),
              static_cast<double>(timeline.blocks[0].end_cycle - timeline.blocks[0].begin_cycle),
              200);
}

TEST(Explain, WithoutLatencyOrLimitsALaunchTakesNoLonger) {
  for (const auto& each : tried().launches) {
    ASSERT_TRUE(each.clock) << each.kernel;
    for (const auto& what_if : each.clock->what_if)
      EXPECT_LT(what_if.duration_s, each.duration_s * 1.02) << each.kernel << " " << what_if.change;
  }
}

TEST(Explain, EachChangeThatIsTriedHasAMeaning) {
  for (const auto& each : tried().launches) {
    for (const auto& what_if : each.clock->what_if)
      EXPECT_NE(record::meaning_of_change(what_if.change), what_if.change);
  }
}

TEST(Explain, TriesNothingUnlessItIsAsked) {
  const VirtualRun run =
      run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_explain", {}, {"--clock"});
  for (const auto& each : run.record.launches) {
    EXPECT_TRUE(each.clock->what_if.empty());
    EXPECT_TRUE(record::timeline_of(run.record, each));  // the clock keeps it in any case
  }
  EXPECT_FALSE(run.record.device.capabilities->tries_changes);
  EXPECT_TRUE(tried().device.capabilities->tries_changes);
  const auto said = runner::explained(run.record, run.record.launches.front());
  EXPECT_NE(said.find("What mending would bring was not asked for"), std::string::npos) << said;
}

}  // namespace
}  // namespace warpscope
