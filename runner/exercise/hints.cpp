#include "runner/exercise/hints.h"

#include <algorithm>
#include <utility>

namespace warpscope::runner {
namespace {

/// Takes `start` and what follows up to `end`, which is taken too; nothing when the text does not
/// go on like this.
std::optional<std::string_view> take(std::string_view& text, std::string_view start,
                                     std::string_view end) {
  text = text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (!text.starts_with(start)) return std::nullopt;
  const auto stop = text.find(end, start.size());
  if (stop == std::string_view::npos) return std::nullopt;
  const auto inside = text.substr(start.size(), stop - start.size());
  text.remove_prefix(stop + end.size());
  return inside;
}

/// A hint at the beginning of `text`, which is taken.
std::optional<Hint> take_hint(std::string_view& text) {
  constexpr std::string_view kDetails = "<details>";
  auto rest = text.substr(kDetails.size());
  const auto summary = take(rest, "<summary>", "</summary>");
  if (!summary || !summary->starts_with("Hint ")) return std::nullopt;
  const auto inside = take(rest, "", "</details>");
  if (!inside) return std::nullopt;
  text = rest;
  const auto colon = summary->find(':');
  return Hint{
      std::string(colon == std::string_view::npos ? *summary
                                                  : without_margins(summary->substr(colon + 1))),
      std::string(without_margins(*inside))};
}

const TaskHints* with_hints_left(const std::vector<TaskHints>& tasks, const LabProgress& progress,
                                 std::optional<std::uint32_t> number) {
  for (const auto& task : tasks) {
    if ((!number || task.task == *number) && progress.opened(task.task) < task.hints.size())
      return &task;
  }
  return nullptr;
}

}  // namespace

std::string heading_of(const TaskHints& task) {
  const auto number = "Task " + std::to_string(task.task);
  return task.title.empty() ? number : number + ", " + task.title;
}

SectionParts parts_of(const HandoutSection& section) {
  SectionParts parts;
  std::string_view rest = section.text;
  bool is_code = false;
  while (!rest.empty()) {
    if (!is_code && rest.starts_with("<details>")) {
      if (auto hint = take_hint(rest)) {
        parts.hints.push_back(std::move(*hint));
        continue;
      }
    }
    const auto line = rest.substr(0, std::min(rest.find('\n'), rest.size()));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.starts_with("```")) is_code = !is_code;
    parts.text += line;
    parts.text += '\n';
  }
  return parts;
}

std::vector<TaskHints> hints_in(std::string_view handout) {
  std::vector<TaskHints> tasks;
  for (const auto& section : handout_sections(handout)) {
    if (!section.task) continue;
    auto parts = parts_of(section);
    if (parts.hints.empty()) continue;
    tasks.push_back({*section.task, task_title(section), std::move(parts.hints)});
  }
  return tasks;
}

std::optional<std::uint32_t> handout_task(const LabDescription& lab,
                                          const CheckDescription& check) {
  if (check.handout_task > 0) return check.handout_task;
  for (std::size_t i = 0; i < lab.tasks.size(); ++i) {
    const bool is_its = check.task.empty() ? check.cases.starts_with(lab.tasks[i] + "/")
                                           : check.task == lab.tasks[i];
    if (is_its) return static_cast<std::uint32_t>(i + 1);
  }
  return std::nullopt;
}

const TaskHints* next_task(const std::vector<TaskHints>& tasks, const LabDescription& lab,
                           const LabProgress& progress) {
  const auto is_lost = [&](const CheckDescription& check) {
    return std::ranges::find(progress.lost_checks, check.id) != progress.lost_checks.end();
  };
  // A mistake shows up in any task; whose it is, the other lost checks say.
  const auto is_of_all = [](const CheckDescription& check) {
    return check.kind == CheckDescription::Kind::no_error;
  };
  const bool any_other = std::ranges::any_of(lab.checks, [&](const CheckDescription& check) {
    return is_lost(check) && !is_of_all(check) && handout_task(lab, check);
  });
  for (const auto& check : lab.checks) {
    if (!is_lost(check) || (any_other && is_of_all(check))) continue;
    const auto number = handout_task(lab, check);
    if (!number) continue;
    if (const auto* task = with_hints_left(tasks, progress, number)) return task;
  }
  return with_hints_left(tasks, progress, std::nullopt);
}

}  // namespace warpscope::runner
