// What each task's points are given for, as lab.toml tells it to instructors.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/toml_table.h"

namespace warpscope::runner {

struct CheckDescription;

/// One task's row. docs/reference/lab_tasks.md is made of them.
struct LessonRow {
  std::string task;
  std::vector<std::string> checked_by;  ///< ids of checks
  std::string seen;                     ///< in the run, where the points are given
  std::string free;                     ///< what may be otherwise
  std::vector<std::string> ways;        ///< other solutions with full points
};

/// The tables `[[lesson]]`; none, or one for each task. Each row names the checks that are about
/// its task alone, by their key `task` or by cases that begin with its name. Fails like the rest of
/// lab.toml where something is missing, twice or unknown.
std::vector<LessonRow> read_lessons(TomlTable& lab, std::span<const std::string> tasks,
                                    std::span<const CheckDescription> checks);

}  // namespace warpscope::runner
