// A lab's programs, whole or as diffs, and what is said of files that are none.
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "runner/lab/programs.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

std::string diff_of(const std::string& base, const std::string& result, const std::string& from,
                    const std::string& to) {
  return "--- a/" + base + "\n+++ b/" + result + "\n@@ -1 +1 @@\n-" + from + "\n+" + to + "\n";
}

class LabPrograms : public testing::Test {
 protected:
  LabPrograms() {
    folder_.write("starter.cu", "begin\n");
    folder_.write("step-1.diff", diff_of("starter.cu", "step-1.cu", "begin", "one"));
    folder_.write("step-2.diff", diff_of("step-1.cu", "step-2.cu", "one", "two"));
    folder_.write("reference.cu", "end\n");
  }
  std::string text(const std::string& name) const { return lab_program(folder_.path(), name).text; }
  std::string error_of(const std::function<void()>& action) const {
    try {
      action();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  }
  void expect_error(const std::string& name, const std::string& part) const {
    const auto error = error_of([&] { text(name); });
    EXPECT_NE(error.find(part), std::string::npos) << error;
  }

  test::TemporaryFolder folder_;
};

TEST_F(LabPrograms, AreWholeTexts) {
  EXPECT_EQ(text("starter"), "begin\n");
  EXPECT_EQ(text("step-2"), "two\n");
  EXPECT_EQ(text("reference"), "end\n");
  EXPECT_EQ(number_of_steps(folder_.path()), 2U);
  EXPECT_TRUE(has_program(folder_.path(), "step-2"));
  EXPECT_FALSE(has_program(folder_.path(), "step-3"));
}

TEST_F(LabPrograms, FaultsChangeAnyOfThem) {
  folder_.write("faults/of-a-step.diff", diff_of("step-2.cu", "exercise.cu", "two", "three"));
  folder_.write("ways/other.diff", diff_of("reference.cu", "exercise.cu", "end", "stop"));
  EXPECT_EQ(text("faults/of-a-step"), "three\n");
  EXPECT_EQ(text("ways/other"), "stop\n");
}

TEST_F(LabPrograms, AStepMayBeAWholeFile) {
  folder_.write("step-3.cu", "three\n");
  folder_.write("step-4.diff", diff_of("step-3.cu", "step-4.cu", "three", "four"));
  EXPECT_EQ(text("step-4"), "four\n");
  folder_.write("step-2.cu", "two\n");
  expect_error("step-4", "step-2.diff is there as a .cu file as well");
}

TEST_F(LabPrograms, SayWhatIsWrong) {
  expect_error("step-3", "step-3.cu nor ");
  expect_error("ways/other", "other.cu nor ");
  folder_.write("faults/of-nothing.diff", diff_of("step-9.cu", "exercise.cu", "a", "b"));
  expect_error("faults/of-nothing", "step-3.cu nor ");
  folder_.write("step-3.diff", diff_of("starter.cu", "step-3.cu", "begin", "three"));
  expect_error("step-3",
               "step-3.diff: a step changes the one before, so its diff must begin with "
               "\"--- a/step-2.cu\".");
  folder_.write("step-3.diff", diff_of("step-2.cu", "exercise.cu", "two", "three"));
  expect_error("step-3", "step-3.diff:2: the line after \"---\" must be \"+++ b/step-3.cu\"");
  folder_.write("step-3.diff", diff_of("step-2.cu", "step-3.cu", "2", "3"));
  expect_error("step-3",
               "step-3.diff:3: hunk 1 does not fit step-2.cu: line 1 is \"two\", the diff "
               "expects \"2\"");
  folder_.write("step-5.diff", "");
  EXPECT_NE(error_of([&] { number_of_steps(folder_.path()); }).find("There is no "),
            std::string::npos);
}

// Names that only look like steps are other programs, or none.
TEST_F(LabPrograms, AStepHasANumber) {
  for (const char* name : {"step-0", "step-01", "step-", "step-1a", "step-99999999999999999999"}) {
    folder_.write(std::string(name) + ".cu", "x\n");
    EXPECT_EQ(text(name), "x\n");
  }
  EXPECT_EQ(number_of_steps(folder_.path()), 2U);
}

}  // namespace
}  // namespace warpscope::runner
