#include "runner/lab/lesson_rows.h"

#include <algorithm>
#include <string_view>

#include "base/spelling.h"
#include "runner/lab/lab_description.h"

namespace warpscope::runner {
namespace {

/// The task that a check is about alone; empty: there is none.
std::string_view task_of(const CheckDescription& check, std::span<const std::string> tasks) {
  if (!check.task.empty()) return check.task;
  const std::string_view cases = check.cases;
  const auto found = std::ranges::find(tasks, cases.substr(0, cases.find('/')));
  return found == tasks.end() ? std::string_view() : *found;
}

LessonRow read_row(TomlTable& view, std::span<const std::string> tasks,
                   std::span<const CheckDescription> checks) {
  LessonRow row;
  row.task = view.word("task", std::vector<std::string_view>(tasks.begin(), tasks.end()));
  row.seen = view.text("seen");
  row.free = view.text("free");
  row.ways = view.texts("ways");
  row.checked_by = view.texts("checked_by");
  if (row.checked_by.empty()) view.fail("checked_by", "must name checks");
  std::vector<std::string_view> ids;
  for (const CheckDescription& check : checks) ids.push_back(check.id);
  for (const auto& id : row.checked_by) {
    if (std::ranges::find(ids, id) == ids.end())
      view.fail("checked_by", "names no check: " + id + did_you_mean(id, ids));
  }
  for (const CheckDescription& check : checks) {
    const bool is_named = std::ranges::find(row.checked_by, check.id) != row.checked_by.end();
    if (task_of(check, tasks) == row.task && !is_named)
      view.fail("checked_by", "lacks " + check.id + ", which is about " + row.task);
  }
  return row;
}

}  // namespace

std::vector<LessonRow> read_lessons(TomlTable& lab, std::span<const std::string> tasks,
                                    std::span<const CheckDescription> checks) {
  std::vector<LessonRow> rows;
  lab.for_each("lesson", [&](TomlTable& view) {
    auto row = read_row(view, tasks, checks);
    if (std::ranges::find(rows, row.task, &LessonRow::task) != rows.end())
      view.fail("task", "has two rows: " + row.task);
    rows.push_back(std::move(row));
  });
  if (rows.empty()) return rows;
  for (const auto& task : tasks) {
    if (std::ranges::find(rows, task, &LessonRow::task) == rows.end())
      lab.fail("lesson", "has no row for the task " + task);
  }
  return rows;
}

}  // namespace warpscope::runner
