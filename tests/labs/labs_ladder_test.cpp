// The ladder of every lab, on the records that labs_grading_test left.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/report/ladder.h"
#include "tests/labs/graded.h"

namespace warpscope::labs {
namespace {

/// Whether a step says that it is not better than the one before.
bool may_lose_points(const LabFile& file) {
  return says(file, "wrong: ") || says(file, "slower: ");
}

std::vector<LabFile> rungs_of_lab(const std::string& lab) {
  std::vector<LabFile> files{{lab, "starter"}};
  for (const auto& step : steps_of(lab)) files.push_back(step);
  files.push_back({lab, "reference"});
  return files;
}

class Ladder : public testing::TestWithParam<std::string> {};

TEST_P(Ladder, PointsDoNotFall) {
  double before = 0;
  for (const auto& file : rungs_of_lab(GetParam())) {
    const auto& score = graded(file).record.score;
    ASSERT_TRUE(score.has_value()) << file.name;
    if (!may_lose_points(file)) {
      EXPECT_GE(score->points, before) << file.name << " scores less than the rung before";
    }
    before = score->points;
  }
}

TEST_P(Ladder, EachColumnHasAValueAtTheEnd) {
  const auto rungs = runner::rungs_of(lab_folder(GetParam()));
  EXPECT_EQ(rungs.size(), rungs_of_lab(GetParam()).size());
  const auto columns = runner::load_lab(lab_folder(GetParam()) / "lab.toml").ladder;
  const auto record = graded(LabFile{GetParam(), "reference"}).record;
  const auto row = runner::ladder_row(rungs.back(), record, columns);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    EXPECT_TRUE(row.values[i].has_value()) << columns[i].heading << ": no case " << columns[i].cases
                                           << " counts " << columns[i].metric;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Ladder, testing::ValuesIn(all_labs()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace warpscope::labs
