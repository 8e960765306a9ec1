// What a student types around a lab: start, grade, hint, watch, on a working copy of the coalescing
// lab.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>

#include "lab_protocol/exchange.h"
#include "record/record.h"
#include "tests/labs/lab_file.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::labs {
namespace {

constexpr const char* kWarpscope = "NO_COLOR=1 '" WARPSCOPE_BINARY_DIR "/bin/warpscope' ";

class WorkingCopyOfALab : public testing::Test {
 protected:
  WorkingCopyOfALab() { run("start coalescing " + folder_.quoted()); }
  static runner::test::Finished run(const std::string& arguments) {
    return runner::test::run_command(kWarpscope + arguments);
  }
  static void expect_in(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "no \"" << part << "\" in\n" << text;
  }
  std::string in_folder(const std::string& name) const {
    return "'" + (folder_.path() / name).string() + "'";
  }

  runner::test::TemporaryFolder folder_;
};

TEST(Command, EndsWhenItHasNothingMoreToDo) {
  using Clock = std::chrono::steady_clock;
  auto least = Clock::duration::max();
  for (int i = 0; i < 20; ++i) {
    const auto begin = Clock::now();
    EXPECT_EQ(runner::test::run_command(kWarpscope + std::string("--version")).exit_code, 0);
    least = std::min(least, Clock::now() - begin);
  }
  // It took 50 ms at least when what waits for Ctrl-C was let end by itself.
  EXPECT_LT(std::chrono::duration<double>(least).count(), 0.045);
}

TEST_F(WorkingCopyOfALab, RunTimesLaunchesByTheirMachineCodeUnlessToldOtherwise) {
  const auto record_of = [&](const std::string& options) {
    const auto path = folder_.path() / "run.json";
    run("run coalescing --record '" + path.string() + "' " + options);
    return record::load(path.string());
  };
  const auto seconds = [](const record::RunRecord& of, std::string_view name) {
    const auto found = std::ranges::find(of.cases, name, &record::Case::name);
    double sum = 0;
    for (const auto& launch : of.launches) {
      if (launch.case_index == found - of.cases.begin()) sum += launch.duration_s;
    }
    return sum;
  };
  const auto clocked = record_of("--starter"), estimated = record_of("--starter --no-clock");
  ASSERT_FALSE(clocked.launches.empty());
  for (const auto& launch : clocked.launches) {
    EXPECT_TRUE(launch.timed_blocks && launch.clock) << launch.kernel;
  }
  for (const auto& launch : estimated.launches) EXPECT_FALSE(launch.timed_blocks);
  // What the estimate does not know: records of 32 fields, one after the other, cost more than
  // those of 8 (the H200: 571.8 and 155.4 us; the same sectors).
  const auto growth = [&](const record::RunRecord& of) {
    return seconds(of, "scale_records/fields-32") / seconds(of, "scale_records/fields-8");
  };
  EXPECT_NEAR(growth(estimated), 1, 0.01);
  EXPECT_GT(growth(clocked), 2);
  EXPECT_EQ(clocked.score->points, estimated.score->points);
}

// Kernels of the lab overlap take a third longer by the clock, as on an H200 (141.6 us in one
// piece; 108 by the estimate), so copies of both directions meet less.
TEST_F(WorkingCopyOfALab, ChecksOfTimesAreMetByTheClock) {
  const auto path = folder_.path() / "run.json";
  run("run overlap --reference --record '" + path.string() + "'");
  const auto record = record::load(path.string());
  ASSERT_TRUE(record.score);
  EXPECT_EQ(record.score->points, 100);
  for (const auto& launch : record.launches) EXPECT_TRUE(launch.timed_blocks) << launch.kernel;
}

TEST_F(WorkingCopyOfALab, StartIsTheStarterAndStays) {
  EXPECT_EQ(folder_.read("exercise.cu"), (LabFile{"coalescing", "starter"}.text()));
  folder_.write("exercise.cu", "mine");
  expect_in(run("start coalescing " + folder_.quoted()).output, "stays as it is");
  EXPECT_EQ(folder_.read("exercise.cu"), "mine");
}

TEST_F(WorkingCopyOfALab, StartNamesCommandsAndFilesAsTheyAreFromHere) {
  const std::string root = WARPSCOPE_SOURCE_DIR;
  const auto said_in = [&](const std::string& folder) {
    return runner::test::run_command("cd " + folder + " && " + kWarpscope + "start coalescing " +
                                     (folder == folder_.quoted() ? "here" : folder_.quoted()))
        .output;
  };
  const auto elsewhere = said_in(folder_.quoted());
  expect_in(elsewhere, "here/handout.md");
  expect_in(elsewhere, root + "/run grade coalescing here/exercise.cu");
  expect_in(elsewhere, root + "/run hint coalescing here");
  expect_in(said_in("'" + root + "'"), "  ./run hint coalescing ");
  expect_in(said_in("'" + root + "/labs/coalescing'"), "  ../../run hint coalescing ");
}

TEST_F(WorkingCopyOfALab, HintsFollowWhatLostPointsAndAreRecorded) {
  folder_.write("exercise.cu", LabFile{"coalescing", "step-2"}.text());
  run("grade coalescing " + in_folder("exercise.cu"));
  expect_in(folder_.read("progress.json"), "\"best_points\": 70");
  // All of task 1 is solved; kinetic_energy is the first check that lost points.
  const auto hint = run("hint coalescing " + folder_.quoted());
  EXPECT_EQ(hint.exit_code, 0) << hint.output;
  expect_in(hint.output, "Task 3, a layout of your own\nHint 1 of 3");
  expect_in(run("hint coalescing --task 2 " + folder_.quoted()).output, "Hint 1 of 3");
  expect_in(run("hint coalescing --task 2 " + folder_.quoted()).output, "Hint 2 of 3");
  expect_in(run("hint coalescing --list " + folder_.quoted()).output, "2 of 3 hints open");
  EXPECT_EQ(run("hint coalescing --task 9 " + folder_.quoted()).exit_code, 2);
  const auto graded = run("grade coalescing --json " + in_folder("exercise.cu"));
  expect_in(graded.output, "\"opened\": 2,\n      \"task\": 2");
}

TEST_F(WorkingCopyOfALab, AFileThatDoesNotCompileOpensNoHint) {
  folder_.write("exercise.cu", "#include \"exercise.h\"\n\nvoid nothing() { undefined(); }\n");
  run("grade coalescing " + in_folder("exercise.cu"));
  const auto hint = run("hint coalescing " + folder_.quoted());
  EXPECT_EQ(hint.exit_code, 0) << hint.output;
  expect_in(hint.output, "did not compile when it was run last (exercise.cu:3)");
  expect_in(folder_.read("progress.json"), "\"opened_hints\": []");
  expect_in(run("hint coalescing --task 2 " + folder_.quoted()).output, "Hint 1 of 3");
  folder_.write("exercise.cu", LabFile{"coalescing", "starter"}.text());
  run("grade coalescing " + in_folder("exercise.cu"));
  expect_in(run("hint coalescing " + folder_.quoted()).output, "Hint 1 of 3");
}

TEST_F(WorkingCopyOfALab, RunAndGradeTakeTheFileOfTheFolder) {
  folder_.write("exercise.cu", LabFile{"coalescing", "step-2"}.text());
  const auto here = [&](const std::string& command) {
    return runner::test::run_command("cd " + folder_.quoted() + " && " + kWarpscope + command);
  };
  expect_in(here("run coalescing --no-clock").output, "coalescing, student");
  expect_in(folder_.read("progress.json"), "\"best_points\": 70");
  const auto graded = here("grade coalescing");
  EXPECT_EQ(graded.exit_code, 1);
  expect_in(graded.output, "Score: 70 of 100");
  expect_in(here("run coalescing --no-clock --starter").output, "coalescing, starter");
  folder_.write("other.cu", LabFile{"coalescing", "step-1"}.text());
  const auto other = here("run coalescing other.cu --no-clock").output;
  expect_in(other, "coalescing, student  other.cu");
  expect_in(other, "Times are an estimate");
  std::filesystem::remove(folder_.path() / "exercise.cu");
  const auto gone = here("run coalescing");
  EXPECT_EQ(gone.exit_code, 2) << gone.output;
  expect_in(gone.output, "There is no ./exercise.cu");
}

TEST_F(WorkingCopyOfALab, RunExportsTheProgramAndItsCasesForOtherTools) {
  const auto exported = in_folder("there");
  const auto done = run("run coalescing --starter --export " + exported);
  EXPECT_EQ(done.exit_code, 0) << done.output;
  // The cases, as frames: each says how long it is.
  const auto bytes = folder_.read("there/cases.bin");
  std::size_t cases = 0, at = 0;
  while (at + lab_protocol::kFrameHeaderBytes <= bytes.size()) {
    lab_protocol::FrameHeader header;
    std::memcpy(&header, bytes.data() + at, sizeof header);
    ASSERT_EQ(header.magic, lab_protocol::kMagic);
    at += lab_protocol::kFrameHeaderBytes + header.payload_bytes;
    ++cases;
  }
  EXPECT_EQ(at, bytes.size());
  expect_in(done.output, "its " + std::to_string(cases) + " cases");
  EXPECT_GT(cases, 10U);
  // Below a tool: it has the program's path, the cases and where answers go.
  const auto tool = runner::test::run_command(
      exported + "/run.sh sh -c 'wc -c <&3; echo answer >&4; echo $WARPSCOPE_CASES_FD $0'");
  EXPECT_EQ(tool.exit_code, 0) << tool.output;
  expect_in(tool.output, std::to_string(bytes.size()) + "\n3 ./exercise");
  EXPECT_EQ(folder_.read("there/answers.bin"), "answer\n");
  const auto again = run("run coalescing --starter --export " + exported);
  EXPECT_EQ(again.exit_code, 2) << again.output;
  folder_.write("exercise.cu", "no program");
  const auto wrong =
      run("run coalescing " + in_folder("exercise.cu") + " --export " + in_folder("elsewhere"));
  EXPECT_NE(wrong.exit_code, 0);
  expect_in(wrong.output, "does not compile");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "elsewhere"));
}

TEST_F(WorkingCopyOfALab, WatchTellsWhatASaveChanged) {
  folder_.write("step-1.cu", LabFile{"coalescing", "step-1"}.text());
  const std::string out = in_folder("out");
  const auto result = runner::test::run_command(
      "timeout 60 " + ("env " + std::string(kWarpscope)) + "watch coalescing " + folder_.quoted() +
      " > " + out + " & watch=$!; waits() { for i in $(seq 300); do [ \"$(grep -c Waiting " + out +
      ")\" = $1 ] && return; sleep 0.1; done; }; waits 1; cp " + in_folder("step-1.cu") + " " +
      in_folder("exercise.cu") + "; waits 2; kill -INT $watch; wait $watch; echo code $?");
  expect_in(result.output, "code 130");
  const auto text = folder_.read("out");
  expect_in(text, "Score: 40 of 100 points");
  expect_in(text, "Points: 40 → 60 of 100 (+20)");
  expect_in(text, "bytes moved per useful byte: 4.857 → 1 bytes/byte");
  expect_in(text, "Gone: exercise.cu:");
}

}  // namespace
}  // namespace warpscope::labs
