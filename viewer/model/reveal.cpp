#include "viewer/model/reveal.h"

#include <algorithm>
#include <set>
#include <utility>

#include "runner/exercise/own_version.h"

namespace warpscope::viewer {

using runner::ReferenceShown;

Reveal::Reveal(const runner::InstructorRules& rules, const LabSheet& sheet, std::string starter)
    : sheet_(&sheet),
      rule_(rules.reference),
      may_choose_(rules.reference_by_choice),
      starter_(std::move(starter)) {}

Reveal Reveal::nothing() {
  Reveal reveal;
  reveal.rule_ = ReferenceShown::never;
  return reveal;
}

/// A lab that is not described is one task.
std::vector<std::string> Reveal::tasks() const {
  if (sheet_ == nullptr || sheet_->description().tasks.empty()) return {""};
  return sheet_->description().tasks;
}

bool Reveal::has_full_marks() const {
  return sheet_ != nullptr && sheet_->progress().has_full_marks();
}

bool Reveal::is_shown(std::string_view task) const {
  if (rule_ == ReferenceShown::always) return true;
  if (rule_ == ReferenceShown::never) return false;
  if (rule_ == ReferenceShown::after_full_marks) return has_full_marks();
  const auto& shown = sheet_->progress().shown_tasks;
  return shown.contains(std::string(task)) || shown.contains("");
}

bool Reveal::is_any_shown() const {
  return std::ranges::any_of(tasks(), [&](const auto& task) { return is_shown(task); });
}

bool Reveal::is_all_shown() const { return hidden().empty(); }

std::vector<std::string> Reveal::hidden() const {
  auto all = tasks();
  std::erase_if(all, [&](const auto& task) { return is_shown(task); });
  return all;
}

bool Reveal::is_predicted(std::string_view task) const {
  const auto numbers = runner::handout_tasks(sheet_->description(), task);
  bool is_asked = false;
  for (const auto& question : sheet_->description().predictions) {
    if (!numbers.contains(question.task)) continue;
    if (sheet_->locked(question.id) != nullptr) return true;
    // What a run has told cannot be predicted any more.
    is_asked = is_asked || sheet_->is_open(question.id);
  }
  return !is_asked;
}

std::string Reveal::missing(std::string_view task) const {
  if (is_shown(task)) return {};
  if (auto reason = runner::reason_to_hide(rule_, has_full_marks()); !reason.empty()) return reason;
  return is_predicted(task)
             ? "Opens when a version of your own answers all cases of this task."
             : "Opens when you have predicted, and a version of your own answers all cases of "
               "this task.";
}

std::string Reveal::reason_not_to_run_programs() const {
  return runner::reason_to_hide(rule_, has_full_marks());
}

bool Reveal::can_choose() const { return !is_all_shown() && reason_not_to_choose().empty(); }

std::string Reveal::reason_not_to_choose() const {
  if (is_all_shown()) return {};
  if (auto reason = runner::reason_to_hide(rule_, has_full_marks()); !reason.empty()) return reason;
  if (!may_choose_)
    return "The rules of this lab show its reference task by task, after a prediction and an "
           "answer of your own.";
  return {};
}

std::vector<std::string> Reveal::answered(const record::RunRecord* record) const {
  if (rule_ != ReferenceShown::after_own_version || record == nullptr) return {};
  auto all = hidden();
  std::erase_if(all,
                [&](const auto& task) { return !runner::has_own_answer(*record, task, starter_); });
  return all;
}

std::vector<std::string> Reveal::earned(std::vector<std::string> answered) const {
  std::erase_if(answered, [&](const auto& task) { return !is_predicted(task); });
  return answered;
}

}  // namespace warpscope::viewer
