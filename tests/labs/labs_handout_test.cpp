// What the handouts say of their labs, and of their starters on the records that labs_grading_test
// left.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "base/files.h"
#include "runner/lab/lab_description.h"
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

// What `warpscope labs` lists of a lab, its handout says first.
TEST_P(Handout, SaysWhatTheLabNeedsTeachesAndTakes) {
  const auto lab = runner::load_lab(lab_folder(GetParam()) / "lab.toml");
  const std::string text = read_file(lab_folder(GetParam()) / "handout.md");
  const auto begin = text.find("**Needs:**");
  ASSERT_NE(begin, std::string::npos);
  const auto head = text.substr(begin, text.find("\n\n", begin) - begin);
  EXPECT_GT(lab.minutes, 0);
  EXPECT_FALSE(lab.teaches.empty());
  EXPECT_NE(head.find("**Takes** about " + std::to_string(lab.minutes) + " minutes"),
            std::string::npos)
      << head;
  EXPECT_NE(head.find("**Teaches:** " + lab.teaches), std::string::npos) << head;
  for (const auto& id : lab.needs) EXPECT_NE(head.find('*' + id + '*'), std::string::npos) << id;
}

TEST(Course, HasNoLabBeforeOneThatItNeeds) {
  std::vector<std::string> before;
  for (const auto& part : runner::load_course(lab_folder("course.toml"))) {
    for (const auto& id : part.labs) {
      for (const auto& needed : runner::load_lab(lab_folder(id) / "lab.toml").needs) {
        EXPECT_NE(std::ranges::find(before, needed), before.end()) << id << " needs " << needed;
      }
      before.push_back(id);
    }
  }
  EXPECT_FALSE(before.empty());
}

INSTANTIATE_TEST_SUITE_P(All, Handout, testing::ValuesIn(all_labs()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace warpscope::labs
