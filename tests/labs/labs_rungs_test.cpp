// How the labs keep their ladders: each step as what it changes in the one before.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "base/files.h"
#include "runner/lab/rungs.h"
#include "tests/labs/lab_file.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::labs {
namespace {

namespace fs = std::filesystem;
using runner::test::run_command;

constexpr const char* kProgram = "'" WARPSCOPE_BINARY_DIR "/bin/warpscope' ";

std::string in_quotes(const fs::path& path) { return "'" + path.string() + "'"; }

/// A lab's files as they are in its folder, by name.
std::map<std::string, std::string> rung_files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto name = entry.path().filename().string();
    if (name == "starter.cu" || name.starts_with("step-")) files[name] = read_file(entry.path());
  }
  return files;
}

/// A copy of one lab, with the script beside it.
class CopyOfALab {
 public:
  explicit CopyOfALab(const std::string& lab) : lab_(lab) {
    folder_.write("labs/readme", "");
    fs::copy(lab_folder(lab), this->lab(), fs::copy_options::recursive);
    fs::copy_file(lab_folder("rungs.sh"), folder_.path() / "labs/rungs.sh");
  }
  fs::path lab() const { return folder_.path() / "labs" / lab_; }
  fs::path whole() const { return folder_.path() / "whole"; }
  runner::test::Finished script(const std::string& command) const {
    return run_command(in_quotes(folder_.path() / "labs/rungs.sh") + " " + command + " " + lab_ +
                       " " + in_quotes(whole()) + " 2>&1");
  }

 private:
  std::string lab_;
  runner::test::TemporaryFolder folder_;
};

TEST(LabsRungs, EachStepIsADiffThatFits) {
  for (const auto& lab : all_labs()) {
    const auto rungs = runner::rungs_of(lab_folder(lab));
    for (const auto& rung : rungs) {
      const bool is_step = rung.name.starts_with("step-");
      EXPECT_EQ(rung.diff.empty(), !is_step) << rung.file;
      EXPECT_TRUE(rung.text.ends_with("\n")) << rung.file;
    }
    EXPECT_NE(rungs[rungs.size() - 2].text, rungs.back().text) << lab << ": the last step is new";
  }
}

TEST(LabsRungs, AreShownWhole) {
  const auto rungs = runner::rungs_of(lab_folder("coalescing"));
  for (const auto& rung : rungs) {
    const auto shown = run_command(kProgram + ("ladder coalescing --show " + rung.name));
    EXPECT_EQ(shown.output, rung.text);
  }
  const auto changes = run_command(kProgram + std::string("ladder coalescing --changes step-2"));
  EXPECT_EQ(changes.output, rungs[2].diff);
  const auto none = run_command(kProgram + std::string("ladder coalescing --show step-9 2>&1"));
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.output.find("There is no rung \"step-9\"; there are: starter, step-1"),
            std::string::npos)
      << none.output;
}

TEST(LabsRungs, GoIntoWholeFilesAndBack) {
  for (const auto& lab : all_labs()) {
    const CopyOfALab copy(lab);
    const auto before = rung_files_in(copy.lab());
    EXPECT_EQ(copy.script("write").output, "") << lab;
    for (const auto& rung : runner::rungs_of(copy.lab()))
      if (rung.name != "reference") {
        EXPECT_EQ(read_file(copy.whole() / (rung.name + ".cu")), rung.text);
      }
    EXPECT_EQ(copy.script("accept").output, "") << lab;
    EXPECT_EQ(rung_files_in(copy.lab()), before) << lab;
  }
}

TEST(LabsRungs, AnEditedStepLeavesTheOthersAsTheyAre) {
  const CopyOfALab copy("coalescing");
  const auto before = runner::rungs_of(copy.lab());
  copy.script("write");
  write_file(copy.whole() / "step-2.cu", before[2].text + "// new\n");
  EXPECT_EQ(copy.script("accept").output, "");
  auto after = runner::rungs_of(copy.lab());
  ASSERT_EQ(after.size(), before.size());
  EXPECT_EQ(after[2].text, before[2].text + "// new\n");
  for (const std::size_t other : {0U, 1U, 3U, 4U}) EXPECT_EQ(after[other].text, before[other].text);

  fs::remove(copy.whole() / "step-4.cu");
  EXPECT_EQ(copy.script("accept").output, "");
  EXPECT_EQ(runner::rungs_of(copy.lab()).size(), before.size() - 1);

  write_file(copy.whole() / "step-3.cu", read_file(copy.whole() / "step-2.cu"));
  const auto same = copy.script("accept");
  EXPECT_EQ(same.exit_code, 1);
  EXPECT_NE(same.output.find("must be another file than step-2.cu"), std::string::npos)
      << same.output;
}

}  // namespace
}  // namespace warpscope::labs
