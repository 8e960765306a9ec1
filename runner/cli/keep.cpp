// warpscope keep
#include "runner/report/keep.h"

#include <fmt/format.h>

#include <map>
#include <memory>

#include "base/files.h"
#include "runner/cli/commands.h"
#include "runner/cli/lab_run.h"
#include "runner/lab/lab_description.h"
#include "runner/lab/programs.h"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

/// `program`: NAME of NAME.cu or NAME.diff in the lab's folder.
record::RunRecord record_of(const runner::Installation& installation, const runner::LabInfo& lab,
                            const std::string& program, const std::stop_token& cancel) {
  runner::RunRequest request;
  request.lab = lab.given;
  request.file = lab.folder / (program + ".cu");
  request.label = program;
  if (!runner::has_program(lab.folder, program))
    throw UsageError(fmt::format("{} has no program \"{}\" to keep.", lab.id, program));
  request.text = runner::lab_program(lab.folder, program).text;
  auto record = run_with_progress(installation, request, cancel);
  if (!record.score)
    throw std::runtime_error(fmt::format("{}: {}", request.file.string(), record.outcome.message));
  return record;
}

/// Everything but how it is written.
int keep_reference(const std::string& id, const std::stop_token& cancel) {
  const auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, id);
  auto record = record_of(installation, lab, "reference", cancel);
  record.sources.clear();
  record.program.path = "reference.cu";
  record.outcome.compiler_output.clear();
  for (auto& launch : record.launches) launch.lines.clear();
  const auto file = lab.folder / runner::kKeptReference;
  record::save(record, file);
  fmt::print("{}: the reference's record, without its text\n", file.string());
  return 0;
}

int keep(const std::string& id, const std::stop_token& cancel) {
  const auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, id);
  const auto decks = installation.root / "slides";
  const auto wishes = runner::wishes_of_decks(decks, lab.id);
  const auto beside = runner::load_lab(lab.folder / "lab.toml").beside;
  if (wishes.empty() && beside.empty())
    throw UsageError("No deck shows a curve or a timeline of " + lab.id +
                     ", and none of its sweeps names programs to be drawn beside.");
  std::map<std::string, record::RunRecord> records;
  const auto record_of_program = [&](const std::string& program) {
    const auto found = records.find(program);
    if (found != records.end()) return found->second;
    return records.emplace(program, record_of(installation, lab, program, cancel)).first->second;
  };
  const auto write = [](const fs::path& file, const record::KeptRuns& runs) {
    fs::create_directories(file.parent_path());
    write_file(file, record::to_text(runs));
    fmt::print("{}: {} curves, {} timelines\n", file.string(), runs.curves.size(),
               runs.timelines.size());
  };
  if (!wishes.empty())
    write(runner::kept_file(decks, lab.id), runner::keep_runs(lab.id, wishes, record_of_program));
  if (!beside.empty())
    write(lab.folder / runner::kBesideCurves,
          runner::keep_beside(lab.id, beside, record_of_program));
  return 0;
}

}  // namespace

void add_keep(CLI::App& app, Action& action) {
  struct Options {
    std::string lab;
    bool is_of_reference = false;
  };
  const auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("keep",
                                     "Run what decks show of a lab as curves and timelines, and "
                                     "what its sweeps name as beside, and "
                                     "keep the numbers");
  command->add_option("LAB", options->lab, "id of the lab, see labs")->required();
  command->add_flag("--reference", options->is_of_reference,
                    "keep the reference's record in the lab's folder instead, without its text: "
                    "the viewer draws it where reference.cu is not there");
  command->callback([options, &action] {
    action = [options](const std::stop_token& cancel) {
      return options->is_of_reference ? keep_reference(options->lab, cancel)
                                      : keep(options->lab, cancel);
    };
  });
}

}  // namespace warpscope::cli
