// What the handouts say of their starters, on the records that labs_grading_test left.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "base/files.h"
#include "tests/labs/graded.h"

namespace warpscope::labs {
namespace {

class Handout : public testing::TestWithParam<std::string> {};

TEST_P(Handout, SaysWhatTheStarterScores) {
  const std::string text = read_file(lab_folder(GetParam()) / "handout.md");
  const std::regex sentence("scores (about )?([0-9.]+) of 100");
  std::smatch said;
  ASSERT_TRUE(std::regex_search(text, said, sentence)) << "a handout says \"scores N of 100\"";
  const auto score = labs::graded(LabFile{GetParam(), "starter"}).record.score;
  ASSERT_TRUE(score.has_value());
  EXPECT_NEAR(score->points, std::stod(said[2]), said[1].matched ? 1 : 0.051) << said[0];
}

INSTANTIATE_TEST_SUITE_P(All, Handout, testing::ValuesIn(all_labs()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace warpscope::labs
