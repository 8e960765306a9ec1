#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>

#include "base/files.h"
#include "record/record.h"
#include "record/timeline_slice.h"
#include "runner/cli/exit_codes.h"
#include "tests/runner/made_record.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"

namespace warpscope::runner {
namespace {

/// Standard output and error of the command line.
test::Finished warpscope(const std::string& arguments) {
  return test::run_command("NO_COLOR=1 '" + (test::kBin / "warpscope").string() + "' " + arguments);
}

/// A record on disk for the life of this.
class SavedRecord {
 public:
  explicit SavedRecord(const record::RunRecord& record = test::made_record()) {
    record::save(record, path_);
  }
  ~SavedRecord() {
    std::filesystem::remove(path_);
    std::filesystem::remove(record::timelines_path(path_));
  }
  SavedRecord(const SavedRecord&) = delete;
  SavedRecord& operator=(const SavedRecord&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::string quoted() const { return "'" + path_.string() + "'"; }

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("warpscope-cli-" + std::to_string(::getpid()));
};

TEST(CommandLine, HelpAndVersion) {
  const auto help = warpscope("--help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.output.find("Examples:"), std::string::npos);
  EXPECT_NE(help.output.find("Exit codes:"), std::string::npos);
  EXPECT_EQ(warpscope("--version").output, "warpscope " WARPSCOPE_VERSION "\n");
}

TEST(CommandLine, DevicesAreListedWithWhatIsKnownOfThem) {
  const auto list = warpscope("devices");
  EXPECT_EQ(list.exit_code, 0);
  for (const char* line : {"h100     virtual NVIDIA H100 ", "rtx4090  NVIDIA GeForce RTX 4090 ",
                           "no, a data sheet", "measured  published  assumed"}) {
    EXPECT_NE(list.output.find(line), std::string::npos) << line << " in " << list.output;
  }
  const auto h200 = warpscope("devices h200").output;
  EXPECT_NE(h200.find("measured   H200: 4.28 of 4.8 TB/s in a float4 copy"), std::string::npos)
      << h200;
  EXPECT_NE(h200.find("Programs run on it: --profile h200."), std::string::npos);
  EXPECT_NE(warpscope("devices t4").output.find("no program runs on it"), std::string::npos);
  const auto unknown = warpscope("devices b9000");
  EXPECT_EQ(unknown.exit_code, cli::kUsage);
  EXPECT_NE(unknown.output.find("there are: a100, "), std::string::npos) << unknown.output;
}

TEST(CommandLine, NoProgramRunsOnADataSheet) {
  const std::string sentence =
      "The profile \"a100\" is a data sheet, and no program runs on it: how the hardware counts is "
      "known of compute capability 9.0 only, and this GPU has 8.0.";
  for (const char* arguments :
       {"run coalescing --profile a100", "exec --profile a100 /bin/echo hello"}) {
    const auto refused = warpscope(arguments);
    EXPECT_NE(refused.exit_code, 0) << arguments;
    EXPECT_NE(refused.output.find(sentence), std::string::npos) << refused.output;
    EXPECT_EQ(refused.output.find("hello\n"), std::string::npos) << refused.output;
  }
}

TEST(CommandLine, MistakesAreTold) {
  for (const char* arguments : {"",
                                "nonsense",
                                "grade",
                                "grade coalescing --gradescope",
                                "grade coalescing --csv grades.csv",
                                "grade coalescing --again",
                                "explain no-such-record.json",
                                "grade nonsense x.cu",
                                "grade coalescing no-such-file.cu",
                                "run coalescing --reference --starter",
                                "run coalescing --profile nonsense",
                                "compare-devices coalescing --curves curves.json",
                                "compare-devices coalescing --devices virtual:mini --curves x.json",
                                "compare-devices coalescing --devices cuda:99 --curves x.json",
                                "exec",
                                "report",
                                "explain",
                                "explain record.json -1",
                                "exec -q --cache-control all /bin/true",
                                "grade coalescing x.cu --seed x",
                                "grade coalescing x.cu --seed -1",
                                "run coalescing --seed -1",
                                "ladder coalescing --seed 1.5",
                                "watch coalescing --seed 18446744073709551616",
                                "exec -q --schedule -1 /bin/true",
                                "check -q --budget -1 /bin/true",
                                "exec -q --record /dev/null/x /bin/true",
                                "exec -q " WARPSCOPE_SOURCE_DIR "/tests/runner/cli_test.cpp",
                                "exec -q ./no-such-program",
                                "exec -q no-such-program",
                                "start nonsense",
                                "ladder ../coalescing",
                                "hint coalescing no-such-folder",
                                "watch coalescing no-such-folder",
                                "hint coalescing --task 0"}) {
    const auto result = warpscope(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << "\n" << result.output;
    EXPECT_EQ(result.output.rfind("warpscope: ", 0), 0u) << result.output;
  }
}

TEST(CommandLine, ListShowsTheLabs) {
  const auto result = warpscope("list");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.output.find("coalescing"), std::string::npos);
}

TEST(CommandLine, ReportConverts) {
  const SavedRecord record;
  EXPECT_NE(warpscope("report " + record.quoted()).output.find("scale/1024"), std::string::npos);
  EXPECT_EQ(warpscope("report --html - " + record.quoted()).output.rfind("<!DOCTYPE html>", 0), 0u);
  EXPECT_EQ(warpscope("report --csv - " + record.quoted()).output.rfind("label,", 0), 0u);
  EXPECT_NE(warpscope("report --trace - " + record.quoted()).output.find("traceEvents"),
            std::string::npos);
}

/// A launch with one transfer, of 8 KiB.
record::RunRecord made_ring() {
  auto made = test::made_record();
  made.device.clock_hz = 1e9;
  made.device.sm_count = 10;
  test::add_launch(made).clock.emplace().sms = 2;
  record::ClockTimeline timeline;
  timeline.transfers = {{record::ClockTimeline::Transfer::Kind::bulk_copies, 7, 1, 1U << 8, 0xFF, 2,
                         8192, 640, 500, 1300, 1310, 1900}};
  timeline.interval_cycles = 32;
  timeline.bytes_in_flight = {2048, 4096};
  record::Timelines timelines;
  EXPECT_TRUE(timelines.add(0, record::to_slice(timeline)));
  made.timelines = std::make_shared<const record::Timelines>(std::move(timelines));
  return made;
}

// Needed for the peak: 1 TB/s for 640 ns, by 10 SMs.
TEST(CommandLine, ReportHasTransfersToSharedMemory) {
  const SavedRecord record(made_ring());
  const auto csv = warpscope("report --transfers - " + record.quoted());
  EXPECT_EQ(csv.exit_code, 0);
  EXPECT_EQ(csv.output,
            "label,launch,kernel,block,stage,kind,asked_by,used_by,requests,bytes,latency_cycles,"
            "asked_cycle,arrived_cycle,used_cycle,given_back_cycle,asked_s\r\n"
            "student,0,\"scale(float*, int)\",7,1,bulk copies,warp 8,warps 0 to "
            "7,2,8192,640,500,1300,1310,1900,"
            "5e-07\r\n");
  for (const char* as : {"report ", "report --html - "}) {
    const auto text = warpscope(as + record.quoted()).output;
    for (const char* number :
         {"8 KiB", "800 ns", "640 ns", "10 ns", "590 ns", "1.5 KiB", "2 KiB", "62.5 KiB", "stage"})
      EXPECT_NE(text.find(number), std::string::npos) << as << number << " in " << text;
  }
  const auto trace = warpscope("report --trace - " + record.quoted()).output;
  EXPECT_NE(trace.find("transfers to shared memory of launch 0"), std::string::npos);
}

TEST(CommandLine, ReportOfNumbersThatNoMemoryHas) {
  auto made = made_ring();
  made.device.dram_bytes_per_s = 1e308;
  const SavedRecord record(made);
  const auto text = warpscope("report " + record.quoted());
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_NE(text.output.find("1.5 KiB"), std::string::npos) << text.output;
  EXPECT_EQ(text.output.find("62.5 KiB"), std::string::npos);
  EXPECT_EQ(text.output.find(" 0 B"), std::string::npos) << text.output;
}

TEST(CommandLine, TimelinesOfAnotherRunAreNotShown) {
  auto made = made_ring();
  const SavedRecord record(made);
  made.created = "2026-01-31T12:00:01Z";
  write_file(record.path(), record::to_json(made));
  const auto text = warpscope("report --transfers - " + record.quoted());
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_NE(text.output.find("it belongs to another run."), std::string::npos) << text.output;
  EXPECT_EQ(text.output.find("8192"), std::string::npos);
}

TEST(CommandLine, ExplainsTheLaunchThatIsAskedFor) {
  auto made = test::made_record();
  test::add_launch(made);
  test::add_launch(made).duration_s = 2e-6;
  const SavedRecord record(made);
  EXPECT_EQ(warpscope("explain " + record.quoted() + " 0").output.rfind("Launch 0: scale", 0), 0u);
  EXPECT_EQ(warpscope("explain " + record.quoted()).output.rfind("Launch 1: scale", 0), 0u);
  const auto none = warpscope("explain " + record.quoted() + " 2");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.output.find("has no launch 2: they are 0 to 1."), std::string::npos);
}

TEST(CommandLine, ReportOfAProgramWithoutCasesIsOfItsLaunches) {
  auto made = test::made_record();
  made.cases.clear();
  made.lab.clear();
  auto& launch = test::add_launch(made);
  launch.case_index.reset();
  launch.kernel = "void scale<4>(float*, int)";
  const SavedRecord record(made);
  const auto csv = warpscope("report --csv - " + record.quoted()).output;
  EXPECT_NE(csv.find("\"void scale<4>(float*, int)\",1024,"), std::string::npos) << csv;
  EXPECT_NE(warpscope("report " + record.quoted()).output.find("scale<4>"), std::string::npos);
}

TEST(CommandLine, ARecordThatIsNoneIsAFailure) {
  const auto result = warpscope("report '" + test::kMisbehave.string() + "'");
  EXPECT_EQ(result.exit_code, 6);
  EXPECT_NE(result.output.find("not JSON"), std::string::npos);
}

TEST(CommandLine, ExecPassesArgumentsAndExitCodeThrough) {
  EXPECT_EQ(warpscope("exec -q '" + test::kMisbehave.string() + "' exit 42").exit_code, 42);
  const auto echo = warpscope("exec -q /bin/echo --help -q");
  EXPECT_EQ(echo.output, "--help -q\n");
  EXPECT_EQ(warpscope("exec -q '" + test::kMisbehave.string() + "' crash").exit_code, 128 + 11);
  EXPECT_EQ(warpscope("exec -q no-such-program-here").exit_code, 2);
}

TEST(CommandLine, ExecSaysOnWhatItRunsAndHowToChoose) {
  const auto first = warpscope("exec /bin/echo hello").output;
  const auto line = first.substr(0, first.find('\n'));
  for (const char* part :
       {"H200", "132 SMs", "141 GB", "--profile h200", "choose ", "No real GPU"}) {
    EXPECT_NE(line.find(part), std::string::npos) << part << " in " << line;
  }
  EXPECT_NE(warpscope("exec --profile mini /bin/echo hello").output.find("8 SMs, 8.81 GB"),
            std::string::npos);
  const auto help = warpscope("exec --help").output;
  EXPECT_NE(help.find("mini       virtual mini (an H200 scaled to 1/16): 8 SMs"), std::string::npos)
      << help;
  EXPECT_NE(help.find("h200       virtual NVIDIA H200: 132 SMs"), std::string::npos) << help;
  EXPECT_EQ(warpscope("exec --quiet /bin/echo hello").output, "hello\n");
}

TEST(CommandLine, ExecKeepsALabelAndSaysThatOutputIsNotKept) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("warpscope-label-" + std::to_string(::getpid()) + ".json");
  const auto run = [&](const std::string& options) {
    warpscope("exec -q --record '" + path.string() + "' " + options + " /bin/echo hello");
    return record::load(path);
  };
  EXPECT_EQ(run("").program.label, "echo");
  const auto labelled = run("--label 'with padding'");
  EXPECT_EQ(labelled.program.label, "with padding");
  EXPECT_FALSE(labelled.outcome.is_output_kept);
  const auto quoted = "'" + path.string() + "' ";
  const auto report = warpscope("report " + quoted + quoted).output;
  EXPECT_NE(report.find("with padding 2"), std::string::npos) << report;
  EXPECT_NE(report.find("not kept"), std::string::npos) << report;
  std::filesystem::remove(path);
}

TEST(ExitCodes, EveryOutcomeHasItsOwn) {
  using Kind = record::Outcome::Kind;
  const std::vector<std::pair<Kind, int>> expected{
      {Kind::completed, 1},    {Kind::compile_error, 3}, {Kind::crashed, 4},
      {Kind::timed_out, 5},    {Kind::tool_error, 6},    {Kind::wrong_answer, 7},
      {Kind::device_error, 8}, {Kind::canceled, 130},
  };
  auto record = test::made_record();
  record.score.emplace().max_points = 10;
  for (const auto& [kind, code] : expected) {
    record.outcome.kind = kind;
    EXPECT_EQ(cli::exit_code_of(record), code);
  }
  record.outcome.kind = Kind::completed;
  record.score->points = 10;
  EXPECT_EQ(cli::exit_code_of(record), 0);
}

}  // namespace
}  // namespace warpscope::runner
