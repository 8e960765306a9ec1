#include "runner/cli/compile_source.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "runner/build/fetch_compiler.h"
#include "runner/build/source_program.h"
#include "runner/cli/commands.h"
#include "runner/report/text.h"
#include "runner/run_source.h"

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

std::optional<record::RunRecord> compile_source(const std::vector<std::string>& nvcc,
                                                runner::Installation& installation,
                                                runner::ExecRequest& request,
                                                const std::stop_token& cancel) {
  expect_file(request.program);
  runner::provide_compiler(installation, cancel);
  std::vector<std::string> asked;
  for (const auto& text : nvcc) {
    const auto words = runner::words_of(text);
    asked.insert(asked.end(), words.begin(), words.end());
  }
  auto failed = runner::compile_to_run(installation, std::move(asked), request, cancel);
  fmt::print(stderr, "{}", request.compiler_output);
  if (failed && failed->outcome.kind != record::Outcome::Kind::canceled)
    fmt::print(stderr, "warpscope: {}\n{}", failed->outcome.message,
               runner::findings_text(*failed, {}));
  return failed;
}

}  // namespace warpscope::cli
