#include "viewer/model/session.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/files.h"
#include "runner/exercise/lab_progress.h"
#include "runner/exercise/working_copy.h"

namespace warpscope::viewer {
namespace {
constexpr auto kPollInterval = std::chrono::milliseconds(500);
}

Session::Session(Services services) : services_(std::move(services)) { refresh_progress(); }

const runner::LabInfo* Session::lab() const {
  const auto found = std::ranges::find(services_.labs, lab_id_, &runner::LabInfo::id);
  return found == services_.labs.end() ? nullptr : &*found;
}

void Session::open_lab(std::string_view id, const std::filesystem::path& exercise) {
  try {
    const auto& lab = runner::find_lab(services_.labs, id);
    const auto file =
        exercise.empty()
            ? runner::make_working_copy(lab.folder, services_.exercises_folder / lab.id).file
            : exercise;
    for (auto& attempt : attempts_) attempt.clear();
    attempt(Side::student).set_file(file);
    const auto reference = lab.folder / "reference.cu";
    const auto kept = lab.folder / runner::kKeptReference;
    const bool is_kept = !std::filesystem::exists(reference) && std::filesystem::exists(kept);
    kept_reference_ = is_kept ? kept : std::filesystem::path();
    if (!is_kept) attempt(Side::reference).set_file(reference);
    selection_ = {};
    lab_id_ = lab.id;
    is_reference_shown_ = false;
    problem_.clear();
    reference_rule_ = runner::ReferenceShown::never;  // where the rules cannot be read
    const auto rules = runner::rules_of_lab(lab.folder);
    reference_rule_ = rules.empty() ? runner::ReferenceShown::after_own_version
                                    : runner::load_rules(rules).reference;
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
  reason_to_hide_reference_ = runner::reason_to_hide(reference_rule_, has_full_marks());
  ++lab_revision_;
  refresh_progress();
}

void Session::refresh_progress() {
  progress_.clear();
  for (const auto& lab : services_.labs) {
    progress_.push_back(runner::progress_in_words(services_.exercises_folder / lab.id, lab.id));
  }
}

void Session::open_records(const std::filesystem::path& student,
                           const std::filesystem::path& reference) {
  for (auto& attempt : attempts_) attempt.clear();
  selection_ = {};
  is_reference_shown_ = true;
  kept_reference_.clear();
  reason_to_hide_reference_.clear();
  attempt(Side::student).open(student);
  if (!reference.empty()) attempt(Side::reference).open(reference);
  lab_id_.clear();
  for (const Side side : kSides) {
    if (lab_id_.empty() && record(side) != nullptr) lab_id_ = record(side)->lab;
  }
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
  if (side == Side::reference && !reason_to_hide_reference_.empty()) return false;
  return lab() != nullptr && !attempt.file().empty() && !attempt.is_running();
}

void Session::run(Side side) {
  if (side == Side::reference && !reason_to_hide_reference_.empty()) return;
  if (side == Side::reference && !kept_reference_.empty() && lab() != nullptr) {
    is_reference_shown_ = true;
    attempt(side).open(kept_reference_);
    return;
  }
  if (!can_run(side)) return;
  if (side == Side::reference) is_reference_shown_ = true;
  auto& attempt = this->attempt(side);
  runner::RunRequest request;
  request.lab = lab_id_;
  request.file = attempt.file();
  if (side == Side::student) request.own.root = request.file.parent_path();
  request.label = side_name(side);
  request.workers = 0;
  request.keeps_requests = true;
  attempt.start(services_.run_lab, std::move(request), services_.wake);
}

void Session::run_shown_sides() {
  for (const Side side : kSides) {
    const bool is_shown =
        !is_reference_hidden() || reference_rule_ == runner::ReferenceShown::always;
    if (side == Side::student || is_shown) run(side);
  }
}

bool Session::has_run_own_version() const {
  const auto* shown = record(Side::student);
  if (shown == nullptr || !shown->score || shown->sources.empty()) return false;
  try {
    return read_file(lab()->folder / "starter.cu") != shown->sources.front().text;
  } catch (const std::exception&) {
    return true;
  }
}

bool Session::has_full_marks() const {
  if (lab() == nullptr) return false;
  const auto progress = runner::load_progress(attempt(Side::student).file().parent_path());
  return progress && progress->lab == lab_id_ && progress->has_full_marks();
}

void Session::cancel_all() {
  for (auto& attempt : attempts_) attempt.cancel();
}

bool Session::is_running() const { return std::ranges::any_of(attempts_, &Attempt::is_running); }

bool Session::update(std::chrono::steady_clock::time_point now) {
  bool has_changed = false;
  for (auto& attempt : attempts_) {
    if (!attempt.collect()) continue;
    has_changed = true;
    if (attempt.record()) selection_.adapt(attempt.side(), *attempt.record());
    refresh_progress();
  }
  if (has_changed)
    reason_to_hide_reference_ = runner::reason_to_hide(reference_rule_, has_full_marks());
  if (has_changed && is_reference_hidden() && has_run_own_version()) show_reference();
  if (now - last_poll_ >= kPollInterval) {
    last_poll_ = now;
    for (auto& attempt : attempts_) {
      const bool before = attempt.has_changed_file();
      attempt.poll_file();
      has_changed |= before != attempt.has_changed_file();
    }
  }
  return has_changed;
}

}  // namespace warpscope::viewer
