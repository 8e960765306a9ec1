// Which cases run in other orders, and what is said of those that are right in the usual one only.
#include "runner/other_orders.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "findings/catalogue.h"
#include "record/metrics.h"
#include "runner/run/verdicts.h"

namespace warpscope::runner {
namespace {

using Verdict = record::Case::Verdict;

/// Cases count/0, count/1, … of 64 words, each with a launch of as many blocks as its place.
class OtherOrders : public testing::Test {
 protected:
  OtherOrders() : set_(4) {
    for (std::uint32_t i = 0; i < set_.size(); ++i) {
      set_[i].task = i < 3 ? "count" : "sweep";
      set_[i].name = set_[i].task + "/" + std::to_string(i);
      record::Case item;
      item.name = set_[i].name;
      item.task = set_[i].task;
      item.verdict = Verdict::correct;
      record_.cases.push_back(item);
      record::Launch launch;
      launch.id = i;
      launch.case_index = i;
      launch.kernel = "count_keys";
      launch.grid = {i + 1, 1, 1};
      record_.launches.push_back(launch);
      RanCase ran;
      ran.is_run = true;
      usual_.cases.push_back(ran);
    }
    check_.task = "count";
  }
  std::vector<std::uint32_t> chosen() const {
    return cases_for_other_orders(set_, usual_, {check_}, record_);
  }
  record::Finding race(std::uint32_t launch, std::uint32_t case_index) const {
    auto finding = make_finding("race-between-blocks");
    finding.launch = launch;
    finding.case_index = case_index;
    finding.where = record::SourceLine{"exercise.cu", 7};
    return finding;
  }

  std::vector<judge::Case> set_;
  CasesRun usual_;
  CheckDescription check_;
  record::RunRecord record_;
};

TEST_F(OtherOrders, AreForCorrectCasesWithSeveralWarps) {
  EXPECT_EQ(chosen(), (std::vector<std::uint32_t>{1, 2})) << "the first has one warp";
  record_.launches[0].block = {33, 1, 1};
  EXPECT_EQ(chosen(), (std::vector<std::uint32_t>{0, 1, 2}));
  record_.cases[2].verdict = Verdict::wrong;
  EXPECT_EQ(chosen(), (std::vector<std::uint32_t>{0, 1}));
  usual_.cases[1].end = CaseEnd::Kind::failed;
  EXPECT_EQ(chosen(), (std::vector<std::uint32_t>{0}));
  set_[0].schedule = 3;
  EXPECT_TRUE(chosen().empty()) << "an order of its own";
}

TEST_F(OtherOrders, AreForCasesThatDecideCorrectness) {
  check_.kind = CheckDescription::Kind::counter;
  EXPECT_TRUE(chosen().empty());
  check_.kind = CheckDescription::Kind::correct;
  check_.cases = "count/2";
  EXPECT_EQ(chosen(), (std::vector<std::uint32_t>{2}));
}

/// Forty cases of a task, each with one launch; all of the same shape but for `change`.
class ManyOrders : public testing::Test {
 protected:
  void make(const std::function<void(std::uint32_t, record::Launch&)>& change) {
    for (std::uint32_t i = 0; i < 40; ++i) {
      all_.push_back(i);
      auto& item = set_.emplace_back();
      item.task = "count";
      item.name = "count/" + std::to_string(i);
      auto& launch = record_.launches.emplace_back();
      launch.case_index = i;
      launch.kernel = "count_keys";
      launch.grid = {2, 1, 1};
      launch.block = {64, 1, 1};
      change(i, launch);
    }
  }
  std::size_t left(std::uint64_t seed = 1, std::uint64_t most_threads = 1 << 20) const {
    return left_for_later(set_, all_, record_, most_threads, seed).size();
  }

  std::vector<judge::Case> set_;
  std::vector<std::uint32_t> all_;
  record::RunRecord record_;
};

TEST_F(ManyOrders, EightOfAShapeRunWhichTheSeedChooses) {
  make([](auto, auto&) {});
  EXPECT_EQ(left(), 32U);
  EXPECT_NE(left_for_later(set_, all_, record_, 0, 1), left_for_later(set_, all_, record_, 0, 2));
}

TEST_F(ManyOrders, ThoseOfOtherShapesAllRun) {
  make([](std::uint32_t i, record::Launch& launch) {
    if (i % 5 == 0) launch.grid.y = 3;
    if (i % 5 == 1) launch.block.z = 2;
    if (i % 5 == 2) launch.kernel = "count_all";
    if (i % 5 == 3) launch.grid.x = 1;
  });
  EXPECT_EQ(left(), 0U);
}

TEST_F(ManyOrders, ThoseOfAnotherTaskAllRun) {
  make([&](std::uint32_t i, auto&) { set_[i].task = "count " + std::to_string(i % 5); });
  EXPECT_EQ(left(), 0U);
}

TEST_F(ManyOrders, AThirdOfTheLargeRunsWhoseKernelSmallOnesLaunch) {
  make([](std::uint32_t i, record::Launch& launch) {
    launch.block.x = 32 + i;  // each has another shape
    if (i < 30) launch.grid.x = 1000;
  });
  EXPECT_EQ(left(1, 10'000), 20U);
  EXPECT_EQ(left(1, 0), 0U) << "none is large";
  for (auto& launch : record_.launches)
    if (launch.grid.x == 2) launch.kernel = "of the small ones";
  EXPECT_EQ(left(1, 10'000), 0U);
}

TEST_F(ManyOrders, ThoseThatExecuteMuchAreLargeAsWell) {
  make([](std::uint32_t i, record::Launch& launch) {
    launch.block.x = 32 + i;
    launch.counters[std::string(record::metric::kInstructions)] = i < 30 ? 1'000'001 : 1'000'000;
  });
  EXPECT_EQ(left(), 20U);
}

TEST_F(OtherOrders, TakeTheCorrectnessWithOneFindingForEachTask) {
  OrdersRun run;
  run.faults = {{1, 77, "one count was lost."}, {2, 78, "two counts were lost."}};
  record_order_faults(run, record_);
  record_outcome(usual_, record_);
  EXPECT_EQ(record_.cases[0].verdict, Verdict::correct);
  EXPECT_EQ(record_.cases[1].verdict, Verdict::wrong);
  EXPECT_EQ(record_.cases[2].verdict, Verdict::wrong);
  EXPECT_NE(record_.cases[2].message.find("two counts were lost"), std::string::npos);
  EXPECT_EQ(record_.outcome.kind, record::Outcome::Kind::wrong_answer);
  ASSERT_EQ(record_.findings.size(), 1U);
  const auto& finding = record_.findings[0];
  EXPECT_EQ(finding.id, "right-in-one-order");
  EXPECT_EQ(finding.case_index, 1U);
  EXPECT_NE(finding.cause.find("one count was lost"), std::string::npos) << finding.cause;
  EXPECT_NE(finding.cause.find("2 cases of count"), std::string::npos) << finding.cause;
  EXPECT_FALSE(is_mistake(finding)) << "the check of answers has taken the points";
}

TEST_F(OtherOrders, NameTheRaceThatTheChecksHaveSeen) {
  OrdersRun run;
  run.faults = {{1, 77, "one count was lost."}};
  record_order_faults(run, record_);
  name_races_of_orders(record_);
  EXPECT_FALSE(record_.findings[0].where);
  // In another task, but in the same kernel.
  record_.findings.push_back(race(3, 3));
  name_races_of_orders(record_);
  // What to mend comes first.
  EXPECT_EQ(record_.findings[0].id, "race-between-blocks");
  ASSERT_TRUE(record_.findings[1].where);
  EXPECT_EQ(record_.findings[1].where->line, 7U);
  EXPECT_NE(record_.findings[1].cause.find("race-between-blocks"), std::string::npos);
}

TEST_F(OtherOrders, DoNotNameTheRaceOfAnotherKernel) {
  OrdersRun run;
  run.faults = {{1, 77, "one count was lost."}};
  record_.launches[3].kernel = "another";
  record_.findings.push_back(race(3, 3));
  record_order_faults(run, record_);
  name_races_of_orders(record_);
  ASSERT_EQ(record_.findings.size(), 2U) << "behind the race";
  EXPECT_EQ(record_.findings[1].id, "right-in-one-order");
  EXPECT_FALSE(record_.findings[1].where);
}

}  // namespace
}  // namespace warpscope::runner
