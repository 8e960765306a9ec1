#include "runner/cli/export_program.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "base/files.h"
#include "runner/cli/commands.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/terminal.h"
#include "runner/report/text.h"
#include "runner/run/case_exchange.h"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "exercise";
constexpr const char* kCases = "cases.bin";
constexpr const char* kScript = "run.sh";

/// Answers are not judged: what a tool says of the run is wanted.
constexpr const char* kText = R"sh(#!/bin/sh
# Runs all cases of the lab in one process, below the tool that is named, if any:
#   ./run.sh                                   on this machine's GPU
#   ./run.sh compute-sanitizer --tool racecheck
#   ./run.sh ncu --set full
# Needs libcudart of CUDA 13 where the loader finds it (LD_LIBRARY_PATH). Answers are in answers.bin and are not judged.
cd "$(dirname "$0")" || exit 2
exec 3<cases.bin 4>answers.bin
WARPSCOPE_CASES_FD=3 WARPSCOPE_ANSWERS_FD=4 exec "$@" ./exercise
)sh";

std::string text_of(const std::vector<judge::Case>& cases) {
  std::string bytes;
  std::uint64_t number = 0;
  for (const auto& set : cases) {
    const auto frame = runner::encode_case(set, ++number);
    bytes.append(reinterpret_cast<const char*>(frame.data()), frame.size());
  }
  return bytes;
}

void make_executable(const fs::path& file) {
  fs::permissions(file, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
}

}  // namespace

int export_program(const runner::Installation& installation, runner::RunRequest request,
                   const fs::path& folder, const std::stop_token& cancel) {
  for (const char* name : {kProgram, kCases, kScript}) {
    if (fs::exists(folder / name))
      throw UsageError(fmt::format("{} is there already.", (folder / name).string()));
  }
  std::size_t count = 0;
  request.on_built = [&](const fs::path& program, const std::vector<judge::Case>& cases) {
    count = cases.size();
    fs::create_directories(folder);
    fs::copy_file(program, folder / kProgram);
    write_file(folder / kCases, text_of(cases));
    write_file(folder / kScript, kText);
    for (const char* name : {kProgram, kScript}) make_executable(folder / name);
  };
  const auto record = run_with_progress(installation, request, cancel);
  if (count == 0) {
    fmt::print("{}", runner::text_report(record, style_of_output()));
    return exit_code_of(record);
  }
  fmt::print("{}: the program, its {} cases, and {}, which runs them below another tool\n",
             folder.string(), count, kScript);
  return kFullMarks;
}

}  // namespace warpscope::cli
