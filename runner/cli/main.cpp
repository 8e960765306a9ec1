// warpscope: the command line.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "runner/cli/commands.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/interrupt.h"
#include "runner/installation/version.h"

namespace {

constexpr const char* kExamples = R"(Examples:
  warpscope list
  warpscope run coalescing --starter
  warpscope grade coalescing my_solution.cu --json
  warpscope grade coalescing my_solution.cu --record mine.json
  warpscope report mine.json reference.json --html report.html
  warpscope exec ./my_cuda_program 1000

)";

}  // namespace

int main(int argc, char** argv) {
  using namespace warpscope::cli;
  const Interrupt interrupt;
  CLI::App app("CUDA courseware that runs, is seen and is graded without a GPU.", "warpscope");
  app.set_version_flag("--version", std::string("warpscope ") + warpscope::runner::kVersion);
  app.footer(std::string(kExamples) + exit_code_help());
  app.require_subcommand(1);
  Action action;
  add_list(app, action);
  add_run(app, action);
  add_grade(app, action);
  add_report(app, action);
  add_exec(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "warpscope: {}. See warpscope --help.\n", error.what());
    return kUsage;
  }
  try {
    return action(interrupt.token());
  } catch (const UsageError& error) {
    fmt::print(stderr, "warpscope: {}\n", error.what());
    return kUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "warpscope: {}\n", error.what());
    return interrupt.token().stop_requested() ? kCanceled : kToolError;
  }
}
