// What a check of a counter asks for beside its own value (LimitBeside).
#include <gtest/gtest.h>

#include "record/derived.h"
#include "record/metrics.h"
#include "runner/score/score.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

CheckDescription sectors_check() {
  CheckDescription check;
  check.kind = CheckDescription::Kind::counter;
  check.points = 20;
  check.metric = record::derived::kSectorsPerLoadRequest;
  return check;
}

record::Check sectors_score(const record::RunRecord& record, const CheckDescription& check) {
  return score_record(record, {check}).checks.front();
}

/// One launch with 100 requests to load, and this many sectors.
record::RunRecord record_of_sectors(std::uint64_t sectors) {
  auto record = test::made_record();
  record.cases[0].useful_bytes = 8192;
  auto& launch = test::add_launch(record);
  test::add_line(launch, 17, test::loads(100, sectors, 400));
  test::add_line(launch, 18, {{std::string(record::metric::kStoreBytes), 4096}});
  return record;
}

TEST(BesideCounters, TooMuchOfSomethingBesideEarnsNothing) {
  auto check = sectors_check();
  check.at_most = 4;
  check.beside = {{std::string(record::metric::kStoreRequests), 100, {}},
                  {std::string(record::metric::kLoadRequests), 100, {}}};
  EXPECT_DOUBLE_EQ(sectors_score(record_of_sectors(400), check).points, 20);
  check.beside.back().at_most = 99;
  const auto none = sectors_score(record_of_sectors(400), check);
  EXPECT_EQ(none.points, 0);
  EXPECT_EQ(none.reason,
            "load requests: 100 requests, wanted at most 99 (a limit beside sectors per "
            "load request); most of it is at exercise.cu:17.");
  check.beside.back().when_lost = "Are they needed?";
  EXPECT_TRUE(
      sectors_score(record_of_sectors(400), check).reason.ends_with("17. Are they needed?"));
}

TEST(BesideCounters, WhatIsCountedComesBeforeALimitBesideIt) {
  auto check = sectors_check();
  check.at_most = 4;
  check.zero_at = 16;
  check.when_lost = "Which lanes are neighbours?";
  check.beside = {{std::string(record::metric::kLoadRequests), 99, {}}};
  const auto both = sectors_score(record_of_sectors(1000), check);
  EXPECT_EQ(both.points, 0);
  EXPECT_TRUE(both.reason.starts_with("sectors per load request: 10 ")) << both.reason;
  const auto question = both.reason.find("Which lanes are neighbours? load requests: 100 ");
  EXPECT_NE(question, std::string::npos) << both.reason;
  check.beside.front().at_most = 100;
  const auto one = sectors_score(record_of_sectors(1000), check);
  EXPECT_GT(one.points, 0);
  EXPECT_EQ(one.reason.find("load requests: "), std::string::npos) << one.reason;
}

TEST(BesideCounters, TooFewOfSomethingBesideEarnsNothing) {
  auto record = record_of_sectors(400);
  record.cases.push_back(record.cases.front());
  record.cases.back().name = "scale/seven";
  record.cases.back().useful_bytes = 0;
  auto check = sectors_check();
  check.cases = "scale/1024";
  check.at_most = 4;
  check.beside = {{std::string(record::metric::kLoadRequests), 100, {}, 100, {}}};
  EXPECT_DOUBLE_EQ(sectors_score(record, check).points, 20);
  check.beside.front().cases = "scale/seven";
  const auto none = sectors_score(record, check);
  EXPECT_EQ(none.points, 0);
  EXPECT_EQ(none.reason, "load requests: 0 requests in scale/seven, wanted at least 100.");
  test::add_line(test::add_launch(record), 17, test::loads(100, 400, 400));
  record.launches.back().case_index = 1;
  EXPECT_DOUBLE_EQ(sectors_score(record, check).points, 20);
  record.launches.back().is_unused = true;
  EXPECT_EQ(sectors_score(record, check).points, 0) << "nothing of the answer comes from it";
}

}  // namespace
}  // namespace warpscope::runner
