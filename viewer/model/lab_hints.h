// The hints of the open lab, and how many of them the student has opened.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/exercise/hints.h"
#include "runner/exercise/lab_progress.h"
#include "runner/run_lab.h"

namespace warpscope::viewer {

/// Reads and writes the progress file beside the student's file, as `warpscope hint` does.
class LabHints {
 public:
  LabHints() = default;
  /// `folder` is that of the student's file.
  LabHints(const runner::LabInfo& lab, std::filesystem::path folder);

  const std::vector<runner::TaskHints>& tasks() const { return tasks_; }
  /// How many of the task's hints are open.
  std::size_t opened(const runner::TaskHints& task) const;
  /// The task whose hint `warpscope hint` would open; null when all are open.
  const runner::TaskHints* next() const;
  /// Whether points that the last run lost have to do with next().
  bool has_lost_points() const { return !progress_.lost_checks.empty(); }
  /// Opens one more hint of the task. It is counted first; problem() says why it could not be, and
  /// then the hint stays closed.
  void open(const runner::TaskHints& task);
  /// Reads the progress file again: runs and the command line write it, too.
  void refresh();
  const std::string& problem() const { return problem_; }

 private:
  std::string lab_id_;
  std::filesystem::path folder_;
  std::optional<runner::LabDescription> description_;
  std::vector<runner::TaskHints> tasks_;
  runner::LabProgress progress_;
  std::string problem_;
};

}  // namespace warpscope::viewer
