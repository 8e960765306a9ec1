#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <memory>

#include "base/files.h"
#include "record/record.h"
#include "runner/cli/exit_codes.h"
#include "tests/runner/made_record.h"
#include "tests/runner/paths.h"

namespace warpscope::runner {
namespace {

struct Finished {
  int exit_code = -1;
  std::string output;
};

/// Standard output and error of the command line.
Finished warpscope(const std::string& arguments) {
  const auto command =
      "NO_COLOR=1 '" + (test::kBin / "warpscope").string() + "' " + arguments + " 2>&1 </dev/null";
  FILE* pipe = ::popen(command.c_str(), "r");
  Finished finished;
  std::array<char, 4096> buffer;
  while (const auto count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    finished.output.append(buffer.data(), count);
  }
  finished.exit_code = WEXITSTATUS(::pclose(pipe));
  return finished;
}

/// A record on disk for the life of this.
class SavedRecord {
 public:
  SavedRecord() { record::save(test::made_record(), path_); }
  ~SavedRecord() { std::filesystem::remove(path_); }
  SavedRecord(const SavedRecord&) = delete;
  SavedRecord& operator=(const SavedRecord&) = delete;
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

TEST(CommandLine, MistakesAreTold) {
  for (const char* arguments :
       {"", "nonsense", "grade", "grade coalescing", "grade nonsense x.cu",
        "grade coalescing no-such-file.cu", "run coalescing --reference --starter",
        "run coalescing --profile nonsense", "exec", "report", "grade coalescing x.cu --seed x"}) {
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
  EXPECT_EQ(warpscope("exec -q no-such-program-here").exit_code, 6);
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
