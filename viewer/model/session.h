// What all panes share: the labs, the two attempts at the open lab, and the selection. No drawing
// here.
#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/run_lab.h"
#include "viewer/model/attempt.h"
#include "viewer/model/class_view.h"
#include "viewer/model/edited_file.h"
#include "viewer/model/kept_choices.h"
#include "viewer/model/lab_sheet.h"
#include "viewer/model/prediction_job.h"
#include "viewer/model/reveal.h"
#include "viewer/model/run_job.h"
#include "viewer/model/selection.h"
#include "viewer/model/step_job.h"

namespace warpscope::viewer {

/// What the session needs from the rest of Warpscope.
struct Services {
  RunLab run_lab;
  RunLab run_program;  ///< of a source that belongs to no lab; empty: that cannot be done
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
  /// Keeps what is being written.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const std::vector<runner::LabInfo>& labs() const { return services_.labs; }
  /// The open lab, or null when only records are open.
  const runner::LabInfo* lab() const;
  /// Opens what `what` names, as open_target() says; where that cannot be done, all stays as it is
  /// and problem() says why: so it is while edited() is unsaved. begin() runs it. False where
  /// nothing was opened: a lab whose rules cannot be read is open, and hides everything.
  bool open(const std::string& what);
  /// Opens a CUDA source that belongs to no lab. As open().
  bool open_program(const std::filesystem::path& file);
  /// Opens a lab: the student's file is `exercise`, or the working copy when that is empty; the
  /// reference is the lab's reference.cu, or where that is not there its kept record, which is
  /// opened instead of running it. As open().
  bool open_lab(std::string_view id, const std::filesystem::path& exercise = {});
  /// Opens saved records; `reference` may be empty. Their lab's deck and handout are shown when it
  /// is installed, but there is no file to run. Problems end up in Attempt::problem().
  void open_records(const std::filesystem::path& student, const std::filesystem::path& reference);
  /// Opens the results of a class beside whatever is open. Problems end up in problem().
  void open_class(const std::filesystem::path& folder);
  /// Null when none is open.
  const ClassView* class_view() const { return class_view_ ? &*class_view_ : nullptr; }
  /// Counts up with all that is opened but classes.
  unsigned lab_revision() const { return lab_revision_; }

  Attempt& attempt(Side side) { return attempts_[index(side)]; }
  const Attempt& attempt(Side side) const { return attempts_[index(side)]; }
  /// Null when that side has no record.
  const record::RunRecord* record(Side side) const { return attempt(side).record().get(); }

  /// The student's file as it is edited here.
  EditedFile& edited() { return edited_; }
  const EditedFile& edited() const { return edited_; }

  /// A side can be run when it has a file and is not running.
  bool can_run(Side side) const;
  /// Running the student's file saves it, and locks the predictions that have an answer; where it
  /// cannot be saved, nothing runs and edited().problem() says why. Running a reference that is
  /// hidden shows it.
  void run(Side side);
  /// Runs the student's file, and the reference unless it is hidden.
  void run_shown_sides();
  /// The same for a lab that has just been opened, unless predictions come first.
  void begin();

  /// No task's reference is shown: then it is not run, so that no pane can show it early.
  bool is_reference_hidden() const { return lab() != nullptr && !reveal_.is_any_shown(); }
  /// A version of the student's own answers all cases of the lab's task, and only a prediction is
  /// missing until its reference opens.
  bool lacks_prediction(std::string_view task) const;
  /// What is hidden of each task, and why.
  const Reveal& reveal() const { return reveal_; }
  /// Opens all that is hidden, and runs the reference, unless reason_to_hide_reference().
  void show_reference();
  /// Why a student may not ask for the reference (yet); a sentence, empty where they may.
  std::string reason_to_hide_reference() const { return reveal_.reason_not_to_choose(); }

  /// The open lab's question, tasks, predictions and explanations.
  LabSheet& sheet() { return sheet_; }
  const LabSheet& sheet() const { return sheet_; }
  /// Nothing has run, and the lab asks what to expect of the first run: so it is not begun by
  /// itself.
  bool waits_for_predictions() const;
  /// Runs programs of the lab that have the answers to predictions; null when none does.
  const PredictionJob* prediction_job() const { return prediction_job_.get(); }
  /// Why what was predicted of this program of the lab is not counted (yet), in a sentence; empty
  /// where a run counts it.
  std::string reason_not_to_count(const std::string& program) const;

  /// "not begun", "begun" or "best score 60 of 100": of labs()[index], as `warpscope labs` says it.
  const std::string& progress(std::size_t index) const { return progress_.at(index); }
  /// The same by the handout's tasks, of the last run that gave a score; without those that have no
  /// points. Empty for a lab that is not begun.
  const std::map<std::uint32_t, TaskPoints>& progress_by_task(std::size_t index) const {
    return progress_by_task_.at(index);
  }
  /// Reads all labs' progress anew.
  void refresh_progress();

  /// Runs a file that is neither side's, with the session's means.
  const RunLab& run_lab() const { return services_.run_lab; }
  const std::function<void()>& wake() const { return services_.wake; }
  /// Runs that side's file as far as this launch, to be stepped through; what was stepped through
  /// before ends. The student's file is saved first; where that cannot be done nothing happens.
  void step(Side side, runner::StepTarget target, StepJob::First first = {});
  /// To the launch and the line of a finding of that side's record.
  void step_to(Side side, const record::Finding& finding);
  /// That side has a file that can be run for it.
  bool can_step(Side side) const;
  /// Null when nothing is stepped through.
  StepJob* step_job() const { return step_job_.get(); }
  Side stepped_side() const { return stepped_side_; }
  void end_steps() { step_job_.reset(); }
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
  void forget_problem() { problem_.clear(); }

  /// What the user chose in panes.
  KeptChoices& kept_choices() { return kept_choices_; }

  /// Opens the side's file in the user's editor. The editor's command; nothing when there is none.
  std::optional<std::string> open_in_editor(Side side) const {
    return services_.open_in_editor(attempt(side).file());
  }

 private:
  void close();
  /// False, and problem() says why, while what is edited is unsaved.
  bool can_close();
  /// After records have been opened: what their lab shows beside them.
  void show_lab_of_records();
  bool is_starters(const record::RunRecord& record) const;
  void start_reference();
  void hand_out_parts();
  /// Locks predictions and starts what has their answers; those that the student's run has go into
  /// its request.
  void ask_for_answers(runner::RunRequest& request);
  bool collect_answers();
  /// Opens what has been earned since the last call, and hands panes their part. Runs the reference
  /// if it was hidden and is no longer.
  void open_what_is_earned(bool was_hidden);

  Services services_;
  KeptChoices kept_choices_{services_.exercises_folder};
  std::string lab_id_;
  LabSheet sheet_;
  Reveal reveal_;                                   ///< of sheet_
  std::optional<std::vector<std::string>> hidden_;  ///< tasks, as parts were last handed out
  std::vector<std::string> answered_;  ///< hidden tasks with an answer of the student's own
  bool is_student_asked_ = false;      ///< their last run was to answer predictions
  std::unique_ptr<PredictionJob> prediction_job_;
  std::filesystem::path kept_reference_;  ///< empty where the reference can be run
  std::vector<std::string> progress_;     ///< by lab
  std::vector<std::map<std::uint32_t, TaskPoints>> progress_by_task_;  ///< by lab
  /// By lab; empty ones where lab.toml is missing or broken. Read once.
  std::vector<runner::LabDescription> descriptions_;
  unsigned lab_revision_ = 0;
  std::array<Attempt, 2> attempts_{Attempt(Side::student), Attempt(Side::reference)};
  EditedFile edited_;
  std::unique_ptr<StepJob> step_job_;
  Side stepped_side_ = Side::student;
  Selection selection_;
  std::optional<ClassView> class_view_;
  std::string problem_;
  std::chrono::steady_clock::time_point last_poll_;
};

}  // namespace warpscope::viewer
