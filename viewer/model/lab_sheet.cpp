#include "viewer/model/lab_sheet.h"

#include <algorithm>
#include <exception>
#include <regex>
#include <utility>

#include "base/files.h"
#include "base/short_words.h"
#include "presentation/markdown/document.h"
#include "runner/exercise/handout_parts.h"
#include "runner/exercise/own_version.h"

namespace warpscope::viewer {
namespace {

/// A title has code and emphasis in it, which no list of tasks draws.
std::string without_markup(const std::string& title) {
  const auto document = markdown::parse(title);
  return document.blocks.empty() ? title : markdown::plain_text(document.blocks.front().spans);
}

constexpr std::string_view kStarter = "starter";

/// The pane has fields for what a terminal asks with an option.
std::string as_the_pane_says(std::string text) {
  static const std::regex kAside(R"( \(`--task \d+`\)| with `--task \d+`)");
  static const std::regex kName(R"(`(\./run predict [\w-]+ )?--task \d+`)");
  text = std::regex_replace(text, kAside, "");
  return std::regex_replace(text, kName, "*Predict* above");
}

}  // namespace

std::map<std::uint32_t, TaskPoints> points_by_task(const runner::LabDescription& lab,
                                                   const std::vector<runner::CheckPoints>& checks) {
  using State = TaskPoints::State;
  std::map<std::uint32_t, TaskPoints> all;
  for (const auto& check : lab.checks) {
    auto& task = all[runner::handout_task(lab, check).value_or(0)];
    const auto got = std::ranges::find(checks, check.id, &runner::CheckPoints::id);
    const bool is_there = got != checks.end();
    task.max_points += is_there ? got->max_points : check.points;
    if (!is_there) continue;
    task.points += got->points;
    task.state = State::none;
  }
  for (auto& [number, task] : all) {
    if (task.state == State::not_run) continue;
    if (task.points > 0) task.state = State::some;
    if (task.points >= task.max_points) task.state = State::full;
  }
  return all;
}

LabSheet::LabSheet(const runner::LabInfo& lab, std::filesystem::path folder)
    : lab_id_(lab.id), folder_(std::move(folder)) {
  try {
    if (std::filesystem::exists(lab.folder / "lab.toml"))
      *description_ = runner::load_lab(lab.folder / "lab.toml");
    std::string handout;
    if (std::filesystem::exists(lab.folder / "handout.md"))
      handout = read_file(lab.folder / "handout.md");
    question_ = runner::lab_question(handout);
    explain_questions_ = runner::explain_questions(handout);
    add_tasks(handout);
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
  progress_.lab = lab_id_;
  if (!folder_.empty()) file_ = FileWatch(folder_ / runner::kProgressFile);
  refresh();
}

void LabSheet::add_tasks(std::string_view handout) {
  std::map<std::uint32_t, SheetTask> tasks;
  for (const auto& section : runner::handout_sections(handout)) {
    if (!section.task) continue;
    auto& task = tasks[*section.task];
    task.title = without_markup(runner::task_title(section));
    task.text = as_the_pane_says(runner::parts_of(section).text);
  }
  for (const auto& question : description_->predictions)
    tasks[question.task].questions.push_back(&question);
  for (const auto& name : description_->tasks) {
    for (const auto number : runner::handout_tasks(*description_, name))
      tasks[number].lab_tasks.push_back(name);
  }
  for (auto& [number, task] : tasks) {
    task.number = number;
    if (number == 0) task.title = "before the first run";
    tasks_.push_back(std::move(task));
  }
}

const SheetTask* LabSheet::task(std::uint32_t number) const {
  const auto found = std::ranges::find(tasks_, number, &SheetTask::number);
  return found == tasks_.end() ? nullptr : &*found;
}

std::map<std::uint32_t, TaskPoints> LabSheet::points(const record::RunRecord* record) const {
  if (record == nullptr || !record->score)
    return points_by_task(*description_, progress_.last_points);
  std::vector<runner::CheckPoints> checks;
  for (const auto& check : record->score->checks)
    checks.push_back({check.id, check.points, check.max_points});
  return points_by_task(*description_, checks);
}

std::uint32_t LabSheet::task_at_hand(const record::RunRecord* record) const {
  if (tasks_.empty()) return 0;
  const auto all = points(record);
  for (const auto& task : tasks_) {
    const auto found = all.find(task.number);
    const bool has_points = found != all.end() && task.number != 0;
    const bool has_open = std::ranges::any_of(
        task.questions, [&](const auto* question) { return is_open(question->id); });
    const bool is_before_first = task.number == 0 && record == nullptr && progress_.runs == 0;
    if (is_before_first && has_open) return 0;
    if (has_points && found->second.state != TaskPoints::State::full) return task.number;
  }
  return tasks_.back().number;
}

const record::Prediction* LabSheet::told(std::string_view question) const {
  if (locked(question) != nullptr) return nullptr;
  const auto found = std::ranges::find(progress_.told, question, &record::Prediction::id);
  return found == progress_.told.end() ? nullptr : &*found;
}

std::vector<const runner::PredictionQuestion*> LabSheet::first_questions() const {
  std::vector<const runner::PredictionQuestion*> first;
  for (const auto& task : tasks_) {
    for (const auto* question : task.questions) {
      if (task.number == 0 || question->program == kStarter) first.push_back(question);
    }
  }
  return first;
}

bool LabSheet::is_drafted(const runner::PredictionQuestion& question) const {
  const auto draft = drafts_.find(question.id);
  return draft != drafts_.end() && is_open(question.id) && draft->second.answer(question);
}

std::size_t LabSheet::answered_drafts() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      description_->predictions, [&](const auto& question) { return is_drafted(question); }));
}

void LabSheet::lock() {
  std::vector<record::Prediction> given;
  for (const auto& question : description_->predictions) {
    const auto draft = drafts_.find(question.id);
    if (draft == drafts_.end() || !is_open(question.id)) continue;
    // Beside a record without cases it has no true values yet.
    if (const auto answer = draft->second.answer(question))
      given.push_back(runner::compare(question, *answer, record::RunRecord()));
  }
  if (given.empty()) return;
  change([given](runner::LabProgress& progress) { runner::add_predictions(progress, given); });
}

std::vector<runner::GivenPrediction> LabSheet::waiting() const {
  std::vector<runner::GivenPrediction> given;
  for (const auto& prediction : progress_.predictions) {
    if (prediction.miss || expected_.contains(prediction.id)) continue;
    auto& answer = given.emplace_back();
    answer.id = prediction.id;
    answer.choice = prediction.choice;
    for (const auto& value : prediction.values) answer.values.push_back(value.predicted);
  }
  return given;
}

void LabSheet::expect(const std::vector<runner::GivenPrediction>& given) {
  for (const auto& answer : given) expected_.insert(answer.id);
}

void LabSheet::tell(const record::RunRecord& record) {
  std::vector<record::Prediction> told;
  for (const auto& question : description_->predictions) {
    if (question.program != kStarter || !is_open(question.id)) continue;
    const auto truth = runner::true_values(question, record);
    if (truth.empty() || std::ranges::any_of(truth, [](const auto& value) { return !value; }))
      continue;
    runner::GivenPrediction none;
    none.id = question.id;
    if (question.kind == runner::QuestionKind::choice) {
      none.choice = question.options.front().text;
    } else {
      none.values.assign(truth.size(), 0);
    }
    told.push_back(runner::compare(question, none, record));
    told.back().choice.clear();
    told.back().miss.reset();
    told.back().is_within = false;
  }
  if (told.empty()) return;
  change([told](runner::LabProgress& progress) { runner::add_told(progress, told); });
}

void LabSheet::note(const std::vector<record::Prediction>& predictions) {
  change([predictions](runner::LabProgress& progress) {
    runner::add_predictions(progress, predictions);
  });
}

void LabSheet::explain(std::uint32_t number, const std::string& text) {
  being_written_.erase(number);
  change([number,
          kept = first_bytes(text, runner::kMostOfExplanation)](runner::LabProgress& progress) {
    if (kept.empty()) {
      progress.explanations.erase(number);
    } else {
      progress.explanations[number] = kept;
    }
  });
}

void LabSheet::write_explanation(std::uint32_t number, const std::string& text) {
  being_written_[number] = text;
}

void LabSheet::keep_explanations() {
  for (const auto& [number, text] : std::exchange(being_written_, {})) explain(number, text);
}

std::string LabSheet::explanations_text() const {
  std::string text;
  for (const auto& [number, answer] : progress_.explanations) {
    if (number == 0 || number > explain_questions_.size()) continue;
    text += (text.empty() ? "" : "\n\n") + std::to_string(number) + ". **" +
            explain_questions_[number - 1] + "**\n\n" + answer;
  }
  return text.empty() ? text : text + "\n";
}

void LabSheet::keep_shown(const std::vector<std::string>& tasks, runner::ShownBy by) {
  change([tasks, by](runner::LabProgress& progress) {
    for (const auto& task : tasks) progress.shown_tasks.emplace(task, by);
  });
}

void LabSheet::refresh() {
  if (folder_.empty()) return;
  file_.remember();  // first: what comes meanwhile is read the next time
  auto kept = runner::load_progress(folder_);
  if (!kept || kept->lab != lab_id_) return;
  progress_ = *std::move(kept);
  for (const auto& change : unkept_) change(progress_);
  ++revision_;
}

bool LabSheet::look() {
  if (!file_.has_changed()) return false;
  refresh();
  return true;
}

void LabSheet::change(Change change) {
  change(progress_);
  ++revision_;
  if (folder_.empty()) return;
  // What cannot be kept now is kept with the next change; the window has it meanwhile.
  unkept_.push_back(std::move(change));
  problem_ = runner::note_progress(folder_, lab_id_, [&](runner::LabProgress& progress) {
    for (const auto& each : unkept_) each(progress);
  });
  if (problem_.empty()) unkept_.clear();
}

}  // namespace warpscope::viewer
