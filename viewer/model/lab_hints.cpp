#include "viewer/model/lab_hints.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/files.h"
#include "runner/lab/lab_description.h"

namespace warpscope::viewer {

LabHints::LabHints(const runner::LabInfo& lab, std::filesystem::path folder)
    : lab_id_(lab.id), folder_(std::move(folder)) {
  try {
    tasks_ = runner::hints_in(read_file(lab.folder / "handout.md"));
    description_ = runner::load_lab(lab.folder / "lab.toml");
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
  refresh();
}

void LabHints::refresh() {
  progress_ = runner::load_progress(folder_).value_or(runner::LabProgress());
  if (progress_.lab.empty()) progress_.lab = lab_id_;
}

std::size_t LabHints::opened(const runner::TaskHints& task) const {
  return std::min<std::size_t>(progress_.opened(task.task), task.hints.size());
}

const runner::TaskHints* LabHints::next() const {
  return description_ ? runner::next_task(tasks_, *description_, progress_) : nullptr;
}

void LabHints::open(const runner::TaskHints& task) {
  refresh();
  if (opened(task) == task.hints.size()) return;
  try {
    runner::change_progress(folder_, lab_id_, [&](runner::LabProgress& progress) {
      ++progress.opened_hints[task.task];
    });
    problem_.clear();
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
  refresh();
}

}  // namespace warpscope::viewer
