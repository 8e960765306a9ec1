// warpscope keep
#include "runner/report/keep.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/files.h"
#include "runner/cli/commands.h"
#include "runner/cli/lab_run.h"
#include "runner/lab/rungs.h"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

record::RunRecord record_of(const runner::Installation& installation, const runner::LabInfo& lab,
                            const std::string& program, const std::stop_token& cancel) {
  const auto rungs = runner::rungs_of(lab.folder);
  const auto rung = std::ranges::find(rungs, program, &runner::Rung::name);
  if (rung == rungs.end())
    throw UsageError(fmt::format("{} has no program \"{}\" to keep.", lab.id, program));
  runner::RunRequest request;
  request.lab = lab.id;
  request.file = rung->file;
  request.label = rung->name;
  auto record = run_with_progress(installation, request, {}, cancel);
  if (!record.score)
    throw std::runtime_error(fmt::format("{}: {}", rung->file.string(), record.outcome.message));
  return record;
}

int keep(const std::string& id, const std::stop_token& cancel) {
  const auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, id);
  const auto decks = installation.root / "slides";
  const auto wishes = runner::wishes_of_decks(decks, lab.id);
  if (wishes.empty()) throw UsageError("No deck shows a curve or a timeline of " + lab.id + ".");
  const auto runs = runner::keep_runs(lab.id, wishes, [&](const std::string& program) {
    return record_of(installation, lab, program, cancel);
  });
  const auto file = runner::kept_file(decks, lab.id);
  fs::create_directories(file.parent_path());
  write_file(file, record::to_text(runs));
  fmt::print("{}: {} curves, {} timelines\n", file.string(), runs.curves.size(),
             runs.timelines.size());
  return 0;
}

}  // namespace

void add_keep(CLI::App& app, Action& action) {
  const auto lab = std::make_shared<std::string>();
  auto* command = app.add_subcommand(
      "keep", "Run what decks show of a lab as curves and timelines, and keep the numbers");
  command->add_option("LAB", *lab, "id of the lab, see labs")->required();
  command->callback([lab, &action] {
    action = [lab](const std::stop_token& cancel) { return keep(*lab, cancel); };
  });
}

}  // namespace warpscope::cli
