#include "runner/cli/compile_source.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/files.h"
#include "base/short_words.h"
#include "runner/build/fetch_compiler.h"
#include "runner/build/source_program.h"
#include "runner/cli/commands.h"
#include "runner/findings/compile_errors.h"
#include "runner/report/text.h"
#include "runner/run/profiles.h"

namespace warpscope::cli {
namespace {

/// A link is followed: it is the user's own.
void expect_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw UsageError("There is no file " + path + ".");
  if (!std::filesystem::is_regular_file(status)) {
    throw UsageError(path + " is not a regular file.");
  }
}

}  // namespace

ExitCode compile_source(const std::vector<std::string>& nvcc, runner::Installation& installation,
                        runner::ExecRequest& request, const std::stop_token& cancel) {
  const auto capability = runner::running_profile(installation, request.profile).compute_capability;
  expect_file(request.program);
  runner::provide_compiler(installation, cancel);
  std::vector<std::string> asked;
  for (const auto& text : nvcc) {
    const auto words = runner::words_of(text);
    asked.insert(asked.end(), words.begin(), words.end());
  }
  // With the checks and without: a program may ask for its registers, and how many blocks fit.
  asked = runner::with_machine_code(std::move(asked), capability);
  request.source = request.program;
  request.compile_options = runner::source_options(asked, capability);
  const auto built =
      runner::build_source_program(installation, request.source, asked, capability, cancel);
  fmt::print(stderr, "{}", built.compiler_output);
  if (built.is_canceled) return kCanceled;
  if (built.program.empty()) {
    fmt::print(stderr, "warpscope: {} does not compile.\n", request.source);
    record::RunRecord of_error;
    of_error.sources.push_back({request.source, read_file(request.source)});
    if (auto error = runner::compile_error(built.compiler_output, of_error.sources)) {
      of_error.findings.push_back(std::move(*error));
      fmt::print(stderr, "{}", runner::findings_text(of_error, {}));
    }
    return kCompileError;
  }
  request.program = built.program.string();
  request.compiler_output = built.compiler_output;
  return kFullMarks;
}

}  // namespace warpscope::cli
