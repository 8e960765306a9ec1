// What all panes share: the labs, the two attempts at the open lab, and the selection. No drawing
// here.
#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/lab/instructor_rules.h"
#include "runner/run_lab.h"
#include "viewer/model/attempt.h"
#include "viewer/model/class_view.h"
#include "viewer/model/run_job.h"
#include "viewer/model/selection.h"

namespace warpscope::viewer {

/// What the session needs from the rest of Warpscope.
struct Services {
  RunLab run_lab;
  std::vector<runner::LabInfo> labs;
  std::filesystem::path exercises_folder;  ///< working copies are made under it
  /// Opens a file in the user's editor and says with what; nothing when there is none.
  std::function<std::optional<std::string>(const std::filesystem::path&)> open_in_editor =
      [](const std::filesystem::path&) { return std::nullopt; };
  std::function<void()> wake = [] {};  ///< called from run threads when there is something to draw
};

class Session {
 public:
  explicit Session(Services services);

  const std::vector<runner::LabInfo>& labs() const { return services_.labs; }
  /// The open lab, or null when only records are open.
  const runner::LabInfo* lab() const;
  /// Opens a lab: the student's file is `exercise`, or the working copy when that is empty; the
  /// reference is the lab's reference.cu, or where that is not there its kept record, which is
  /// opened instead of running it. Problems (unknown lab, copy not possible) end up in
  /// problem().
  void open_lab(std::string_view id, const std::filesystem::path& exercise = {});
  /// Opens saved records; `reference` may be empty. Their lab's deck and handout are shown when it
  /// is installed, but there is no file to run. Problems end up in Attempt::problem().
  void open_records(const std::filesystem::path& student, const std::filesystem::path& reference);
  /// Opens the results of a class beside whatever is open. Problems end up in problem().
  void open_class(const std::filesystem::path& folder);
  /// Null when none is open.
  const ClassView* class_view() const { return class_view_ ? &*class_view_ : nullptr; }
  /// Counts up with each open_lab and open_records.
  unsigned lab_revision() const { return lab_revision_; }

  Attempt& attempt(Side side) { return attempts_[index(side)]; }
  const Attempt& attempt(Side side) const { return attempts_[index(side)]; }
  /// Null when that side has no record.
  const record::RunRecord* record(Side side) const { return attempt(side).record().get(); }

  /// A side can be run when it has a file and is not running.
  bool can_run(Side side) const;
  /// Running the reference shows it.
  void run(Side side);
  /// Runs the student's file, and the reference unless it is hidden.
  void run_shown_sides();

  /// A lab's reference is not run, and so not drawn beside the student's curves, before a version
  /// of the student's own (not the starter's text) has run: predictions come first.
  bool is_reference_hidden() const { return lab() != nullptr && !is_reference_shown_; }
  /// Shows it all the same, unless reason_to_hide_reference().
  void show_reference() { run(Side::reference); }
  /// Why the rules of the lab do not show its reference to this student (yet); a sentence, empty
  /// where they do.
  const std::string& reason_to_hide_reference() const { return reason_to_hide_reference_; }

  /// "not begun", "begun" or "best score 60 of 100": of labs()[index], as `warpscope labs` says it.
  const std::string& progress(std::size_t index) const { return progress_.at(index); }
  /// Reads all labs' progress anew.
  void refresh_progress();

  /// Runs a file that is neither side's, with the session's means.
  const RunLab& run_lab() const { return services_.run_lab; }
  const std::function<void()>& wake() const { return services_.wake; }
  void cancel(Side side) { attempt(side).cancel(); }
  void cancel_all();
  bool is_running() const;

  /// Collects finished runs and, twice a second, looks at the files. True when something changed.
  bool update(std::chrono::steady_clock::time_point now);

  /// By Side; null where there is no record.
  Records records() const { return {record(Side::student), record(Side::reference)}; }

  Selection& selection() { return selection_; }
  const Selection& selection() const { return selection_; }

  const std::string& problem() const { return problem_; }

  /// Opens the side's file in the user's editor. The editor's command; nothing when there is none.
  std::optional<std::string> open_in_editor(Side side) const {
    return services_.open_in_editor(attempt(side).file());
  }

 private:
  bool has_run_own_version() const;
  bool has_full_marks() const;

  Services services_;
  std::string lab_id_;
  bool is_reference_shown_ = false;
  runner::ReferenceShown reference_rule_ = runner::ReferenceShown::after_own_version;
  std::string reason_to_hide_reference_;
  std::filesystem::path kept_reference_;  ///< empty where the reference can be run
  std::vector<std::string> progress_;     ///< by lab
  unsigned lab_revision_ = 0;
  std::array<Attempt, 2> attempts_{Attempt(Side::student), Attempt(Side::reference)};
  Selection selection_;
  std::optional<ClassView> class_view_;
  std::string problem_;
  std::chrono::steady_clock::time_point last_poll_;
};

}  // namespace warpscope::viewer
