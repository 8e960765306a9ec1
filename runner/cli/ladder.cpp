// warpscope ladder
#include "runner/report/ladder.h"

#include <fmt/format.h>

#include <memory>

#include "runner/cli/commands.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/whole_number.h"
#include "runner/lab/lab_description.h"
#include "runner/lab/rungs.h"

namespace warpscope::cli {
namespace {

struct LadderOptions {
  runner::RunRequest request;
  bool is_json = false;
};

/// Whether there are no numbers to compare, for whatever reason.
bool is_unusable(const record::RunRecord& record) {
  const auto kind = record.outcome.kind;
  return kind == record::Outcome::Kind::canceled || kind == record::Outcome::Kind::tool_error ||
         kind == record::Outcome::Kind::compile_error;
}

int ladder(LadderOptions options, const std::stop_token& cancel) {
  const auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, options.request.lab);
  options.request.lab = lab.given;
  expect_reference_shown(installation, lab);
  const auto columns = runner::load_lab(lab.folder / "lab.toml").ladder;
  std::vector<runner::LadderRow> rows;
  for (const auto& rung : runner::rungs_of(lab.folder)) {
    options.request.file = rung.file;
    options.request.label = rung.name;
    const auto record = run_with_progress(installation, options.request, cancel);
    if (is_unusable(record)) {
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
  command->add_option("--profile", options->request.profile, "virtual GPU")->capture_default_str();
  command->add_option("--seed", options->request.seed, "of the inputs")
      ->check(whole_number())
      ->capture_default_str();
  command->callback([options, &action] {
    action = [options](const std::stop_token& cancel) { return ladder(*options, cancel); };
  });
}

}  // namespace warpscope::cli
