// warpscope run
#include <fmt/format.h>

#include <memory>

#include "runner/cli/commands.h"
#include "runner/cli/device_option.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/export_program.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/outputs.h"
#include "runner/cli/terminal.h"
#include "runner/cli/whole_number.h"
#include "runner/cli/working_folder.h"
#include "runner/exercise/lab_progress.h"
#include "runner/report/text.h"

namespace warpscope::cli {
namespace {

struct RunOptions {
  RunOptions() { request.measures_sweeps = true; }
  runner::RunRequest request;
  std::string file, record, exported;
  bool is_reference = false, is_starter = false;
};

/// Nothing said: the student's own file, or the starter where there is none yet.
void choose_program(RunOptions& options, const runner::Installation& installation,
                    const runner::LabInfo& lab) {
  auto& request = options.request;
  if (options.is_reference) {
    expect_reference_shown(installation, lab);
    request.file = lab.folder / "reference.cu";
    request.label = "reference";
    return;
  }
  auto file = std::filesystem::path(options.file);
  if (file.empty() && !options.is_starter) {
    const auto folder = working_folder(installation, lab.id, {});
    file = exercise_in(folder);
    // Who has begun does not mean the starter.
    if (runner::has_progress_file(folder)) check_begun(installation, lab.id, folder);
    if (file.empty())
      fmt::print(
          stderr,
          "warpscope: the starter runs, since you have no exercise.cu of this lab; `{} start "
          "{}` makes one.\n",
          command_from_here(installation), lab.given);
  }
  if (file.empty()) {
    request.file = lab.folder / "starter.cu";
    request.label = "starter";
    return;
  }
  request.file = file;
  request.own.root = std::filesystem::absolute(file).parent_path();
}

int run(RunOptions options, const std::stop_token& cancel) {
  auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, options.request.lab);
  options.request.lab = lab.given;
  choose_program(options, installation, lab);
  options.request.workers = 0;
  expect_writable(options.record);
  if (!options.exported.empty())
    return export_program(installation, options.request, options.exported, cancel);
  if (options.request.tries_changes) assembler(installation, "--explain", cancel);
  const auto record = run_with_progress(installation, options.request, cancel);
  fmt::print("{}", runner::text_report(record, style_of_output()));
  Outputs outputs;
  outputs.add(options.record, [&] { record::save(record, options.record); });
  return outputs.exit_code(exit_code_of(record));
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  const auto options = std::make_shared<RunOptions>();
  auto* command = app.add_subcommand("run", "Run a lab and show everything");
  command->add_option("LAB", options->request.lab, "id of the lab, see labs")->required();
  auto* which = command->add_option_group(
      "file",
      "What to run; your exercise.cu when nothing is said, or the starter where there is none");
  which->add_option("FILE,--file", options->file, "an exercise file");
  which->add_flag("--reference", options->is_reference, "the lab's reference solution");
  which->add_flag("--starter", options->is_starter, "the lab's starter");
  which->require_option(0, 1);
  command->add_option("--profile", options->request.profile, "virtual GPU")->capture_default_str();
  add_device_option(*command, options->request.profile);
  command->add_option("--seed", options->request.seed, "of the inputs")
      ->check(whole_number())
      ->capture_default_str();
  auto* is_estimate = command->add_flag(
      "!--no-clock", options->request.uses_clock,
      "times are an estimate from what was counted, not from machine code; faster");
  command
      ->add_flag("--explain", options->request.tries_changes,
                 "each launch is timed again without each of its costs, for explain; takes up to "
                 "ten times as long")
      ->excludes(is_estimate);
  command->add_flag("!--no-sweeps", options->request.measures_sweeps,
                    "on a real GPU: leave out the curves with as much data as fills it");
  command->add_flag("--requests", options->request.keeps_requests,
                    "keep a sample of each line's requests to global and shared memory in the "
                    "record, for the viewer's pane Access");
  command->add_option("--record", options->record, "write the run record to this file");
  command->add_option("--export", options->exported,
                      "run nothing: write the program, its cases and a script to this folder, for "
                      "compute-sanitizer, cuda-gdb or Nsight on a GPU");
  command->callback([options, &action] {
    action = [options](const std::stop_token& cancel) { return run(*options, cancel); };
  });
}

}  // namespace warpscope::cli
