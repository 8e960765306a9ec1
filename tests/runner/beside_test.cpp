// What a check of right answers asks for beside them (LimitBeside).
#include <gtest/gtest.h>

#include "record/metrics.h"
#include "runner/metrics/case_metrics.h"
#include "runner/score/score.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

CheckDescription check_of_answers() {
  CheckDescription check;
  check.points = 20;
  return check;
}

record::Check besides_score(const record::RunRecord& record, const CheckDescription& check) {
  return score_record(record, {check}).checks.front();
}

record::RunRecord record_with_a_launch() {
  auto record = test::made_record();
  test::add_line(test::add_launch(record), 17, test::loads(100, 400, 400));
  return record;
}

TEST(BesideRightAnswers, RightAnswersOfWhichSomethingElseMustBeSeen) {
  auto check = check_of_answers();
  check.beside = {{std::string(case_metric::kLaunches), 1, {}, 1, {}}};
  const auto record = record_with_a_launch();
  EXPECT_DOUBLE_EQ(besides_score(record, check).points, 20);
  check.beside = {{std::string(case_metric::kLaunches), {}, "Where is the second?", 2, {}}};
  const auto few = besides_score(record, check);
  EXPECT_EQ(few.points, 0);
  EXPECT_EQ(few.reason,
            "launches: 1 launches, wanted at least 2 (a limit beside right answers). Where is the "
            "second?");
  auto twice = record;
  twice.launches.push_back(twice.launches.front());
  twice.launches.back().id = 1;
  EXPECT_DOUBLE_EQ(besides_score(twice, check).points, 20);
  twice.launches.back().is_unused = true;
  EXPECT_EQ(besides_score(twice, check).points, 0);
  check.beside = {{std::string(case_metric::kLaunches), 1, {}, {}, {}}};
  EXPECT_EQ(besides_score(twice, check).points, 0) << "it was launched all the same";
}

TEST(BesideRightAnswers, TheLongestWarpsOfSeveralLaunchesAreAdded) {
  auto record = record_with_a_launch();
  const std::string longest(record::metric::kInstructionsOfLongestWarp);
  record.launches.front().counters[longest] = 70;
  record.launches.push_back(record.launches.front());
  record.launches.back().counters[longest] = 50;
  auto check = check_of_answers();
  check.beside = {{longest, 120, {}, {}, {}}};
  EXPECT_DOUBLE_EQ(besides_score(record, check).points, 20);
  check.beside.front().at_most = 119;
  EXPECT_EQ(besides_score(record, check).points, 0);
}

}  // namespace
}  // namespace warpscope::runner
