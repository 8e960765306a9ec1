#include "runner/report/ladder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "runner/metrics/case_metrics.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// A folder with these files, for the life of this.
class LabFolder {
 public:
  LabFolder() { fs::create_directory(path_); }
  ~LabFolder() { fs::remove_all(path_); }
  LabFolder(const LabFolder&) = delete;
  LabFolder& operator=(const LabFolder&) = delete;
  void write(const char* name, const char* text) const { std::ofstream(path_ / name) << text; }
  const fs::path& path() const { return path_; }
  std::string error() const {
    try {
      rungs_of(path_);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  }

 private:
  fs::path path_ = fs::temp_directory_path() / ("warpscope-rungs-" + std::to_string(::getpid()));
};

TEST(Rungs, GoFromTheStarterByTheStepsToTheReference) {
  const LabFolder lab;
  lab.write("starter.cu", "// Begin here.\n");
  lab.write("step-1.cu", "// step: One thing.\n// And why.\n");
  lab.write("step-2.cu", "// step: Another thing.\n");
  lab.write("reference.cu", "// step: The last thing.");
  const auto rungs = rungs_of(lab.path());
  ASSERT_EQ(rungs.size(), 4U);
  EXPECT_EQ(rungs[0].name, "starter");
  EXPECT_EQ(rungs[0].change, "as handed out");
  EXPECT_EQ(rungs[1].change, "One thing.");
  EXPECT_EQ(rungs[2].file, lab.path() / "step-2.cu");
  EXPECT_EQ(rungs[3].name, "reference");
  EXPECT_EQ(rungs[3].change, "The last thing.");
}

// Compiler messages and findings count the lines of the whole file.
TEST(Rungs, AreWholeFilesWhereStepsAreKeptAsDiffs) {
  const LabFolder lab;
  lab.write("starter.cu", "int a;\nint b;\n");
  lab.write("step-1.diff",
            "--- a/starter.cu\n+++ b/step-1.cu\n@@ -1,2 +1,3 @@\n+// step: b is long.\n int a;\n"
            "-int b;\n+long b;\n");
  lab.write("step-2.diff",
            "--- a/step-1.cu\n+++ b/step-2.cu\n@@ -1,2 +1,2 @@\n-// step: b is long.\n"
            "+// step: And a.\n-int a;\n+long a;\n");
  lab.write("reference.cu", "long a, b;\n");
  const auto rungs = rungs_of(lab.path());
  ASSERT_EQ(rungs.size(), 4U);
  EXPECT_EQ(rungs[1].change, "b is long.");
  EXPECT_EQ(rungs[2].text, "// step: And a.\nlong a;\nlong b;\n");
  EXPECT_EQ(rungs[2].file, lab.path() / "step-2.cu");
  EXPECT_EQ(rungs[2].diff.substr(0, 15), "--- a/step-1.cu");
  EXPECT_EQ(rungs[3].diff, "");

  lab.write("step-1.diff", "--- a/starter.cu\n+++ b/step-1.cu\n@@ -2 +2 @@\n-int c;\n+int b;\n");
  EXPECT_NE(lab.error().find("step-1.diff:3: hunk 1 does not fit starter.cu: line 2 is \"int b;\", "
                             "the diff expects \"int c;\""),
            std::string::npos)
      << lab.error();
}

TEST(Rungs, SayWhatIsWrongWithTheFiles) {
  const LabFolder lab;
  EXPECT_NE(lab.error().find("starter.cu"), std::string::npos) << lab.error();
  lab.write("starter.cu", "");
  lab.write("reference.cu", "");
  lab.write("step-2.cu", "// step: Second.\n");
  EXPECT_NE(lab.error().find("There is no "), std::string::npos) << lab.error();
  lab.write("step-1.cu", "// First.\n");
  EXPECT_NE(lab.error().find("step-1.cu: the first line must be"), std::string::npos)
      << lab.error();
}

record::RunRecord scored_record() {
  auto record = test::made_record();
  test::add_line(test::add_launch(record), 1, test::loads(100, 3200, 400));
  auto& score = record.score.emplace();
  score.points = 40;
  score.max_points = 100;
  return record;
}

const std::vector<LadderColumn> kColumns{
    {"scale", "sectors/load",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", "scale/*"},
    {"add", "sectors/load", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
     "add/*"}};

TEST(Ladder, HasTheValuesOfTheNamedCases) {
  auto record = scored_record();
  record.outcome.kind = record::Outcome::Kind::wrong_answer;
  const auto row = ladder_row({"step-1", "step-1.cu", "One thing.", ""}, record, kColumns);
  EXPECT_DOUBLE_EQ(row.points, 40);
  ASSERT_EQ(row.values.size(), 2U);
  EXPECT_DOUBLE_EQ(row.values[0].value_or(0), 32);
  EXPECT_FALSE(row.values[1].has_value());
  EXPECT_EQ(ladder_text(kColumns, {row}),
            "                                           sectors/load\n"
            "rung    what changed               points    scale  add\n"
            "step-1  One thing. (wrong answer)      40       32    -\n");
  auto large = row;
  large.values[0] = 548183;
  EXPECT_NE(ladder_text(kColumns, {large}).find(" 548,183 "), std::string::npos)
      << "a count has all its digits";
  auto of_bandwidth = kColumns;
  of_bandwidth[0].metric = case_metric::kEffectiveBandwidth;
  large.values[0] = 3.21e12;
  EXPECT_NE(ladder_text(of_bandwidth, {large}).find(" 3.21 TB/s "), std::string::npos);
  of_bandwidth[0].metric = case_metric::kEffectiveBandwidthPercent;
  large.values[0] = 62.5;
  EXPECT_NE(ladder_text(of_bandwidth, {large}).find(" 62.5 % "), std::string::npos);
  const auto document = nlohmann::json::parse(ladder_json("coalescing", kColumns, {row}));
  EXPECT_EQ(document["rungs"][0]["outcome"], "wrong_answer");
  EXPECT_EQ(document["rungs"][0]["values"][0], 32);
  EXPECT_TRUE(document["rungs"][0]["values"][1].is_null());
  EXPECT_EQ(document["columns"][1]["cases"], "add/*");
}

}  // namespace
}  // namespace warpscope::runner
