// What `warpscope grade` is asked to write and cannot: a sentence, and nothing else is lost.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

class Outputs : public testing::Test {
 protected:
  Outputs() { folder_.write("in/ada.cu", read_file(test::kSource / "labs/template/starter.cu")); }

  test::Finished grade(const std::string& arguments) const {
    return test::run_command("cd " + folder_.quoted() + " && NO_COLOR=1 '" +
                             (test::kBin / "warpscope").string() + "' grade template --seed 1 " +
                             arguments);
  }
  static bool has(const test::Finished& finished, const std::string& text) {
    return finished.output.find(text) != std::string::npos;
  }

  test::TemporaryFolder folder_;
};

TEST_F(Outputs, ThatCannotBeWrittenAreToldBeforeAnythingIsGraded) {
  const std::string long_name(300, 'x');
  const std::string file_in_no_folder = "in/ada.cu/x";
  folder_.write("in/folder.html/x", "");
  for (const auto& options : {"in --csv missing/book.csv", "in --csv in", "in --junit /dev/null/x",
                              "in --statistics in/folder.html", "in --statistics missing/class.csv",
                              "in --feedback /dev/null/x", "in --results /dev/null/x",
                              "in/ada.cu --record missing/x", "in/ada.cu --record in"}) {
    const auto finished = grade(options);
    EXPECT_EQ(finished.exit_code, 2) << options << "\n" << finished.output;
    EXPECT_EQ(finished.output.rfind("warpscope: Cannot ", 0), 0U) << finished.output;
    EXPECT_EQ(std::ranges::count(finished.output, '\n'), 1) << finished.output;
    EXPECT_FALSE(folder_.has("grades/template/results/ada.json")) << options;
  }
  for (const auto& option : {"in --csv ", "in --results ", "in --feedback ", "in --roster ",
                             "in --rules ", "in/ada.cu --record ", "in/", ""}) {
    for (const auto& name : {long_name, file_in_no_folder}) {
      const auto finished = grade(option + name);
      EXPECT_EQ(finished.exit_code, 2) << option << "\n" << finished.output;
      EXPECT_FALSE(has(finished, "filesystem error")) << finished.output;
      EXPECT_EQ(finished.output.rfind("warpscope: ", 0), 0U) << finished.output;
    }
  }
}

TEST_F(Outputs, ThatFailInTheEndTakeNothingElseAlong) {
  const auto full = grade("in --csv /dev/full --junit tests.xml --statistics class.html");
  EXPECT_EQ(full.exit_code, 6) << full.output;
  EXPECT_TRUE(has(full, "1 of 1 submissions graded")) << full.output;
  EXPECT_TRUE(has(full, "warpscope: Cannot write /dev/full: No space left on device.\n"));
  EXPECT_TRUE(folder_.has("tests.xml"));
  EXPECT_TRUE(folder_.has("class.html"));
  EXPECT_TRUE(folder_.has("grades/template/results/ada.json")) << "it need not be graded again";

  const auto record = grade("in/ada.cu --record /dev/full");
  EXPECT_EQ(record.exit_code, 6);
  EXPECT_TRUE(has(record, "\nScore: ")) << record.output;
  EXPECT_TRUE(has(record, "No space left on device.")) << record.output;
  for (const auto& file : {"/dev/full", "missing/results.json"}) {
    const auto gradescope = grade(std::string("in/ada.cu --gradescope ") + file);
    EXPECT_EQ(gradescope.exit_code, 6);
    EXPECT_TRUE(has(gradescope, "\"visibility\"")) << "what is not written is printed";
    EXPECT_TRUE(has(gradescope, std::string("warpscope: Cannot write ") + file + ": "));
  }
  const auto printed = grade("in --csv - >/dev/full");
  EXPECT_EQ(printed.exit_code, 6);
  EXPECT_TRUE(has(printed, "warpscope: Cannot write to standard output: No space left on device."))
      << printed.output;
  const auto json = grade("in --json >/dev/full");
  EXPECT_EQ(json.exit_code, 6);
  EXPECT_TRUE(has(json, "warpscope: ")) << json.output;
}

/// The report to the student fails behind the result.
TEST_F(Outputs, AReportThatCannotBeWrittenLeavesTheResult) {
  folder_.write("out/ada/feedback.html/in-the-way", "");
  const auto finished = grade("in --feedback out");
  EXPECT_EQ(finished.exit_code, 6) << finished.output;
  EXPECT_TRUE(has(finished, "1 of 1 submissions graded")) << finished.output;
  EXPECT_TRUE(has(finished, "warpscope: ada: ")) << finished.output;
  EXPECT_TRUE(has(finished, "feedback.html: ")) << finished.output;
}

}  // namespace
}  // namespace warpscope::runner
