// The hints of every handout: three levels for each task, and every check finds its task.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/files.h"
#include "runner/exercise/hints.h"
#include "tests/labs/lab_file.h"

namespace warpscope::labs {
namespace {

class Hints : public testing::TestWithParam<std::string> {
 protected:
  std::vector<runner::TaskHints> tasks_ =
      runner::hints_in(read_file(lab_folder(GetParam()) / "handout.md"));
};

TEST_P(Hints, HaveThreeLevels) {
  EXPECT_FALSE(tasks_.empty()) << "the handout has no hint under a heading \"## Task N: TITLE\"";
  for (const auto& task : tasks_) EXPECT_EQ(task.hints.size(), 3U) << "task " << task.task;
}

TEST_P(Hints, BelongToTheChecks) {
  const auto lab = runner::load_lab(lab_folder(GetParam()) / "lab.toml");
  for (const auto& check : lab.checks) {
    const auto number = runner::handout_task(lab, check);
    if (!number) continue;
    EXPECT_TRUE(std::ranges::any_of(tasks_, [&](const auto& task) { return task.task == *number; }))
        << "check " << check.id << " belongs to task " << *number
        << " of the handout, which has no hints; say which by handout_task";
  }
}

INSTANTIATE_TEST_SUITE_P(All, Hints, testing::ValuesIn(all_labs()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace warpscope::labs
