#include "runner/cli/lab_run.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/files.h"
#include "runner/build/fetch_compiler.h"
#include "runner/cli/commands.h"
#include "runner/cli/terminal.h"
#include "runner/exercise/lab_progress.h"
#include "runner/run/profiles.h"

namespace warpscope::cli {

runner::LabInfo chosen_lab(const runner::Installation& installation, const std::string& id) {
  try {
    auto lab = runner::find_lab(installation, id);
    checked_rules(lab, rules_file(lab, {}));
    return lab;
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

void check_profile(const runner::Installation& installation, const std::string& profile) {
  try {
    runner::running_profile(installation, profile);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

std::string assembler(runner::Installation& installation, std::string_view option,
                      const std::stop_token& cancel) {
  runner::provide_compiler(installation, cancel);
  const auto ptxas = installation.ptxas();
  if (ptxas.empty())
    throw UsageError(
        fmt::format("{} needs ptxas, which is not beside {}.", option, installation.nvcc.string()));
  return ptxas.string();
}

std::string rules_file(const runner::LabInfo& lab, const std::string& named) {
  return named.empty() ? runner::rules_of_lab(lab.folder).string() : named;
}

runner::InstructorRules checked_rules(const runner::LabInfo& lab, const std::string& file) {
  if (file.empty()) return {};
  try {
    auto rules = runner::load_rules(file);
    runner::with_rules(runner::load_lab(lab.folder / "lab.toml"), lab.id, rules);
    return rules;
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

void expect_reference_shown(const runner::Installation& installation, const runner::LabInfo& lab) {
  const auto rules = checked_rules(lab, runner::rules_of_lab(lab.folder).string());
  const auto progress = runner::load_progress(installation.exercises / lab.id);
  const bool has_full_marks = progress && progress->lab == lab.id && progress->has_full_marks();
  if (const auto reason = runner::reason_to_hide(rules.reference, has_full_marks); !reason.empty())
    throw UsageError(reason);
}

const runner::Rung& rung_named(const std::vector<runner::Rung>& rungs, const std::string& name) {
  const auto found = std::ranges::find(rungs, name, &runner::Rung::name);
  if (found != rungs.end()) return *found;
  std::string known;
  for (const auto& rung : rungs) known += (known.empty() ? "" : ", ") + rung.name;
  throw UsageError(fmt::format("There is no rung \"{}\"; there are: {}.", name, known));
}

record::RunRecord run_with_progress(const runner::Installation& installation,
                                    const runner::RunRequest& request,
                                    const std::stop_token& cancel,
                                    const std::function<void(const runner::EndedCase&)>& on_ended) {
  const auto reason = request.text ? std::string() : reason_not_to_read(request.file);
  if (!reason.empty()) throw UsageError(reason);
  check_profile(installation, request.profile);
  auto with_compiler = installation;
  runner::provide_compiler(with_compiler, cancel);
  if (request.uses_clock && with_compiler.ptxas().empty())
    fmt::print(stderr,
               "warpscope: times are an estimate from what was counted: ptxas is not beside {}.\n",
               with_compiler.nvcc.string());
  record::RunRecord record;
  {
    ProgressLine line;
    const auto on_progress = [&](const runner::Progress& progress) {
      line.show(progress);
      if (progress.ended && on_ended) on_ended(*progress.ended);
    };
    record = runner::run_lab(with_compiler, request, on_progress, cancel);
  }
  if (const auto problem = runner::note_run(request.file, record); !problem.empty()) {
    fmt::print(stderr, "warpscope: {}\n", problem);
  }
  return record;
}

}  // namespace warpscope::cli
