#include "viewer/model/lab_hints.h"

#include <gtest/gtest.h>

#include "tests/viewer/support/sample_lab.h"
#include "viewer/model/lab_sheet.h"

namespace warpscope::viewer::test {
namespace {

class HintsOfTheSampleLab : public testing::Test {
 protected:
  LabHints hints() const { return {sample_.services().labs.front(), folder_.path()}; }

  SampleLab sample_;
  TemporaryFolder folder_;
};

TEST_F(HintsOfTheSampleLab, OpenOneByOneAndAreKept) {
  runner::begin_progress(folder_.path(), "sample");
  auto first = hints();
  ASSERT_EQ(first.tasks().size(), 1U);
  const auto& task = first.tasks().front();
  EXPECT_EQ(first.next(), &task);
  EXPECT_EQ(first.opened(task), 0U);
  first.open(task);
  EXPECT_EQ(first.opened(task), 1U);
  auto second = hints();
  EXPECT_EQ(second.opened(second.tasks().front()), 1U) << "read from the file";
  second.open(second.tasks().front());
  second.open(second.tasks().front());
  EXPECT_EQ(second.opened(second.tasks().front()), 2U) << "there are no more";
  EXPECT_EQ(second.next(), nullptr);
  first.refresh();
  EXPECT_EQ(first.opened(task), 2U) << "another one opened a hint";
}

TEST_F(HintsOfTheSampleLab, StayClosedWhereTheyCannotBeCounted) {
  runner::begin_progress(folder_.path(), "bare");
  auto other = hints();
  other.open(other.tasks().front());
  EXPECT_EQ(other.opened(other.tasks().front()), 0U);
  EXPECT_NE(other.problem().find("working copy of bare"), std::string::npos) << other.problem();
  EXPECT_TRUE(runner::load_progress(folder_.path())->opened_hints.empty());
}

TEST_F(HintsOfTheSampleLab, AreReadAgainWhereTheFileHasChanged) {
  runner::begin_progress(folder_.path(), "sample");
  LabSheet sheet(sample_.services().labs.front(), folder_.path());
  EXPECT_FALSE(sheet.look());
  const auto revision = sheet.revision();
  auto other = hints();
  other.open(other.tasks().front());
  EXPECT_EQ(sheet.revision(), revision);
  EXPECT_TRUE(sheet.look());
  EXPECT_GT(sheet.revision(), revision);
  EXPECT_EQ(sheet.progress().opened(1), 1U);
  EXPECT_FALSE(sheet.look());
  sheet.explain(1, "So.");
  EXPECT_GT(sheet.revision(), revision + 1) << "the window's own change";
}

}  // namespace
}  // namespace warpscope::viewer::test
