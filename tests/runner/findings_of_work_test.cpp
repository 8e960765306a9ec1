// Rules on what a launch wastes: each finds a real loss, and leaves alone what costs nothing.
#include <gtest/gtest.h>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;
using test::add_launch;
using test::add_line;
using test::find;
using test::made_record;

std::string text(std::string_view name) { return std::string(name); }

// 1024 blocks of 8 warps; what made_record's launches have.
constexpr std::uint64_t kWarps = 8192;
constexpr std::uint64_t kFloor = 256;

record::RunRecord atomics_on(std::uint64_t requests, std::uint64_t sectors,
                             std::uint64_t written_sectors) {
  auto record = made_record();
  auto& launch = add_launch(record);
  launch.written_sectors = written_sectors;
  add_line(launch, 7, {{text(kReductionRequests), requests}, {text(kReductionSectors), sectors}});
  apply_rules(record);
  return record;
}

TEST(ContendedAtomics, AMillionOnOneWordAreFound) {
  const auto record = atomics_on(31'250, 1'000'000, 1);
  const auto* finding = find(record, "contended-global-atomic");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, record::Finding::Severity::warning);
  EXPECT_EQ(finding->where->line, 7U);
  EXPECT_NE(finding->cause.find("31250 "), std::string::npos) << finding->cause;
  EXPECT_NE(finding->cause.find("one sector"), std::string::npos) << finding->cause;
}

TEST(ContendedAtomics, ThoseThatPtxasAddsUpByWarpQueueAsWell) {
  EXPECT_NE(find(atomics_on(32'768, 32'768, 1), "contended-global-atomic"), nullptr);
}

TEST(ContendedAtomics, ManyWordsOrFewAtomicsAreLeftAlone) {
  EXPECT_EQ(find(atomics_on(32'768, 1'048'576, 131'072), "contended-global-atomic"), nullptr)
      << "scattered over 4 MiB";
  EXPECT_EQ(find(atomics_on(4096, 4096, 1), "contended-global-atomic"), nullptr)
      << "one of each of 4096 blocks";
  EXPECT_EQ(find(atomics_on(31'250, 1'000'000, 0), "contended-global-atomic"), nullptr)
      << "a record that does not say where";
}

TEST(ContendedAtomics, OneWordBesideAnotherOutputIsFound) {
  const auto counter_beside_output = [](std::uint64_t sectors_of_counter) {
    auto record = made_record();
    auto& launch = add_launch(record);
    launch.written_sectors = 4097;
    launch.written_sectors_beside_atomics = sectors_of_counter;
    add_line(launch, 7, {{text(kAtomicRequests), 2049}, {text(kAtomicSectors), 32'768}});
    apply_rules(record);
    return find(record, "contended-global-atomic") != nullptr;
  };
  EXPECT_TRUE(counter_beside_output(1));
  EXPECT_FALSE(counter_beside_output(5)) << "in an array of 40 words";
  EXPECT_FALSE(counter_beside_output(0)) << "a record that does not say where the atomics went";
}

record::RunRecord shared_atomics(record::Counters counters) {
  auto record = made_record();
  add_line(add_launch(record), 9, counters);
  apply_rules(record);
  return record;
}

TEST(SharedAtomics, ManyOfOneBankAreFound) {
  const auto record = shared_atomics({{text(kInstructions), 65'536},
                                      {text(kSharedAtomicInstructions), 8192},
                                      {text(kSharedAtomicWavefronts), 262'144},
                                      {text(kSharedAtomicConflicts), 253'952}});
  const auto* finding = find(record, "shared-atomic-conflict");
  ASSERT_NE(finding, nullptr);
  EXPECT_NE(finding->cause.find("32.0 passes"), std::string::npos) << finding->cause;
  EXPECT_EQ(find(record, "shared-bank-conflict"), nullptr) << "one finding for one mistake";
}

TEST(SharedAtomics, LoopsThatComeAgainAreFound) {
  const auto record = shared_atomics({{text(kInstructions), 8 * 2048},
                                      {text(kSharedAtomicInstructions), 32 * 2048},
                                      {text(kSharedAtomicWavefronts), 32 * 2048}});
  ASSERT_NE(find(record, "shared-atomic-conflict"), nullptr);
}

TEST(SharedAtomics, RandomBinsAreLeftAlone) {
  EXPECT_TRUE(shared_atomics({{text(kInstructions), 65'536},
                              {text(kSharedAtomicInstructions), 8192},
                              {text(kSharedAtomicWavefronts), 28'672},
                              {text(kSharedAtomicConflicts), 20'480}})
                  .findings.empty());
  EXPECT_TRUE(shared_atomics({{text(kInstructions), 3 * 8192},
                              {text(kSharedAtomicInstructions), 28'672},
                              {text(kSharedAtomicWavefronts), 28'672}})
                  .findings.empty())
      << "a loop with three or four turns";
}

/// A launch that executes `instructions` with `lanes` active ones on average, and branches of one
/// line of which `divergent` split their warp.
record::RunRecord divergence(std::uint64_t instructions, double lanes, std::uint64_t branches,
                             std::uint64_t divergent, std::uint32_t block = 256) {
  auto record = made_record();
  auto& launch = add_launch(record);
  launch.block = {block, 1, 1};
  add_line(launch, 5, {{text(kBranches), branches}, {text(kDivergentBranches), divergent}});
  launch.counters[text(kInstructions)] = instructions;
  launch.counters[text(kThreadInstructions)] =
      static_cast<std::uint64_t>(static_cast<double>(instructions) * lanes);
  apply_rules(record);
  return record;
}

TEST(WarpDivergence, LoopsThatLanesLeaveAtDifferentTimesAreFound) {
  // A tenth of a loop's branches diverge, and a third of the lanes' work is lost.
  const auto record = divergence(2'000'000, 21, 465'320, 46'532);
  const auto* finding = find(record, "warp-divergence");
  ASSERT_NE(finding, nullptr);
  EXPECT_NE(finding->cause.find("21.0 of 32 lanes"), std::string::npos) << finding->cause;
}

TEST(WarpDivergence, HarmlessOnesAreLeftAlone) {
  EXPECT_EQ(find(divergence(2'000'000, 31, 465'320, 46'532), "warp-divergence"), nullptr)
      << "few lanes are lost";
  EXPECT_EQ(find(divergence(2'000'000, 21, kWarps, 1), "warp-divergence"), nullptr)
      << "the guard of the last block";
  EXPECT_EQ(find(divergence(4'000, 16, 1'000, 1'000), "warp-divergence"), nullptr)
      << "few instructions";
  EXPECT_EQ(find(divergence(2'000'000, 15.5, 465'320, 46'532, 16), "warp-divergence"), nullptr)
      << "blocks of 16 threads have no more lanes";
}

TEST(WarpDivergence, OfOneLaunchTheLinesThatMatterAreNamed) {
  auto record = made_record();
  auto& launch = add_launch(record);
  add_line(launch, 5, {{text(kBranches), 400'000}, {text(kDivergentBranches), 200'000}});
  add_line(launch, 6, {{text(kBranches), kWarps}, {text(kDivergentBranches), kWarps / 2}});
  launch.counters[text(kInstructions)] = 2'000'000;
  launch.counters[text(kThreadInstructions)] = 30'000'000;
  apply_rules(record);
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].where->line, 5U);
}

/// A launch whose line 5 splits its warps, and of whose 2'000'000 instructions half are line 9's,
/// in which one lane waits.
record::RunRecord wait_of(const record::Counters& more_of_line_9, double lanes_of_the_rest) {
  auto record = made_record();
  auto& launch = add_launch(record);
  add_line(launch, 5, {{text(kBranches), 400'000}, {text(kDivergentBranches), 200'000}});
  record::Counters of_line{{text(kInstructions), 1'000'000},
                           {text(kThreadInstructions), 1'200'000},
                           {text(kBranches), 300'000},
                           {text(kDivergentBranches), kWarps / 2}};
  of_line.insert(more_of_line_9.begin(), more_of_line_9.end());
  add_line(launch, 9, of_line);
  launch.counters[text(kInstructions)] = 2'000'000;
  launch.counters[text(kThreadInstructions)] =
      1'200'000 + static_cast<std::uint64_t>(1'000'000 * lanes_of_the_rest);
  launch.counters[text(kDivergentBranches)] = 200'000 + kWarps / 2;
  apply_rules(record);
  return record;
}

TEST(WarpDivergence, LanesThatWaitForTheGridAreNoOtherLinesFault) {
  const record::Counters of_grid_sync{{text(kBarriers), 2 * kWarps}, {text(kAtomicRequests), 64}};
  EXPECT_TRUE(wait_of(of_grid_sync, 30).findings.empty()) << "neither line 5 nor the call";
  const auto record = wait_of(of_grid_sync, 20);
  ASSERT_EQ(record.findings.size(), 1U) << "line 5 loses lanes itself";
  EXPECT_EQ(record.findings[0].where->line, 5U);
  EXPECT_NE(find(wait_of({}, 30), "warp-divergence"), nullptr) << "a loop of one lane";
  EXPECT_NE(find(wait_of({{text(kBarriers), 2 * kWarps}}, 30), "warp-divergence"), nullptr)
      << "a barrier in a loop on one line";
}

TEST(FloorOfWork, SmallLaunchesGetNoWarning) {
  for (const auto requests : {std::uint64_t{33}, kFloor - 1, kFloor}) {
    const bool is_enough = requests >= kFloor;
    const auto apply = [&](const record::Counters& counters) {
      auto record = made_record();
      add_line(add_launch(record), 5, counters);
      apply_rules(record);
      return record;
    };
    EXPECT_EQ(find(apply(test::loads(requests, requests * 32, requests * 4)), "uncoalesced-load") !=
                  nullptr,
              is_enough)
        << requests;
    EXPECT_EQ(find(apply(test::stores(requests, requests * 5, requests * 4)), "misaligned-base") !=
                  nullptr,
              is_enough)
        << requests;
    EXPECT_EQ(find(apply({{text(kSharedLoadWavefronts), requests * 2},
                          {text(kSharedLoadConflicts), requests}}),
                   "shared-bank-conflict") != nullptr,
              is_enough)
        << requests;
  }
}

// Lanes that leave a loop one after the other store few elements at a time, here and there.
TEST(MisalignedBase, IsNotSaidOfAFewScatteredLanes) {
  for (const std::uint64_t lanes : {5U, 31U}) {
    auto record = made_record();
    auto counters = test::stores(1000, 1800, 1000);
    counters[text(record::metric::kInstructions)] = 1000;
    counters[text(record::metric::kThreadInstructions)] = 1000 * lanes;
    add_line(add_launch(record), 5, counters);
    apply_rules(record);
    EXPECT_EQ(find(record, "misaligned-base") != nullptr, lanes == 31) << lanes;
  }
}

}  // namespace
}  // namespace warpscope::runner
