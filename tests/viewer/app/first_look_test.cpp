// warpscope-viewer without a display: what it writes and how it ends.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/files.h"
#include "record/record.h"
#include "tests/viewer/support/png_size.h"
#include "tests/viewer/support/temporary_folder.h"

namespace warpscope::viewer::test {
namespace {

struct Ended {
  int exit_code = -1;
  std::string output;  ///< of both streams
};

/// Runs the viewer with arguments that need no quoting.
Ended run_viewer(const std::string& arguments) {
  const std::string command =
      "env -u DISPLAY -u WAYLAND_DISPLAY " WARPSCOPE_VIEWER_PROGRAM " " + arguments + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  Ended ended;
  std::array<char, 4096> buffer{};
  while (const auto count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    ended.output.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  ended.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ended;
}

TEST(FirstLook, RunsTheLabAndKeepsPicturesRecordsAndReport) {
  const TemporaryFolder folder;
  const std::filesystem::path starter = WARPSCOPE_SOURCE_DIR "/labs/coalescing/starter.cu";
  const auto ended =
      run_viewer("--file " + starter.string() + " --show-reference --size 1280x800 --off-screen " +
                 folder.path().string());
  ASSERT_EQ(ended.exit_code, 0) << ended.output;
  const std::string picture = read_file(folder.path() / "viewer.png");
  ASSERT_GT(picture.size(), 20'000U) << "a blank picture packs much smaller";
  EXPECT_EQ(png_size(picture), std::pair(1280, 800));
  for (const char* pane : {"labs", "lab", "score", "source", "slides", "handout", "hints", "sweeps",
                           "timeline", "ladder", "cases", "launches", "output", "findings"}) {
    const std::string file = "pane-" + std::string(pane) + ".png";
    EXPECT_GT(read_file(folder.path() / file).size(), 1000U) << file;
    EXPECT_NE(ended.output.find(file), std::string::npos) << "its name is printed";
  }
  const auto reference = record::load(folder.path() / "reference.json");
  ASSERT_TRUE(reference.score.has_value());
  EXPECT_EQ(reference.score->points, reference.score->max_points);
  const auto student = record::load(folder.path() / "student.json");
  ASSERT_TRUE(student.score.has_value());
  EXPECT_LT(student.score->points, student.score->max_points);
  EXPECT_FALSE(student.findings.empty());
  EXPECT_FALSE(student.launches.empty());
  EXPECT_NE(read_file(folder.path() / "report.html").find("</html>"), std::string::npos);
  for (const auto& check : student.score->checks)
    EXPECT_NE(ended.output.find(check.title), std::string::npos);
}

TEST(FirstLook, ShowsASavedRecordEvenABrokenOne) {
  const TemporaryFolder folder;
  const auto broken = folder.write("broken.json", "{");
  const auto ended =
      run_viewer("--open " + broken.string() + " --off-screen " + (folder.path() / "out").string());
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_GT(read_file(folder.path() / "out" / "viewer.png").size(), 5000U);
}

TEST(FirstLook, RunsAProgramThatBelongsToNoLab) {
  const TemporaryFolder folder;
  const auto program = folder.write("doubling.cu", R"(
__global__ void doubling(float* x) { x[threadIdx.x] *= 2; }
int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  doubling<<<1, 32>>>(x);
  return cudaDeviceSynchronize();
}
)");
  const auto out = folder.path() / "out";
  const auto ended = run_viewer(program.string() + " --off-screen " + out.string());
  ASSERT_EQ(ended.exit_code, 0) << ended.output;
  const auto record = record::load(out / "student.json");
  EXPECT_EQ(record.program.label, "doubling");
  ASSERT_EQ(record.launches.size(), 1U);
  EXPECT_NE(record.launches[0].kernel.find("doubling"), std::string::npos);
  // The record that was written is opened by its name alone.
  const auto again = run_viewer((out / "student.json").string() + " --off-screen " +
                                (folder.path() / "again").string());
  ASSERT_EQ(again.exit_code, 0) << again.output;
  EXPECT_EQ(record::load(folder.path() / "again/student.json").launches.size(), 1U);
  // One that does not compile is shown with the compiler's words.
  const auto wrong = folder.write("wrong.cu", "int main() { return x; }\n");
  const auto of_wrong =
      run_viewer(wrong.string() + " --off-screen " + (folder.path() / "wrong").string());
  ASSERT_EQ(of_wrong.exit_code, 0) << of_wrong.output;
  const auto failed = record::load(folder.path() / "wrong/student.json");
  EXPECT_EQ(failed.outcome.kind, record::Outcome::Kind::compile_error);
  ASSERT_EQ(failed.findings.size(), 1U);
  ASSERT_TRUE(failed.findings[0].where.has_value());
  EXPECT_EQ(failed.findings[0].where->line, 1U);
}

TEST(FirstLook, SaysWhatCannotBeOpened) {
  const TemporaryFolder folder;
  const auto text = folder.write("notes.txt", "");
  const auto ended = run_viewer(text.string() + " --off-screen " + folder.path().string());
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_NE(ended.output.find("notes.txt cannot be opened"), std::string::npos) << ended.output;
  const auto absent = run_viewer("no-such-lab --off-screen " + folder.path().string());
  EXPECT_EQ(absent.exit_code, 1);
  EXPECT_NE(absent.output.find("coalescing"), std::string::npos)
      << "the labs are listed: " << absent.output;
  EXPECT_EQ(run_viewer("coalescing --open record.json").exit_code, 2);
}

TEST(FirstLook, RefusesWrongArgumentsWithASentence) {
  EXPECT_EQ(run_viewer("--size 12").exit_code, 2);
  EXPECT_EQ(run_viewer("--theme pink").exit_code, 2);
  const auto ended_without = run_viewer("--device virtual:nothing --off-screen nowhere");
  EXPECT_EQ(ended_without.exit_code, 1);
  EXPECT_NE(ended_without.output.find("nothing"), std::string::npos) << ended_without.output;
  EXPECT_EQ(run_viewer("--help").exit_code, 0);
  const TemporaryFolder folder;
  const auto broken = folder.write("broken.json", "{");
  const auto ended = run_viewer("--open " + broken.string() + " --pane nowhere --off-screen " +
                                folder.path().string());
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_NE(ended.output.find("timeline"), std::string::npos)
      << "the panes are listed: " << ended.output;
  const auto early = run_viewer("--device virtual:nothing --pane nowhere --off-screen nowhere");
  EXPECT_NE(early.output.find("timeline"), std::string::npos)
      << "before all else: " << early.output;
  const auto upper = run_viewer("--open " + broken.string() + " --pane Timeline --off-screen " +
                                folder.path().string());
  EXPECT_EQ(upper.exit_code, 0) << "in whatever case: " << upper.output;
}

}  // namespace
}  // namespace warpscope::viewer::test
