// warpscope ladder
#include "runner/report/ladder.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "runner/cli/commands.h"
#include "runner/cli/device_option.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/whole_number.h"
#include "runner/lab/lab_description.h"
#include "runner/lab/rungs.h"

namespace warpscope::cli {
namespace {

struct LadderOptions {
  runner::RunRequest request;
  std::string shown, changes_of;  ///< names of rungs
  bool is_json = false;
};

/// Prints a rung's code instead of running it.
int show(const std::vector<runner::Rung>& rungs, const LadderOptions& options) {
  if (!options.shown.empty()) {
    fmt::print("{}", rung_named(rungs, options.shown).text);
    return 0;
  }
  const auto& rung = rung_named(rungs, options.changes_of);
  if (rung.diff.empty())
    throw UsageError(fmt::format("{} is kept whole; see it by --show {}.", rung.name, rung.name));
  fmt::print("{}", rung.diff);
  return 0;
}

int ladder(LadderOptions options, const std::stop_token& cancel) {
  const auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, options.request.lab);
  options.request.lab = lab.given;
  expect_reference_shown(installation, lab);
  const auto rungs = runner::rungs_of(lab.folder);
  if (!options.shown.empty() || !options.changes_of.empty()) return show(rungs, options);
  const auto columns = runner::load_lab(lab.folder / "lab.toml").ladder;
  std::vector<runner::LadderRow> rows;
  for (const auto& rung : rungs) {
    options.request.file = rung.file;
    options.request.text = rung.text;
    options.request.label = rung.name;
    const auto record = run_with_progress(installation, options.request, cancel);
    if (!runner::gives_ladder_row(record)) {
      fmt::print(stderr, "warpscope: {}: {}\n{}", rung.file.string(), record.outcome.message,
                 record.outcome.compiler_output);
      return exit_code_of(record);
    }
    rows.push_back(runner::ladder_row(rung, record, columns));
  }
  fmt::print("{}", options.is_json ? runner::ladder_json(lab.id, columns, rows)
                                   : runner::ladder_text(columns, rows));
  return 0;
}

}  // namespace

void add_ladder(CLI::App& app, Action& action) {
  const auto options = std::make_shared<LadderOptions>();
  auto* command = app.add_subcommand(
      "ladder", "Run every step from a lab's starter to its reference and compare them");
  command->add_option("LAB", options->request.lab, "id of the lab, see labs")->required();
  command->add_flag("--json", options->is_json, "print JSON instead of text");
  auto* shown = command->add_option("--show", options->shown,
                                    "run nothing and print the whole file of this rung: step-2");
  command
      ->add_option("--changes", options->changes_of,
                   "run nothing and print what this step changes in the rung before")
      ->excludes(shown);
  command->add_option("--profile", options->request.profile, "virtual GPU")->capture_default_str();
  add_device_option(*command, options->request.profile);
  command->add_option("--seed", options->request.seed, "of the inputs")
      ->check(whole_number())
      ->capture_default_str();
  command->callback([options, &action] {
    action = [options](const std::stop_token& cancel) { return ladder(*options, cancel); };
  });
}

}  // namespace warpscope::cli
