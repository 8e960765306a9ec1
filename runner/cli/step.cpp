// warpscope step
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <thread>

#include "base/error_sentence.h"
#include "base/text_of_others.h"
#include "record/record.h"
#include "runner/build/fetch_compiler.h"
#include "runner/build/source_program.h"
#include "runner/cli/commands.h"
#include "runner/cli/compile_source.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/line_input.h"
#include "runner/cli/whole_number.h"
#include "runner/cli/working_folder.h"
#include "runner/run/exec_program.h"
#include "runner/run/gpu_profile.h"
#include "runner/step/debugger.h"
#include "runner/step/finding_place.h"

namespace warpscope::cli {
namespace {

struct StepOptions {
  std::string lab, file, record, profile;
  std::vector<std::string> nvcc, commands;
  std::vector<std::string> program;
  runner::StepTarget target;
  std::uint64_t finding = 0;
  bool is_starter = false;
};

/// What runs while somebody steps; gives its exit code. It tells the link its end.
using Run = std::function<int(runner::StepLink& link, const std::stop_token& cancel)>;

Run run_of_lab(const StepOptions& options, const runner::Installation& given,
               const std::stop_token& cancel) {
  auto installation = given;
  const auto lab = chosen_lab(installation, options.lab);
  runner::RunRequest request;
  request.lab = lab.given;
  if (!options.profile.empty()) request.profile = options.profile;
  request.uses_clock = false;
  request.workers = 1;
  request.file = options.file;
  if (request.file.empty() && !options.is_starter)
    request.file = exercise_in(working_folder(installation, lab.id, {}));
  if (request.file.empty())
    request.file = lab.folder / "starter.cu";
  else
    request.own.root = std::filesystem::absolute(request.file).parent_path();
  check_profile(installation, request.profile);
  if (runner::gpu_index(request.profile))
    throw UsageError("Only a virtual GPU can be stepped through.");
  if (!std::filesystem::exists(request.file))
    throw UsageError("There is no file " + request.file.string() + ".");
  runner::provide_compiler(installation, cancel);
  return [installation, request](runner::StepLink& link, const std::stop_token& stop) mutable {
    request.steps = &link;
    const auto record = runner::run_lab(installation, request, {}, stop);
    link.end(record.outcome.message);
    if (record.outcome.kind == record::Outcome::Kind::compile_error)
      fmt::print(stderr, "{}", record.outcome.compiler_output);
    return exit_code_of(record);
  };
}

Run run_of_program(const StepOptions& options, const runner::Installation& given,
                   const std::stop_token& cancel) {
  auto installation = given;
  runner::ExecRequest request;
  request.program = options.program.front();
  request.arguments.assign(options.program.begin() + 1, options.program.end());
  if (!options.profile.empty()) request.profile = options.profile;
  check_profile(installation, request.profile);
  if (runner::gpu_index(request.profile))
    throw UsageError("Only a virtual GPU can be stepped through.");
  if (runner::is_cuda_source(request.program)) {
    if (const auto failed = compile_source(options.nvcc, installation, request, cancel))
      return [code = exit_code_of(*failed)](runner::StepLink& link, const std::stop_token&) {
        link.end("It does not compile.");
        return code;
      };
  }
  return [installation, request](runner::StepLink& link, const std::stop_token& stop) mutable {
    request.steps = &link;
    const auto record = runner::exec_program(installation, request, stop);
    link.end(record.outcome.message);
    return record.outcome.exit_code;
  };
}

record::RunRecord load_record(const std::string& file) {
  try {
    return record::load(file);
  } catch (const std::exception& error) {
    throw UsageError(error_sentence(error));
  }
}

int step(StepOptions options, const std::stop_token& cancel) {
  const auto installation = runner::Installation::discover();
  std::vector<record::Finding> findings;
  if (!options.record.empty()) {
    const auto record = load_record(options.record);
    findings = record.findings;
    if (options.finding > findings.size())
      throw UsageError(fmt::format("The record has {} findings.", findings.size()));
    if (options.finding > 0) {
      options.target = runner::target_of(record, findings[options.finding - 1]);
      options.commands.insert(options.commands.begin(),
                              "finding " + std::to_string(options.finding));
    }
  } else if (options.finding > 0) {
    throw UsageError("--finding needs --record.");
  }
  const Run run = options.lab.empty() ? run_of_program(options, installation, cancel)
                                      : run_of_lab(options, installation, cancel);
  runner::StepLink link(options.target);
  int code = 0;
  std::exception_ptr trouble;
  std::jthread running([&] {
    try {
      code = run(link, cancel);
    } catch (...) {
      trouble = std::current_exception();
      link.end({});
    }
  });
  LineInput input;
  const bool is_typed = ::isatty(STDIN_FILENO) != 0;
  const auto next = [&] {
    fmt::print("(step) ");
    auto line = input.next(cancel);
    // What a script says stands beside its answer, as what is typed does.
    if (line && !is_typed) fmt::print("{}\n", *line);
    std::fflush(stdout);  // the program prints, too
    return line;
  };
  const auto write = [](const std::string& text) {
    fmt::print("{}", lines_of_others(text, ""));
    std::fflush(stdout);
  };
  const bool has_stood =
      runner::Debugger(link, findings, write).run(next, options.commands, cancel);
  running.join();
  if (trouble) std::rethrow_exception(trouble);
  if (!has_stood && !cancel.stop_requested())
    fmt::print("The program ended and did not come to such a launch.\n");
  if (!link.end_text().empty()) fmt::print("{}\n", link.end_text());
  return cancel.stop_requested() ? kCanceled : code;
}

}  // namespace

void add_step(CLI::App& app, Action& action) {
  const auto options = std::make_shared<StepOptions>();
  auto* command = app.add_subcommand(
      "step",
      "Step through a launch by lines and instructions, forward and back: step [OPTIONS] "
      "PROGRAM|FILE.cu [ARGUMENTS], or step --lab LAB");
  command->add_option("--lab", options->lab,
                      "one case of this lab, with your exercise.cu, or the starter where there is "
                      "none");
  command->add_option("--file", options->file, "with --lab: another exercise file");
  command->add_flag("--starter", options->is_starter, "with --lab: the lab's starter");
  command->add_option("--case", options->target.case_name,
                      "with --lab: the case; the first one that has such a launch unless given");
  command
      ->add_option("--launch", options->target.launch,
                   "which launch of the program or the case, from 0")
      ->check(whole_number());
  command->add_option("--kernel", options->target.kernel,
                      "only launches of the kernel of this name count");
  command->add_option("--record", options->record,
                      "a record of an earlier run, for the command finding");
  command
      ->add_option("--finding", options->finding,
                   "with --record: go to this finding's launch and line; from 1")
      ->check(whole_number());
  command
      ->add_option("--do", options->commands,
                   "a command to begin with, as if typed; may be given again")
      ->allow_extra_args(false);
  command->add_option("--profile", options->profile,
                      "virtual GPU; mini for labs and h200 otherwise unless given");
  command->add_option("--nvcc", options->nvcc, "options for nvcc when it compiles FILE.cu")
      ->allow_extra_args(false);
  command->footer(
      "Commands are read from standard input, one a line; the program's own is "
      "empty:\n" +
      runner::Debugger::help() +
      "The launch runs on one thread. It can go back unless what it has overwritten since "
      "takes more than 512 MiB to\nkeep, and unless its kernel calls malloc or launches "
      "kernels. What takes longer than ten seconds stops on the\nway.\n");
  command->prefix_command();
  command->callback([options, command, &action] {
    options->program = command->remaining();
    if (options->lab.empty() == options->program.empty())
      throw CLI::RequiredError("Either --lab, or PROGRAM or FILE.cu");
    action = [options](const std::stop_token& cancel) { return step(*options, cancel); };
  });
}

}  // namespace warpscope::cli
