#include "runner/score/score.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "findings/catalogue.h"
#include "record/derived.h"
#include "runner/lab/glob.h"
#include "runner/metrics/case_metrics.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using record::Case;

CheckDescription counter_check(std::string_view metric) {
  CheckDescription check;
  check.kind = CheckDescription::Kind::counter;
  check.id = "traffic";
  check.title = "Traffic";
  check.points = 20;
  check.metric = metric;
  return check;
}

CheckDescription plain_check(double points) {
  CheckDescription check;
  check.points = points;
  return check;
}

record::Check score_of(const record::RunRecord& record, const CheckDescription& check) {
  return score_record(record, {check}).checks.front();
}

/// One launch with 100 requests and this many sectors, for 8,192 useful bytes, of which it wrote
/// half.
record::RunRecord record_with_sectors(std::uint64_t sectors) {
  auto record = test::made_record();
  record.cases[0].useful_bytes = 8192;
  auto& launch = test::add_launch(record);
  test::add_line(launch, 17, test::loads(100, sectors, 400));
  test::add_line(launch, 18, {{std::string(record::metric::kStoreBytes), 4096}});
  return record;
}

TEST(Glob, StarsAndQuestionMarks) {
  EXPECT_TRUE(matches_glob("scale/1024", "scale/*"));
  EXPECT_TRUE(matches_glob("scale/1024", "*1?24"));
  EXPECT_TRUE(matches_glob("", "*"));
  EXPECT_TRUE(matches_glob("aab", "*ab"));
  EXPECT_FALSE(matches_glob("scale/1024", "scale"));
  EXPECT_FALSE(matches_glob("scale", "scale?"));
  EXPECT_FALSE(matches_glob(std::string(5000, 'a'), "*a*a*a*a*a*a*a*a*b"));
}

TEST(Score, CorrectGivesTheShareOfCorrectCases) {
  auto record = test::made_record();
  record.cases.resize(4, record.cases.front());
  record.cases[1].name = "scale/33";
  record.cases[1].verdict = Case::Verdict::wrong;
  record.cases[1].message = "element 32 is 0, expected 64";
  record.cases[3].task = "other";
  record.cases[3].verdict = Case::Verdict::crashed;
  CheckDescription check;
  check.points = 12;
  check.task = "scale";
  const auto row = score_of(record, check);
  EXPECT_DOUBLE_EQ(row.points, 8);
  EXPECT_EQ(row.reason,
            "1 of 3 cases are not correct; the first is scale/33: wrong answer (element 32 is 0, "
            "expected 64)");
}

TEST(Score, FullPointsHaveNoReason) {
  auto record = test::made_record();
  const auto row = score_of(record, plain_check(3));
  EXPECT_DOUBLE_EQ(row.points, 3);
  EXPECT_EQ(row.reason, "");
}

TEST(Score, WhatRoundsToFullPointsHasNoReason) {
  auto check = counter_check(record::metric::kLoadSectors);
  check.points = 8;
  check.at_most = 2049;
  check.zero_at = 20000;
  const auto whole = score_of(record_with_sectors(2056), check);
  EXPECT_EQ(whole.points, 8);
  EXPECT_EQ(whole.reason, "");
  const auto less = score_of(record_with_sectors(2100), check);
  EXPECT_LT(less.points, 8);
  EXPECT_NE(less.reason.find("wanted at most 2049"), std::string::npos) << less.reason;
}

TEST(Score, ARightAnswerThatNoKernelComputedGivesNothing) {
  auto record = test::made_record();
  record.cases[0].useful_bytes = 8192;
  const auto row = score_of(record, plain_check(3));
  EXPECT_DOUBLE_EQ(row.points, 0);
  EXPECT_NE(row.reason.find("no kernel computed it; scale/1024 shows it"), std::string::npos)
      << row.reason;
  test::add_line(test::add_launch(record), 5, {{std::string(record::metric::kStoreBytes), 4096}});
  EXPECT_DOUBLE_EQ(score_of(record, plain_check(3)).points, 3);
}

TEST(Score, AnAnswerMustDependOnWhatIsCounted) {
  auto record = record_with_sectors(256);
  auto check = counter_check(record::metric::kLoadSectors);
  check.at_most = 300;
  check.depends_on = {record::Mechanism::async_copies, record::Mechanism::lane_exchange};
  EXPECT_DOUBLE_EQ(score_of(record, check).points, 20);
  record.cases[0].right_without = {"lane-exchange", "async-copies"};
  EXPECT_DOUBLE_EQ(score_of(record, check).points, 20) << "it needs one of the two";
  record.cases[0].right_without = {"lane-exchange+async-copies"};
  const auto row = score_of(record, check);
  EXPECT_DOUBLE_EQ(row.points, 0);
  EXPECT_NE(
      row.reason.find("leaves out asynchronous copies to shared memory and values that lanes"),
      std::string::npos)
      << row.reason;
  check.kind = CheckDescription::Kind::correct;
  EXPECT_DOUBLE_EQ(score_of(record, check).points, 0);
  check.depends_on.clear();
  EXPECT_DOUBLE_EQ(score_of(record, check).points, 20);
}

TEST(Score, WorkOfAnEarlierCaseCountsThere) {
  auto record = record_with_sectors(256);
  auto check = counter_check(record::metric::kLoadSectors);
  check.at_most = 300;
  record.cases[0].earlier_case = "scale/1";
  const auto row = score_of(record, check);
  EXPECT_DOUBLE_EQ(row.points, 0);
  EXPECT_NE(row.reason.find("computed or uploaded in scale/1"), std::string::npos) << row.reason;
  check.kind = CheckDescription::Kind::correct;
  EXPECT_DOUBLE_EQ(score_of(record, check).points, 20) << "the answer is right all the same";
}

TEST(Score, WhatTexturesReadIsWorkOfTheDevice) {
  auto record = test::made_record();
  record.cases[0].useful_bytes = 8192;
  auto& launch = test::add_launch(record);
  test::add_line(launch, 5, {{std::string(record::metric::kStoreBytes), 64}});
  EXPECT_DOUBLE_EQ(score_of(record, plain_check(3)).points, 0);
  launch.counters[std::string(record::metric::kImageSectors)] = 128;
  EXPECT_DOUBLE_EQ(score_of(record, plain_check(3)).points, 3);
}

/// A small case and one that asks for nothing, behind the record's own.
record::RunRecord record_with_small_cases(std::uint64_t useful_bytes_of_large) {
  auto record = test::made_record();
  auto& large = record.cases[0];
  large.useful_bytes = useful_bytes_of_large;
  auto small = large;
  small.name = "scale/1";
  small.useful_bytes = 8;
  auto none = large;
  none.name = "scale/0";
  none.useful_bytes = none.input_bytes = none.output_bytes = 0;
  record.cases.push_back(small);
  record.cases.push_back(none);
  return record;
}

TEST(Score, WhereTheHostComputedTheLargeCasesTheSmallOnesGiveNothing) {
  auto record = record_with_small_cases(8192);
  auto& launch = test::add_launch(record);
  launch.case_index = 1;  // only the small case has a kernel
  test::add_line(launch, 5, {{std::string(record::metric::kStoreBytes), 8}});
  auto row = score_of(record, plain_check(3));
  EXPECT_DOUBLE_EQ(row.points, 0);
  EXPECT_NE(row.reason.find("scale/1024 shows it"), std::string::npos) << row.reason;
  record.cases[0].verdict = Case::Verdict::wrong;
  EXPECT_DOUBLE_EQ(score_of(record, plain_check(3)).points, 2) << "a mistake is no deceit";
}

TEST(Score, TheCaseThatAsksForNothingNeedsAnotherOne) {
  auto record = record_with_small_cases(8192);
  for (std::size_t i : {0, 1}) record.cases[i].verdict = Case::Verdict::wrong;
  const auto row = score_of(record, plain_check(3));
  EXPECT_DOUBLE_EQ(row.points, 0);
  EXPECT_EQ(row.reason.rfind("No case that asks for something is correct", 0), 0u) << row.reason;
}

TEST(Score, WhatNoKernelComputedHasNoCounters) {
  auto check = counter_check(record::derived::kSectorsPerLoadRequest);
  check.at_most = 4;
  auto record = record_with_sectors(400);
  record.launches[0].counters.erase(std::string(record::metric::kStoreBytes));
  const auto row = score_of(record, check);
  EXPECT_EQ(row.points, 0);
  EXPECT_EQ(row.reason,
            "Nothing to count: scale/1024 has the right answer, but no kernel computed it.");
}

TEST(Score, CounterWithinTheBound) {
  auto check = counter_check(record::derived::kSectorsPerLoadRequest);
  check.at_most = 4;
  check.zero_at = 16;
  EXPECT_DOUBLE_EQ(score_of(record_with_sectors(400), check).points, 20);
}

TEST(Score, CounterFallsLinearlyToZero) {
  auto check = counter_check(record::derived::kSectorsPerLoadRequest);
  check.at_most = 4;
  check.zero_at = 16;
  const auto half = score_of(record_with_sectors(1000), check);
  EXPECT_DOUBLE_EQ(half.points, 10);
  EXPECT_NE(half.reason.find("10 sectors/request (exact count), wanted at most 4"),
            std::string::npos)
      << half.reason;
  EXPECT_NE(half.reason.find("exercise.cu:17"), std::string::npos) << half.reason;
  const auto none = score_of(record_with_sectors(3200), check);
  EXPECT_EQ(none.points, 0);
  EXPECT_FALSE(std::signbit(none.points));
}

TEST(Score, LostInstructionsNameTheLineWhereLanesAreIdle) {
  auto record = record_with_sectors(3200);
  auto& launch = record.launches[0];
  test::add_line(launch, 21,
                 {{std::string(record::metric::kInstructions), 40000},
                  {std::string(record::metric::kThreadInstructions), 60000}});
  auto check = counter_check(record::metric::kInstructions);
  check.at_most = 32000;
  const auto row = score_of(record, check);
  EXPECT_NE(row.reason.find("40,000 PTX warp instructions (exact count), wanted at most 32,000; "
                            "most lanes are idle at exercise.cu:21 (1.5 of 32 active)"),
            std::string::npos)
      << row.reason;
}

TEST(Score, InstructionsOfFullWarpsNameTheLineThatExecutesMost) {
  auto record = record_with_sectors(3200);
  auto& launch = record.launches[0];
  for (const std::uint32_t line : {21, 22}) {
    test::add_line(launch, line,
                   {{std::string(record::metric::kInstructions), 1000 * line},
                    {std::string(record::metric::kThreadInstructions), 32000 * line}});
  }
  auto check = counter_check(record::metric::kInstructions);
  check.at_most = 32000;
  const auto row = score_of(record, check);
  EXPECT_NE(row.reason.find("wanted at most 32,000; most are executed at exercise.cu:22"),
            std::string::npos)
      << row.reason;
}

TEST(Score, WithoutZeroAtTheBoundIsHard) {
  auto check = counter_check(record::derived::kSectorsPerLoadRequest);
  check.at_most = 4;
  EXPECT_EQ(score_of(record_with_sectors(401), check).points, 0);
}

TEST(Score, TheOtherBoundStaysHard) {
  auto check = counter_check(case_metric::kBytesMovedPerUsefulByte);
  check.at_least = 0.99;
  check.at_most = 1.05;
  check.zero_at = 4;
  EXPECT_DOUBLE_EQ(score_of(record_with_sectors(256), check).points, 20);
  const auto row = score_of(record_with_sectors(128), check);
  EXPECT_EQ(row.points, 0);
  EXPECT_NE(row.reason.find("wanted at least 0.99"), std::string::npos) << row.reason;
}

TEST(Score, AtLeastWithASlope) {
  auto check = counter_check(case_metric::kUsefulBytesPerRequest);
  check.at_least = 100;
  check.zero_at = 50;
  auto record = record_with_sectors(400);
  EXPECT_EQ(record.cases[0].useful_bytes, 8192u);  // 81.92 bytes per request
  EXPECT_NEAR(score_of(record, check).points, 20 * (81.92 - 50) / 50, 0.01);
}

TEST(Score, CountsInstructionsForEach128UsefulBytes) {
  auto record = record_with_sectors(400);
  record.launches[0].counters["warpscope__ptx_inst_executed.sum"] = 640;
  const std::vector<std::uint32_t> cases{0};
  EXPECT_DOUBLE_EQ(
      case_metric_value(record, cases, case_metric::kInstructionsPer128UsefulBytes).value(), 10);
}

TEST(Score, WhatTheHostGaveIsCopiesAndWhatKernelsReadOfIt) {
  auto record = record_with_sectors(400);
  record.launches[0].bytes_from_host = 32;
  using Kind = record::Transfer::Kind;
  for (const auto kind : {Kind::host_to_device, Kind::device_to_host, Kind::fill}) {
    auto& transfer = record.transfers.emplace_back();
    transfer.kind = kind;
    transfer.case_index = 0;
    transfer.size_bytes = 1000;
  }
  const std::vector<std::uint32_t> cases{0};
  EXPECT_DOUBLE_EQ(case_metric_value(record, cases, case_metric::kBytesFromHost).value(), 1032);
}

TEST(Score, AWrongCaseHasNoSpeed) {
  auto record = record_with_sectors(400);
  record.cases[0].verdict = Case::Verdict::wrong;
  auto check = counter_check(record::derived::kSectorsPerLoadRequest);
  check.at_most = 4;
  const auto row = score_of(record, check);
  EXPECT_EQ(row.points, 0);
  EXPECT_NE(row.reason.find("Only a correct program"), std::string::npos);
}

TEST(Score, NoKernelNoPoints) {
  auto check = counter_check(record::derived::kSectorsPerLoadRequest);
  check.at_most = 4;
  EXPECT_EQ(score_of(test::made_record(), check).points, 0);
}

TEST(Score, ConflictsAreBlamedOnTheLineThatHasThem) {
  using namespace record::metric;
  auto record = record_with_sectors(3200);  // line 17 wastes sectors, line 18 has conflicts
  test::add_line(record.launches.front(), 18,
                 {{std::string(kSharedLoadInstructions), 10},
                  {std::string(kSharedLoadWavefronts), 320},
                  {std::string(kSharedLoadConflicts), 310},
                  {std::string(kSharedConflicts), 310}});
  auto check = counter_check(record::derived::kSharedConflictWays);
  check.at_most = 1.01;
  const auto reason = score_of(record, check).reason;
  EXPECT_NE(reason.find("exercise.cu:18 (310 conflicts, 32.0 ways)"), std::string::npos) << reason;
}

TEST(Score, BarriersAreBlamedOnTheirLineAndLaunchesOnNone) {
  auto record = record_with_sectors(3200);  // line 17 wastes sectors of a load
  record.launches.front().counters[std::string(record::metric::kBarriers)] = 320;
  test::add_line(record.launches.front(), 18, {{std::string(record::metric::kBarriers), 320}});
  auto check = counter_check(record::metric::kBarriers);
  check.at_most = 100;
  const auto reason = score_of(record, check).reason;
  EXPECT_NE(reason.find("most are at exercise.cu:18"), std::string::npos) << reason;
  check.metric = case_metric::kLaunches;
  check.at_most = 0;
  EXPECT_EQ(score_of(record, check).reason.find("exercise.cu:"), std::string::npos)
      << score_of(record, check).reason;
}

TEST(Score, AtomicsAreBlamedOnTheLineThatHasThem) {
  using namespace record::metric;
  auto record = record_with_sectors(3200);  // line 17 wastes sectors of a load
  test::add_line(record.launches.front(), 18,
                 {{std::string(kReductionRequests), 10}, {std::string(kReductionSectors), 320}});
  auto check = counter_check(case_metric::kAtomicSectorsOfAll);
  check.at_most = 100;
  EXPECT_NE(score_of(record, check).reason.find("most are at exercise.cu:18 (320 turns)"),
            std::string::npos)
      << score_of(record, check).reason;
  check.metric = case_metric::kAtomicRequestsOfAll;
  check.at_most = 5;
  EXPECT_NE(score_of(record, check).reason.find("exercise.cu:18 (10 requests)"), std::string::npos)
      << score_of(record, check).reason;
}

TEST(Score, FindingsCostTheirCheck) {
  auto record = test::made_record();
  CheckDescription check;
  check.kind = CheckDescription::Kind::no_finding;
  check.points = 5;
  check.findings = {"missing-bounds-guard"};
  EXPECT_DOUBLE_EQ(score_of(record, check).points, 5);
  auto& finding = record.findings.emplace_back();
  finding.id = "missing-bounds-guard";
  finding.title = "No guard";
  finding.where.emplace().file = "exercise.cu";
  finding.where->line = 9;
  const auto row = score_of(record, check);
  EXPECT_EQ(row.points, 0);
  EXPECT_EQ(row.reason, "No guard at exercise.cu:9.");
}

TEST(Score, FindingsOfOtherCasesAndOfLibrariesCostNothing) {
  auto record = test::made_record();
  record.sources = {{"exercise.cu", ""}};
  record.cases[0].name = "mine/1";
  auto& other = record.cases.emplace_back(record.cases[0]);
  other.name = "other/1";
  CheckDescription check;
  check.kind = CheckDescription::Kind::no_finding;
  check.points = 5;
  check.cases = "mine/*";
  check.findings = {"shared-atomic-conflict", "missing-barrier"};
  const auto points_of = [&](const char* id, const char* file, std::uint32_t case_index) {
    auto with = record;
    with.findings.push_back(make_finding(id));
    with.findings.back().where.emplace().file = file;
    with.findings.back().case_index = case_index;
    return score_of(with, check).points;
  };
  EXPECT_EQ(points_of("shared-atomic-conflict", "exercise.cu", 0), 0);
  EXPECT_EQ(points_of("shared-atomic-conflict", "exercise.cu", 1), 5);
  EXPECT_EQ(points_of("shared-atomic-conflict", "/usr/include/cub/block.cuh", 0), 5);
  EXPECT_EQ(points_of("missing-barrier", "/usr/include/cub/block.cuh", 0), 0) << "a mistake";
}

TEST(Score, NoErrorIsLostToEachMistakeButThoseOfAnswers) {
  CheckDescription check;
  check.kind = CheckDescription::Kind::no_error;
  check.points = 5;
  check.findings = {"uncoalesced-store"};
  const auto points_with = [&](const std::string& id) {
    auto record = test::made_record();
    record.findings.push_back(make_finding(id));
    return score_of(record, check).points;
  };
  EXPECT_EQ(score_of(test::made_record(), check).points, 5);
  for (const char* id : {"missing-bounds-guard", "missing-barrier", "unchecked-error"})
    EXPECT_EQ(points_with(id), 0) << id;
  for (const char* id : {"early-exit-before-barrier", "unmet-arrival", "per-element-copy"})
    EXPECT_EQ(points_with(id), 0) << id << ": a warning of a mistake";
  for (const char* id : {"grid-too-small", "host-side-work", "uncoalesced-load"})
    EXPECT_EQ(points_with(id), 5) << id;
  EXPECT_EQ(points_with("uncoalesced-store"), 0) << "a warning that the check names";
  auto provoked = test::made_record();
  provoked.findings.push_back(make_finding("per-element-copy"));
  provoked.findings.back().severity = record::Finding::Severity::information;
  EXPECT_EQ(score_of(provoked, check).points, 5) << "what a sweep is meant to get";
}

TEST(Score, ACheckWithoutCasesOrWithoutAProgramGivesNothing) {
  CheckDescription check;
  check.points = 5;
  check.cases = "nothing/*";
  EXPECT_EQ(score_of(test::made_record(), check).points, 0);
  auto record = test::made_record();
  record.outcome.kind = record::Outcome::Kind::compile_error;
  EXPECT_EQ(score_of(record, plain_check(5)).reason, "The file does not compile.");
}

TEST(CaseMetrics, EffectiveBandwidth) {
  auto record = record_with_sectors(400);
  const std::vector<std::uint32_t> cases{0};
  EXPECT_NEAR(case_metric_value(record, cases, case_metric::kEffectiveBandwidth).value(), 8192e6,
              1);
  EXPECT_NEAR(case_metric_value(record, cases, case_metric::kEffectiveBandwidthPercent).value(),
              0.8192, 1e-9);
}

TEST(CaseMetrics, SharedMemoryIsThatOfTheLaunchWithMost) {
  auto record = test::made_record();
  const std::vector<std::uint32_t> cases{0};
  EXPECT_FALSE(case_metric_value(record, cases, case_metric::kSharedBytesPerBlock).has_value());
  test::add_launch(record).static_shared_bytes = 4096;
  auto& largest = test::add_launch(record);
  largest.static_shared_bytes = 128;
  largest.dynamic_shared_bytes = 4096;
  auto& of_another_case = test::add_launch(record);
  of_another_case.case_index = 1;
  of_another_case.static_shared_bytes = 9000;
  EXPECT_EQ(case_metric_value(record, cases, case_metric::kSharedBytesPerBlock), 4224);
}

TEST(CaseMetrics, EachNameHasAUnit) {
  const auto names = case_metric_names();
  EXPECT_NE(std::ranges::find(names, case_metric::kEffectiveBandwidth), names.end());
  EXPECT_NE(std::ranges::find(names, record::derived::kSectorsPerRequest), names.end());
  EXPECT_NE(std::ranges::find(names, record::metric::kLoadSectors), names.end());
  for (const auto name : names) EXPECT_FALSE(case_metric_unit(name).empty()) << name;
  EXPECT_TRUE(case_metric_unit("no.such").empty());
}

}  // namespace
}  // namespace warpscope::runner
