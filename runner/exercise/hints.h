// The hints of a handout: three levels under each task, opened one after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/exercise/handout_parts.h"
#include "runner/exercise/lab_progress.h"
#include "runner/lab/lab_description.h"

namespace warpscope::runner {

struct Hint {
  std::string summary;  ///< "what to look at"
  std::string text;     ///< Markdown
};

/// A section of a handout in two: hints open one by one, in a place of their own.
struct SectionParts {
  std::string text;  ///< Markdown, without hints
  std::vector<Hint> hints;
};

/// `<details><summary>Hint 1: SUMMARY</summary>TEXT</details>` at the beginning of a line is a
/// hint. Code blocks are left alone. Does not throw; what is not closed is no hint.
SectionParts parts_of(const HandoutSection& section);

/// A section "## Task N: TITLE" of a handout and the hints in it.
struct TaskHints {
  std::uint32_t task = 0;  ///< N
  std::string title;       ///< may be empty
  std::vector<Hint> hints;
};

/// "Task 3, a layout of your own"; "Task 3" where the handout gives no title.
std::string heading_of(const TaskHints& task);

/// The tasks that have hints.
std::vector<TaskHints> hints_in(std::string_view handout);

/// The number of the handout's task that a check belongs to: its `handout_task`, or the place of
/// its task among the lab's. Nothing for a check on all tasks.
std::optional<std::uint32_t> handout_task(const LabDescription& lab, const CheckDescription& check);

/// The task whose hint comes next: the first in the order of the checks that lost points in the
/// last run and has hints left, a check that no mistake shows up only where no other one is lost;
/// without a run, or when none of them has, the first task with hints left. Nothing when all are
/// open.
const TaskHints* next_task(const std::vector<TaskHints>& tasks, const LabDescription& lab,
                           const LabProgress& progress);

}  // namespace warpscope::runner
