#include "viewer/model/session.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/files.h"
#include "runner/exercise/lab_progress.h"
#include "runner/exercise/working_copy.h"
#include "runner/lab/programs.h"
#include "viewer/model/open_target.h"

namespace warpscope::viewer {
namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(500);

/// Empty where there is no such file.
std::string text_of(const std::filesystem::path& file) {
  try {
    return read_file(file);
  } catch (const std::exception&) {
    return {};
  }
}

/// Nothing of a lab that cannot be read: opening it says why.
runner::LabDescription description_of(const runner::LabInfo& lab) {
  try {
    return runner::load_lab(lab.folder / "lab.toml");
  } catch (const std::exception&) {
    return {};
  }
}

std::string starter_of(const runner::LabInfo& lab) { return text_of(lab.folder / "starter.cu"); }

}  // namespace

Session::Session(Services services) : services_(std::move(services)) { refresh_progress(); }

const runner::LabInfo* Session::lab() const {
  const auto found = std::ranges::find(services_.labs, lab_id_, &runner::LabInfo::id);
  return found == services_.labs.end() ? nullptr : &*found;
}

bool Session::open_lab(std::string_view id, const std::filesystem::path& exercise) {
  if (!can_close()) return false;
  bool is_opened = false;
  try {
    const auto& lab = runner::find_lab(services_.labs, id);
    const auto file =
        exercise.empty()
            ? runner::make_working_copy(lab.folder, services_.exercises_folder / lab.id).file
            : exercise;
    close();
    attempt(Side::student).set_file(file);
    edited_.open(file);
    const auto reference = lab.folder / "reference.cu";
    const auto kept = lab.folder / runner::kKeptReference;
    const bool is_kept = !std::filesystem::exists(reference) && std::filesystem::exists(kept);
    if (is_kept) kept_reference_ = kept;
    if (!is_kept) attempt(Side::reference).set_file(reference);
    lab_id_ = lab.id;
    is_opened = true;
    sheet_ = LabSheet(lab, file.parent_path());
    reveal_ = Reveal::nothing();  // where the rules cannot be read
    const auto rules = runner::rules_of_lab(lab.folder);
    reveal_ = Reveal(rules.empty() ? runner::InstructorRules() : runner::load_rules(rules), sheet_,
                     starter_of(lab));
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
  if (!is_opened) return false;
  hand_out_parts();
  ++lab_revision_;
  refresh_progress();
  return true;
}

bool Session::open(const std::string& what) {
  try {
    const auto target = open_target(services_.labs, what);
    switch (target.kind) {
      case OpenTarget::Kind::lab:
        return open_lab(target.lab, target.file);
      case OpenTarget::Kind::program:
        return open_program(target.file);
      case OpenTarget::Kind::record: {
        if (!can_close()) return false;
        auto record = record::load(target.file);
        close();
        attempt(Side::student).show(std::move(record));
        show_lab_of_records();
        return true;
      }
    }
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
  return false;
}

bool Session::open_program(const std::filesystem::path& file) {
  if (!services_.run_program) {
    problem_ = "Nothing can be run here, so " + file.string() + " cannot be opened.";
    return false;
  }
  if (!can_close()) return false;
  close();
  attempt(Side::student).set_file(file);
  edited_.open(file);
  hand_out_parts();
  ++lab_revision_;
  refresh_progress();
  return true;
}

Session::~Session() { sheet_.keep_explanations(); }

bool Session::can_close() {
  if (!edited_.is_unsaved()) return true;
  problem_ = edited_.file().filename().string() + " has changes that are not saved.";
  return false;
}

void Session::close() {
  edited_.close();
  sheet_.keep_explanations();
  prediction_job_.reset();
  step_job_.reset();
  is_student_asked_ = false;
  for (auto& attempt : attempts_) attempt.clear();
  selection_ = {};
  kept_reference_.clear();
  reveal_ = {};
  hidden_.reset();
  answered_.clear();
  sheet_ = {};
  lab_id_.clear();
  problem_.clear();
}

void Session::refresh_progress() {
  if (descriptions_.empty()) {
    for (const auto& lab : services_.labs) descriptions_.push_back(description_of(lab));
  }
  progress_.clear();
  progress_by_task_.clear();
  for (std::size_t i = 0; i < services_.labs.size(); ++i) {
    const auto& id = services_.labs[i].id;
    const auto folder = services_.exercises_folder / id;
    progress_.push_back(runner::progress_in_words(folder, id));
    auto& tasks = progress_by_task_.emplace_back();
    const auto kept = runner::load_progress(folder);
    if (!kept || kept->lab != id) continue;
    tasks = points_by_task(descriptions_[i], kept->last_points);
    tasks.erase(0);  // checks on all tasks
  }
}

void Session::open_records(const std::filesystem::path& student,
                           const std::filesystem::path& reference) {
  if (!can_close()) return;
  close();
  attempt(Side::student).open(student);
  if (!reference.empty()) attempt(Side::reference).open(reference);
  show_lab_of_records();
}

void Session::show_lab_of_records() {
  for (const Side side : kSides) {
    if (lab_id_.empty() && record(side) != nullptr) lab_id_ = record(side)->lab;
  }
  if (lab() != nullptr) sheet_ = LabSheet(*lab(), {});
  const auto* shown = record(Side::student);
  if (shown != nullptr && shown->predictions) sheet_.note(*shown->predictions);
  ++lab_revision_;
}

void Session::open_class(const std::filesystem::path& folder) {
  try {
    class_view_ = load_class_view(folder);
    problem_.clear();
  } catch (const std::exception& error) {
    class_view_.reset();
    problem_ = error.what();
  }
}

bool Session::can_run(Side side) const {
  const auto& attempt = this->attempt(side);
  const bool is_refused = side == Side::reference && is_reference_hidden();
  if (is_refused && !reveal_.can_choose()) return false;
  const bool has_means = lab() != nullptr || services_.run_program;
  return has_means && !attempt.file().empty() && !attempt.is_running();
}

void Session::run(Side side) {
  if (side == Side::reference) {
    if (is_reference_hidden()) {
      show_reference();
    } else {
      start_reference();
    }
    return;
  }
  if (!can_run(side) || !edited_.save()) return;
  auto& attempt = this->attempt(side);
  runner::RunRequest request;
  request.lab = lab_id_;
  request.file = attempt.file();
  if (lab() == nullptr) {
    request.label = request.file.stem().string();
    attempt.start(services_.run_program, std::move(request), services_.wake);
    return;
  }
  request.own.root = request.file.parent_path();
  request.label = side_name(side);
  request.workers = 0;
  request.keeps_requests = true;
  const bool was_hidden = is_reference_hidden();
  ask_for_answers(request);
  attempt.start(services_.run_lab, std::move(request), services_.wake);
  open_what_is_earned(was_hidden);  // a prediction may have been what was missing
}

void Session::start_reference() {
  auto& attempt = this->attempt(Side::reference);
  if (!kept_reference_.empty()) {
    attempt.open(kept_reference_);
    return;
  }
  if (!can_run(Side::reference)) return;
  runner::RunRequest request;
  request.lab = lab_id_;
  request.file = attempt.file();
  request.label = side_name(Side::reference);
  request.workers = 0;
  request.keeps_requests = true;
  attempt.start(services_.run_lab, std::move(request), services_.wake);
}

void Session::show_reference() {
  if (lab() == nullptr || !reason_to_hide_reference().empty()) return;
  sheet_.keep_shown(reveal_.hidden(), runner::ShownBy::choice);
  hand_out_parts();
  start_reference();
}

bool Session::is_starters(const record::RunRecord& record) const {
  const auto starter = starter_of(*lab());
  return !starter.empty() && std::ranges::any_of(record.sources, [&](const auto& source) {
    return source.text == starter;
  });
}

void Session::run_shown_sides() {
  for (const Side side : kSides) {
    if (side == Side::student || !is_reference_hidden()) run(side);
  }
}

void Session::begin() {
  if (!waits_for_predictions()) run_shown_sides();
}

bool Session::waits_for_predictions() const {
  if (lab() == nullptr || record(Side::student) != nullptr || sheet_.progress().runs > 0)
    return false;
  return std::ranges::any_of(sheet_.first_questions(),
                             [&](const auto* question) { return sheet_.is_open(question->id); });
}

bool Session::lacks_prediction(std::string_view task) const {
  return std::ranges::find(answered_, task) != answered_.end() && !reveal_.is_shown(task);
}

std::string Session::reason_not_to_count(const std::string& program) const {
  if (lab() == nullptr) return {};
  if (program != "starter") {
    if (auto reason = reveal_.reason_not_to_run_programs(); !reason.empty()) return reason;
  }
  if (runner::has_program(lab()->folder, program)) return {};
  return "This lab is installed without its program " + program + ".";
}

void Session::ask_for_answers(runner::RunRequest& request) {
  is_student_asked_ = false;
  sheet_.lock();
  if (prediction_job_) return;  // they wait for the next run
  const bool is_starter = text_of(request.file) == starter_of(*lab());
  std::vector<runner::PredictionRun> others;
  for (auto& run : runner::by_program(sheet_.description().predictions, sheet_.waiting())) {
    const bool is_students = is_starter && run.program == "starter";
    // The student's file has not solved what these ask about: they wait.
    if (!is_students && !reason_not_to_count(run.program).empty()) continue;
    sheet_.expect(run.given);
    if (is_students) {
      request.predictions = std::move(run.given);
    } else {
      others.push_back(std::move(run));
    }
  }
  is_student_asked_ = !request.predictions.empty();
  if (!others.empty())
    prediction_job_ = std::make_unique<PredictionJob>(services_.run_lab, *lab(), std::move(others),
                                                      services_.wake);
}

bool Session::collect_answers() {
  if (!prediction_job_) return false;
  const bool is_finished = prediction_job_->is_finished();
  const auto predictions = prediction_job_->take();
  if (!predictions.empty()) sheet_.note(predictions);
  if (is_finished) {
    if (!prediction_job_->problem().empty()) problem_ = prediction_job_->problem();
    if (prediction_job_->has_given_up()) sheet_.ask_again();
    prediction_job_.reset();
  }
  return is_finished || !predictions.empty();
}

void Session::hand_out_parts() {
  // A part that is made anew is a new record for all panes.
  const auto hidden = reveal_.hidden();
  if (hidden_ == hidden) return;
  hidden_ = hidden;
  if (hidden.empty()) {
    for (auto& attempt : attempts_) attempt.hand_out(nullptr);
    return;
  }
  const auto is_shown = [this](std::string_view task) { return reveal_.is_shown(task); };
  attempt(Side::student).hand_out([is_shown](const RecordPointer& record) {
    return without_hidden_curves(record, is_shown);
  });
  attempt(Side::reference).hand_out([is_shown](const RecordPointer& record) {
    return without_hidden_tasks(record, is_shown);
  });
}

void Session::open_what_is_earned(bool was_hidden) {
  answered_ = reveal_.answered(record(Side::student));
  const auto earned = reveal_.earned(answered_);
  if (!earned.empty()) sheet_.keep_shown(earned, runner::ShownBy::version);
  hand_out_parts();
  if (was_hidden && !is_reference_hidden()) start_reference();
}

void Session::cancel_all() {
  if (prediction_job_) prediction_job_->cancel();
  for (auto& attempt : attempts_) attempt.cancel();
}

bool Session::is_running() const {
  return prediction_job_ || std::ranges::any_of(attempts_, &Attempt::is_running);
}

bool Session::update(std::chrono::steady_clock::time_point now) {
  bool has_changed = collect_answers();
  if (step_job_) has_changed |= step_job_->update();
  bool has_run = false;
  for (auto& attempt : attempts_) {
    if (!attempt.collect()) continue;
    has_changed = has_run = true;
    if (attempt.record()) selection_.adapt(attempt.side(), *attempt.record());
    refresh_progress();
  }
  if (has_run && lab() != nullptr) {
    const bool was_hidden = is_reference_hidden();
    sheet_.refresh();
    const auto* shown = record(Side::student);
    if (is_student_asked_ && !attempt(Side::student).is_running()) {
      // It was cancelled, or did not come to cases: the shown record may be an earlier one.
      const bool has_answered = shown != nullptr && shown->predictions.has_value();
      if (attempt(Side::student).was_canceled() || !has_answered) sheet_.ask_again();
      is_student_asked_ = false;
    }
    if (shown != nullptr && shown->predictions) sheet_.note(*shown->predictions);
    if (shown != nullptr && is_starters(*shown)) sheet_.tell(*shown);
    open_what_is_earned(was_hidden);
  }
  if (now - last_poll_ >= kPollInterval) {
    last_poll_ = now;
    if (!is_running()) has_changed |= sheet_.look();  // the command line writes the same file
    has_changed |= edited_.look();
    for (auto& attempt : attempts_) {
      const bool before = attempt.has_changed_file();
      attempt.poll_file();
      has_changed |= before != attempt.has_changed_file();
    }
  }
  return has_changed;
}

}  // namespace warpscope::viewer
