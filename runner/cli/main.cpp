// warpscope: the command line.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <string>

#include "base/error_sentence.h"
#include "base/freed_memory.h"
#include "base/short_words.h"
#include "base/text_of_others.h"
#include "runner/cli/commands.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/interrupt.h"
#include "runner/cli/outputs.h"
#include "runner/installation/version.h"

namespace {

constexpr const char* kExamples = R"(Examples:
  warpscope labs
  warpscope start coalescing
  warpscope run coalescing --starter
  warpscope grade coalescing my_solution.cu --json
  warpscope grade coalescing my_solution.cu --record mine.json
  warpscope grade coalescing submissions --csv gradebook.csv --feedback feedback
  warpscope predict coalescing
  warpscope ladder coalescing
  warpscope report mine.json reference.json --html report.html
  warpscope explain mine.json 0
  warpscope slides coalescing --out pages
  warpscope exec my_kernel.cu 1000
  warpscope exec ./my_cuda_program 1000
  warpscope step my_kernel.cu 1000

)";

/// What an exception says may name files and quote texts that are not ours.
std::string shown(const std::exception& error) {
  const auto sentence = warpscope::error_sentence(error);
  auto text = warpscope::lines_of_others(warpscope::with_short_words(sentence), "");
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace warpscope::cli;
  warpscope::keep_freed_memory();
  const Interrupt interrupt;
  CLI::App app("CUDA courseware that runs, is seen and is graded without a GPU.", "warpscope");
  app.set_version_flag("--version", std::string("warpscope ") + warpscope::runner::kVersion);
  app.footer(std::string(kExamples) + exit_code_help());
  app.require_subcommand(1);
  Action action;
  add_labs(app, action);
  add_start(app, action);
  add_run(app, action);
  add_grade(app, action);
  add_grade_one(app, action);
  add_watch(app, action);
  add_hint(app, action);
  add_predict(app, action);
  add_ladder(app, action);
  add_compare_devices(app, action);
  add_course(app, action);
  add_report(app, action);
  add_explain(app, action);
  add_slides(app, action);
  add_keep(app, action);
  add_exec(app, action);
  add_step(app, action);
  add_env(app, action);
  add_nvcc(app, action);
  add_devices(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "warpscope: {}. See warpscope --help.\n", shown(error));
    return kUsage;
  }
  try {
    const int code = action(interrupt.token());
    finish_standard_output();
    return code;
  } catch (const UsageError& error) {
    fmt::print(stderr, "warpscope: {}\n", shown(error));
    return kUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "warpscope: {}\n", shown(error));
    return interrupt.token().stop_requested() ? kCanceled : kToolError;
  }
}
