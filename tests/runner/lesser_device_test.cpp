// A device that cannot tell all that the virtual GPU does: nothing is concluded from what it leaves
// out, and a check that asks for it says so.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "labs/judge/judge.h"
#include "record/derived.h"
#include "record/fingerprint.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"
#include "runner/metrics/case_metrics.h"
#include "runner/metrics/timeline.h"
#include "runner/origin/host_work.h"
#include "runner/report/gradescope.h"
#include "runner/report/text.h"
#include "runner/run/verdicts.h"
#include "runner/score/score.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;
using CheckKind = CheckDescription::Kind;

/// A right answer, and a launch that moves its 8192 useful bytes by line 17 with sectors to spare.
class LesserDevice : public testing::Test {
 protected:
  LesserDevice() {
    record_.cases[0].useful_bytes = 8192;
    record_.cases[0].output_bytes = 4096;
    record_.sources.push_back({"exercise.cu", "…"});
    auto& launch = test::add_launch(record_);
    auto counters = test::loads(1000, 32000, 4000);
    counters[std::string(kStoreBytes)] = 4096;
    counters[std::string(kLoadBytes)] = 4096;
    test::add_line(launch, 17, counters);
    capabilities() = {true, {}, {"races", "unwritten-memory", "host"}, true};
  }
  record::Capabilities& capabilities() {
    if (!record_.device.capabilities) record_.device.capabilities.emplace();
    return *record_.device.capabilities;
  }
  static CheckDescription check(CheckKind kind, std::string_view metric = {}) {
    CheckDescription check;
    check.kind = kind;
    check.id = "id";
    check.title = "Title";
    check.points = 20;
    check.metric = metric;
    if (kind == CheckKind::counter) check.at_most = 1000;
    return check;
  }
  record::Check scored(const CheckDescription& check,
                       const MemoryChecks& memory_checks = {}) const {
    return score_record(record_, {check}, memory_checks).checks.front();
  }
  /// The points that a check has when it is passed, and none of none when it is not judged.
  void expect_passed(const CheckDescription& check) const {
    const auto row = scored(check);
    EXPECT_EQ(row.points, 20);
    EXPECT_EQ(row.max_points, 20);
    EXPECT_EQ(row.reason, "");
  }
  void expect_not_judged(const CheckDescription& check, const std::string& what) const {
    const auto row = scored(check);
    EXPECT_EQ(row.points, 0);
    EXPECT_EQ(row.max_points, 0);
    EXPECT_FALSE(record::is_judged(row));
    EXPECT_EQ(row.reason, "Not judged: this device does not " + what + ".");
  }

  record::RunRecord record_ = test::made_record();
};

TEST_F(LesserDevice, HasNoWorstLinesWhereItDoesNotCountLines) {
  const auto everything = [](const record::Launch&, const record::LineCounters&) { return 1.0; };
  EXPECT_EQ(worst_lines(record_, everything).size(), 1U);
  capabilities().counts_lines = false;  // what its samples say of lines is no count
  EXPECT_TRUE(worst_lines(record_, everything).empty());
  record_.device.capabilities.reset();
  EXPECT_EQ(worst_lines(record_, everything).size(), 1U) << "of older records nobody knows it";
}

TEST_F(LesserDevice, HasNoFindingByLinesAndKeepsWhatTheJudgeSays) {
  auto& finding = record_.findings.emplace_back();
  finding.id = "lost-updates";
  finding.case_index = 0;
  const auto whole = record_;
  find_wasted_sectors(record_);
  place_lost_updates(record_);
  EXPECT_NE(test::find(record_, "uncoalesced-load"), nullptr);
  EXPECT_EQ(test::find(record_, "lost-updates"), nullptr) << "no line updates anything";
  record_ = whole;
  capabilities().counts_lines = false;
  find_wasted_sectors(record_);
  place_lost_updates(record_);
  EXPECT_EQ(test::find(record_, "uncoalesced-load"), nullptr);
  EXPECT_NE(test::find(record_, "lost-updates"), nullptr) << "no line can say otherwise";
}

TEST_F(LesserDevice, LeavesOutTheMetricsThatACounterIsPartOf) {
  EXPECT_EQ(left_out_counter(record_.device, kLoadSectors), "");
  capabilities().left_out_counters = {std::string(kLoadSectors)};
  for (const auto metric :
       {kLoadSectors, record::derived::kSectorsPerLoadRequest, record::derived::kSectorsPerRequest,
        record::derived::kBytesPerLoadSector, case_metric::kBytesMovedPerUsefulByte}) {
    EXPECT_EQ(left_out_counter(record_.device, metric), kLoadSectors) << metric;
  }
  for (const auto metric :
       {kStoreSectors, record::derived::kSectorsPerStoreRequest,
        case_metric::kUsefulBytesPerRequest, case_metric::kWarpsLaunched, timeline_metric::kSpan}) {
    EXPECT_EQ(left_out_counter(record_.device, metric), "") << metric;
  }
}

TEST_F(LesserDevice, IsNotAskedForACounterThatItLeavesOut) {
  auto few = check(CheckKind::counter, record::derived::kSectorsPerLoadRequest);
  expect_passed(few);
  capabilities().left_out_counters = {std::string(kLoadRequests)};
  expect_not_judged(few, "count load requests");
  record_.cases[0].verdict = record::Case::Verdict::wrong;
  expect_not_judged(few, "count load requests");
  few.metric = kLoadSectors;
  few.beside = {{std::string(kLoadRequests), 5, {}}};
  expect_not_judged(few, "count load requests");
  // A right answer is one all the same.
  record_.cases[0].verdict = record::Case::Verdict::correct;
  few.kind = CheckKind::correct;
  expect_passed(few);
}

TEST_F(LesserDevice, IsNotTrustedWithWhatItDoesNotLookFor) {
  auto lines = check(CheckKind::no_finding);
  lines.findings = {"early-exit-before-barrier", "uncoalesced-load"};
  auto races = check(CheckKind::no_finding);
  races.findings = {"missing-barrier"};
  auto calls = check(CheckKind::no_finding);
  calls.findings = {"unchecked-error", "memory-not-freed", "stream-not-destroyed",
                    "missing-sync-before-host-read"};
  auto errors = check(CheckKind::no_error);
  for (const auto& of : {lines, races, errors}) expect_passed(of);
  capabilities().counts_lines = false;
  expect_not_judged(lines, "count source lines");
  capabilities().checks = {"host"};
  const std::string memory = "look for races and for reads of memory that nothing has written";
  expect_not_judged(races, memory);
  expect_not_judged(errors, memory);
  capabilities().checks = {"races", "unwritten-memory"};
  expect_passed(races);
  expect_not_judged(errors, "look for mistakes in the program's calls");
  expect_not_judged(calls, "look for mistakes in the program's calls");
}

TEST_F(LesserDevice, IsBelievedWhereItFindsAnError) {
  capabilities().checks.clear();
  auto& fault = record_.findings.emplace_back();
  fault.id = "out-of-bounds";
  fault.title = "A fault";
  fault.severity = record::Finding::Severity::error;
  const auto row = scored(check(CheckKind::no_error));
  EXPECT_EQ(row.points, 0);
  EXPECT_EQ(row.max_points, 20);
  EXPECT_EQ(row.reason, "A fault.");
}

TEST_F(LesserDevice, IsAskedForNoMoreThanTheLabWants) {
  capabilities().checks.clear();
  MemoryChecks none;
  none.is_on = false;
  EXPECT_EQ(scored(check(CheckKind::no_error), none).points, 20);
}

TEST_F(LesserDevice, SaysThatNobodyKnowsWhereAnAnswerComesFrom) {
  const std::string remark =
      "This device does not follow data: nobody knows whether the answers come from kernels.";
  capabilities().follows_data = false;
  for (const auto& of : {check(CheckKind::correct), check(CheckKind::counter, kLoadRequests)}) {
    const auto row = scored(of);
    EXPECT_EQ(row.points, 20);
    EXPECT_EQ(row.reason, remark);
  }
  EXPECT_EQ(scored(check(CheckKind::counter, kLoadSectors)).reason.find(remark), std::string::npos)
      << "without points there is nothing to doubt";
  record_.cases[0].useful_bytes = 0;
  EXPECT_EQ(scored(check(CheckKind::correct)).reason, "");
}

TEST_F(LesserDevice, MakesNoWorkTheHostsByCountersThatItLeavesOut) {
  record_.launches[0].counters.clear();
  EXPECT_TRUE(is_made_on_host(record_, 0));
  capabilities().left_out_counters = {std::string(kStoreBytes)};
  EXPECT_FALSE(is_made_on_host(record_, 0));
}

TEST_F(LesserDevice, MakesNoAnswerTheHostsByCopiesThatItDoesNotFollow) {
  const std::vector<std::uint32_t> words(64, 7);
  judge::Case set;
  set.name = set.task = "task";
  set.useful_bytes = 256;
  set.outputs["out"] = {judge::ElementType::u32, words.size()};
  CasesRun run;
  auto& ran = run.cases.emplace_back();
  ran.is_run = ran.opinion.is_correct = true;
  ran.outputs = {{256, record::fingerprint(std::as_bytes(std::span(words)))}};
  for (const bool follows : {true, false}) {
    record::RunRecord record;
    record.device.capabilities.emplace().follows_data = follows;
    record_cases({set}, run, {}, record);
    EXPECT_EQ(record.cases[0].is_answer_of_device, !follows) << "no copy brought it";
  }
}

TEST_F(LesserDevice, IsShownInReports) {
  capabilities().left_out_counters = {std::string(kLoadRequests)};
  const auto few = check(CheckKind::counter, kLoadRequests);
  record_.score = score_record(record_, {few, check(CheckKind::correct)});
  EXPECT_EQ(record_.score->points, 20);
  EXPECT_EQ(record_.score->max_points, 20);
  const auto text = text_report(record_, {});
  EXPECT_NE(text.find("  none     0 / 0     Title\n       Not judged: this device"),
            std::string::npos)
      << text;
  const auto tests = nlohmann::json::parse(gradescope_json(record_)).at("tests");
  EXPECT_FALSE(tests.at(0).contains("status"));
  EXPECT_EQ(tests.at(1).at("status"), "passed");
}

}  // namespace
}  // namespace warpscope::runner
