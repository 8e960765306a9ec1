#include "viewer/model/next_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "viewer/model/numbers.h"

namespace warpscope::viewer {
namespace {

using Action = NextStep::Action;

std::string title_of(const SheetTask& task) {
  if (task.number == 0) return "The first run";
  return task.title.empty() ? fmt::format("Task {}", task.number)
                            : fmt::format("Task {}, {}", task.number, task.title);
}

/// Goes to the first question that is open and has no answer that can be locked.
std::optional<NextStep> to_predict(const LabSheet& sheet,
                                   const std::vector<const runner::PredictionQuestion*>& questions,
                                   std::string_view sentence) {
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto& question = *questions[i];
    if (!sheet.is_open(question.id) || sheet.is_drafted(question)) continue;
    NextStep step;
    step.action = Action::predict;
    step.task = question.task;
    step.question = question.id;
    step.button = "Predict";
    step.sentence = fmt::format("{} Question {} of {}.", sentence, i + 1, questions.size());
    return step;
  }
  return std::nullopt;
}

/// The first check of the task that lost points, with its reason.
const record::Check* lost_check(const LabSheet& sheet, const record::RunRecord* record,
                                std::uint32_t task) {
  if (record == nullptr || !record->score) return nullptr;
  const auto& described = sheet.description().checks;
  for (const auto& check : record->score->checks) {
    const auto found = std::ranges::find(described, check.id, &runner::CheckDescription::id);
    if (found == described.end() || check.points >= check.max_points) continue;
    if (runner::handout_task(sheet.description(), *found).value_or(0) == task) return &check;
  }
  return nullptr;
}

/// Goes to a question of a task whose cases are answered: its reference waits for a prediction.
std::optional<NextStep> to_open_reference(const Session& session) {
  const auto& sheet = session.sheet();
  const auto lacks = [&](const auto& name) { return session.lacks_prediction(name); };
  for (const auto& task : sheet.tasks()) {
    if (std::ranges::none_of(task.lab_tasks, lacks)) continue;
    const auto sentence = fmt::format(
        "{}: your version is right. Its reference opens when you have predicted.", title_of(task));
    if (auto predict = to_predict(sheet, task.questions, sentence)) return predict;
  }
  return std::nullopt;
}

NextStep to_explain_or_go_on(const Session& session, std::uint32_t task) {
  const auto& sheet = session.sheet();
  NextStep step;
  step.task = task;
  for (std::uint32_t i = 1; i <= sheet.explain_questions().size(); ++i) {
    if (sheet.progress().explanations.contains(i)) continue;
    step.action = Action::explain;
    step.number = i;
    step.button = "Explain";
    step.sentence =
        fmt::format("All tasks have full points. Explain what you saw: question {} of {}.", i,
                    sheet.explain_questions().size());
    return step;
  }
  if (auto predict = to_open_reference(session)) return *std::move(predict);
  step.sentence = "This lab is done: full points, and all questions are answered.";
  const auto& labs = session.labs();
  const auto at = std::ranges::find(labs, session.lab()->id, &runner::LabInfo::id);
  if (at != labs.end() && at + 1 != labs.end()) {
    step.action = Action::open_lab;
    step.lab = (at + 1)->id;
    step.button = "Open " + (at + 1)->title;
  }
  return step;
}

/// What to do in the file: points of this task are missing, by this check of the record if any.
NextStep to_edit(std::string_view title, std::uint32_t task, const record::Check* check) {
  NextStep step;
  step.task = task;
  step.action = Action::edit;
  step.button = "Edit the file";
  step.sentence =
      check == nullptr
          ? fmt::format("{}: read it below, change your file, and run it.", title)
          : fmt::format(
                "{}: {} of {} points for \"{}\". Read below, change your file, "
                "and run it.",
                title, compact(check->points), compact(check->max_points), check->title);
  return step;
}

/// What to do in a task that has no full points yet.
NextStep in_task(const Session& session, const SheetTask& task) {
  const auto& sheet = session.sheet();
  const auto is_locked = [&](const auto* question) {
    return sheet.locked(question->id) != nullptr;
  };
  if (std::ranges::none_of(task.questions, is_locked)) {
    const auto sentence =
        fmt::format("{}: write down what you expect, before you change anything.", title_of(task));
    if (auto predict = to_predict(sheet, task.questions, sentence)) return *std::move(predict);
  }
  return to_edit(title_of(task), task.number,
                 lost_check(sheet, session.record(Side::student), task.number));
}

}  // namespace

NextStep next_step(const Session& session) {
  const auto& sheet = session.sheet();
  const auto* record = session.record(Side::student);
  NextStep step;
  step.task = sheet.task_at_hand(record);
  if (session.attempt(Side::student).file().empty()) {
    step.sentence = "This is a saved run. Open the lab in the pane Labs to work on it.";
    return step;
  }
  if (session.attempt(Side::student).is_running()) {
    step.sentence = "Your file is compiled and run.";
    return step;
  }
  if (session.prediction_job() != nullptr) {
    step.sentence = "What you predicted is being counted.";
    return step;
  }
  const auto* task = sheet.task(step.task);
  if (session.waits_for_predictions()) {
    if (auto first = to_predict(sheet, sheet.first_questions(),
                                "Predict before you run: write down what you expect, since the "
                                "first run shows what comes out."))
      return *std::move(first);
  }
  const auto answered = sheet.answered_drafts();
  const auto is_drafted = [&](const auto* question) { return sheet.is_drafted(*question); };
  if (answered > 0 && task != nullptr && std::ranges::any_of(task->questions, is_drafted)) {
    const auto sentence = title_of(*task) + ": write down what you expect, before you run.";
    if (auto more = to_predict(sheet, task->questions, sentence)) return *std::move(more);
  }
  if (answered > 0) {
    step.action = Action::run;
    step.button = "Run (F5)";
    step.sentence =
        fmt::format("Run. That locks the {} that you have written down, and shows what comes out.",
                    answered == 1 ? "prediction" : fmt::format("{} predictions", answered));
    return step;
  }
  if (session.attempt(Side::student).has_changed_file() || record == nullptr) {
    step.action = Action::run;
    step.button = "Run (F5)";
    step.sentence = record == nullptr ? "Run your file, to see what it does now."
                                      : "Your file has changed. Run it.";
    return step;
  }
  if (record->outcome.kind == record::Outcome::Kind::compile_error) {
    step.action = Action::read_error;
    step.button = "Read the error";
    step.sentence = "Your file does not compile. Mend the first error, and run again.";
    return step;
  }
  const auto points = sheet.points(record);
  const auto is_full = [&](std::uint32_t number) {
    const auto found = points.find(number);
    return found == points.end() || found->second.state == TaskPoints::State::full;
  };
  if (task != nullptr && !is_full(step.task)) return in_task(session, *task);
  if (!is_full(0)) return to_edit("All tasks", step.task, lost_check(sheet, record, 0));
  return to_explain_or_go_on(session, step.task);
}

}  // namespace warpscope::viewer
