// Which cases run once more without what their answers are to depend on.
#include "runner/dependences.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope::runner {
namespace {

class Dependences : public testing::Test {
 protected:
  Dependences() {
    check_.kind = CheckDescription::Kind::correct;
    check_.id = "combine-correct";
    check_.task = "combine";
    check_.points = 5;
    check_.depends_on = {record::Mechanism::global_atomics};
  }
  void add_case(std::uint64_t bytes) {
    auto& item = record_.cases.emplace_back();
    item.task = "combine";
    item.name = "combine/" + std::to_string(bytes);
    item.verdict = record::Case::Verdict::correct;
    item.output_bytes = bytes;
  }
  std::vector<std::uint32_t> chosen(std::uint64_t seed) const {
    const auto lists = cases_without({check_}, record_, {}, seed);
    return lists.empty() ? std::vector<std::uint32_t>() : lists.begin()->second;
  }

  CheckDescription check_;
  record::RunRecord record_;
};

// The answer to no element is right without anything, and to one element it often is.
TEST_F(Dependences, SmallCasesAreNotDrawn) {
  for (const std::uint64_t bytes : {0, 4, 124, 4000, 4096, 8192, 16384}) add_case(bytes);
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const auto indices = chosen(seed);
    ASSERT_EQ(indices.size(), 3U) << seed;
    EXPECT_GE(indices.front(), 3U) << seed;
  }
  EXPECT_NE(chosen(0), chosen(1)) << "the seed chooses one of two";
}

TEST_F(Dependences, WhereOneIsLargeItRunsAlone) {
  for (const std::uint64_t bytes : {0, 4, 8, 4096}) add_case(bytes);
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    EXPECT_EQ(chosen(seed), std::vector<std::uint32_t>{3}) << seed;
}

TEST_F(Dependences, WithoutPointsNothingRuns) {
  add_case(4096);
  record_.cases[0].verdict = record::Case::Verdict::wrong;
  EXPECT_TRUE(chosen(1).empty());
}

}  // namespace
}  // namespace warpscope::runner
