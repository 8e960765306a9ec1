// warpscope hint
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/files.h"
#include "runner/cli/commands.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/working_folder.h"
#include "runner/exercise/hints.h"
#include "runner/exercise/lab_progress.h"
#include "runner/lab/lab_description.h"

namespace warpscope::cli {
namespace {

struct HintOptions {
  std::string lab, folder;
  std::uint32_t task = 0;
  bool is_list = false;
};

void print_hint(const runner::TaskHints& task, std::size_t index) {
  const auto& hint = task.hints[index];
  fmt::print("{}\nHint {} of {}: {}\n\n{}\n", runner::heading_of(task), index + 1,
             task.hints.size(), hint.summary, hint.text);
}

/// All tasks with how many of their hints are open, and the texts of those.
void print_list(const std::vector<runner::TaskHints>& tasks, const runner::LabProgress& progress) {
  for (const auto& task : tasks) {
    const auto opened = std::min<std::size_t>(progress.opened(task.task), task.hints.size());
    fmt::print("{}: {} of {} hints open\n", runner::heading_of(task), opened, task.hints.size());
    for (std::size_t i = 0; i < opened; ++i) {
      fmt::print("\n  {}. {}\n{}\n", i + 1, task.hints[i].summary, task.hints[i].text);
    }
    if (opened > 0) fmt::print("\n");
  }
}

const runner::TaskHints& chosen_task(const std::vector<runner::TaskHints>& tasks,
                                     std::uint32_t number) {
  std::string known;
  for (const auto& task : tasks) {
    if (task.task == number) return task;
    known += (known.empty() ? "" : ", ") + std::to_string(task.task);
  }
  throw UsageError(fmt::format("No task {} of this lab has hints; there are: {}.", number, known));
}

int hint(const HintOptions& options) {
  const auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, options.lab);
  const auto folder = working_folder(installation, lab.id, options.folder);
  check_begun(installation, lab.id, folder);
  const auto tasks = runner::hints_in(read_file(lab.folder / "handout.md"));
  if (tasks.empty()) throw UsageError("The handout of " + lab.id + " has no hints.");
  auto progress = runner::load_progress(folder).value_or(runner::LabProgress());
  if (progress.lab.empty()) progress.lab = lab.id;
  if (progress.lab != lab.id) {
    throw UsageError(fmt::format("{} is a working copy of {}.", folder.string(), progress.lab));
  }
  if (options.is_list) {
    print_list(tasks, progress);
    return 0;
  }
  if (progress.compile_error_line && options.task == 0) {
    const auto line = *progress.compile_error_line;
    const auto command = command_from_here(installation);
    const auto named = options.folder.empty() ? std::string() : " " + options.folder;
    fmt::print(
        "Your file did not compile when it was run last{}, so no hint is opened. Mend that and run "
        "it "
        "again: {} grade {}{}. A hint all the same: {} hint {}{} --task NUMBER\n",
        line > 0 ? fmt::format(" (exercise.cu:{})", line) : "", command, lab.id,
        named.empty() ? named : named + "/exercise.cu", command, lab.id, named);
    return 0;
  }
  const auto* task =
      options.task > 0
          ? &chosen_task(tasks, options.task)
          : runner::next_task(tasks, runner::load_lab(lab.folder / "lab.toml"), progress);
  if (task == nullptr || progress.opened(task->task) >= task->hints.size()) {
    fmt::print("All hints{} are open. To read them again: {} hint {} --list\n",
               task == nullptr ? "" : fmt::format(" of task {}", task->task),
               command_from_here(installation), lab.id);
    return 0;
  }
  // First kept, then shown: what is read has been counted.
  const auto place = progress.opened(task->task);
  runner::change_progress(folder, lab.id, [&](runner::LabProgress& kept) {
    kept.opened_hints[task->task] = place + 1;
  });
  print_hint(*task, place);
  return 0;
}

}  // namespace

void add_hint(CLI::App& app, Action& action) {
  const auto options = std::make_shared<HintOptions>();
  auto* command = app.add_subcommand("hint", "Open the next hint of what lost points");
  command->add_option("LAB", options->lab, "id of the lab, see labs")->required();
  command->add_option("FOLDER", options->folder, "your working copy; exercises/LAB unless given");
  command->add_option("--task", options->task, "of this task of the handout")
      ->check(CLI::Range(1, 99));
  command->add_flag("--list", options->is_list, "show how many are open, and those again");
  command->callback([options, &action] {
    action = [options](const std::stop_token&) { return hint(*options); };
  });
}

}  // namespace warpscope::cli
