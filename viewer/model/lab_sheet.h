// The open lab as its handout asks for it, and what the student has answered so far.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_watch.h"
#include "runner/exercise/hints.h"
#include "runner/exercise/lab_progress.h"
#include "runner/lab/lab_description.h"
#include "runner/run_lab.h"
#include "viewer/model/prediction_draft.h"

namespace warpscope::viewer {

/// A task of the handout.
struct SheetTask {
  std::uint32_t number = 0;            ///< 0: what is asked before the first run
  std::string title;                   ///< without markup
  std::string text;                    ///< Markdown, without hints
  std::vector<std::string> lab_tasks;  ///< what it asks to write
  std::vector<const runner::PredictionQuestion*> questions;  ///< of the sheet's description
};

/// Points of a task of the handout, of the last run that gave a score.
struct TaskPoints {
  enum class State : std::uint8_t { not_run, none, some, full };
  double points = 0, max_points = 0;
  State state = State::not_run;
};

/// Points by the handout's tasks; those of checks on all tasks have the number 0.
std::map<std::uint32_t, TaskPoints> points_by_task(const runner::LabDescription& lab,
                                                   const std::vector<runner::CheckPoints>& checks);

/// Reads the handout, lab.toml and the progress file beside the student's file, which the command
/// line reads and writes, too.
class LabSheet {
 public:
  LabSheet() = default;
  /// `folder` is that of the student's file; empty: there is none, and nothing is kept.
  LabSheet(const runner::LabInfo& lab, std::filesystem::path folder);
  LabSheet(const LabSheet&) = delete;
  LabSheet& operator=(const LabSheet&) = delete;
  LabSheet(LabSheet&&) = default;
  LabSheet& operator=(LabSheet&&) = default;

  /// The lab's question; empty where the handout has none.
  const std::string& question() const { return question_; }
  const std::vector<SheetTask>& tasks() const { return tasks_; }
  const SheetTask* task(std::uint32_t number) const;
  /// What is to be explained at the end.
  const std::vector<std::string>& explain_questions() const { return explain_questions_; }
  const runner::LabDescription& description() const { return *description_; }
  const runner::LabProgress& progress() const { return progress_; }
  /// Why something could not be read or written; empty when all is well.
  const std::string& problem() const { return problem_; }

  /// Points by task: of the record where it has a score, else of the progress.
  std::map<std::uint32_t, TaskPoints> points(const record::RunRecord* record) const;
  /// The first task whose points are not full, or the last; 0 before anything has run where
  /// something is asked then.
  std::uint32_t task_at_hand(const record::RunRecord* record) const;

  PredictionDraft& draft(const std::string& question) { return drafts_[question]; }
  /// Open, with an answer that the next run locks.
  bool is_drafted(const runner::PredictionQuestion& question) const;
  /// What was locked for a question; null while it is open.
  const record::Prediction* locked(std::string_view question) const {
    return progress_.prediction(question);
  }
  /// What the starter's run showed of a question that nobody had answered; null for others.
  const record::Prediction* told(std::string_view question) const;
  /// It can still be predicted: nothing is locked, and no run has answered it.
  bool is_open(std::string_view question) const {
    return locked(question) == nullptr && told(question) == nullptr;
  }
  /// What is asked before the first run: of the starter, which that run shows, whatever its task,
  /// and what the handout asks for before its tasks.
  std::vector<const runner::PredictionQuestion*> first_questions() const;
  /// Questions that are open and have an answer that can be locked.
  std::size_t answered_drafts() const;
  /// Locks them: they are kept, and cannot be changed.
  void lock();
  /// What is locked and has no true value yet, without those that a run has been asked for.
  std::vector<runner::GivenPrediction> waiting() const;
  /// These are being asked for, or will not be answered.
  void expect(const std::vector<runner::GivenPrediction>& given);
  /// A run that was to answer did not come to its end: the next one is asked again.
  void ask_again() { expected_.clear(); }
  /// A run of the starter has shown what comes out of it.
  void tell(const record::RunRecord& record);
  /// True values have come.
  void note(const std::vector<record::Prediction>& predictions);

  /// Keeps what the student has written to a question, from 1; an empty text takes it away.
  void explain(std::uint32_t number, const std::string& text);
  /// The student is writing this to a question: keep_explanations() keeps it.
  void write_explanation(std::uint32_t number, const std::string& text);
  void keep_explanations();
  /// Questions with their answers, as Markdown; without those that have none.
  std::string explanations_text() const;
  /// Keeps that what the lab hides of the tasks is open.
  void keep_shown(const std::vector<std::string>& tasks, runner::ShownBy by);
  /// Reads the progress file again: runs and the command line write it, too.
  void refresh();
  /// The same where the file is no longer what was read last; false where it is.
  bool look();
  /// Counts up whenever progress() may be another one.
  unsigned revision() const { return revision_; }

 private:
  using Change = std::function<void(runner::LabProgress&)>;
  /// Changes the progress and writes it. `change` is kept where it cannot be written, so that it
  /// holds what it needs.
  void change(Change change);
  void add_tasks(std::string_view handout);

  std::string lab_id_;
  std::filesystem::path folder_;
  std::unique_ptr<runner::LabDescription> description_ =
      std::make_unique<runner::LabDescription>();  ///< stays where it is when the sheet moves
  std::string question_;
  std::vector<SheetTask> tasks_;
  std::vector<std::string> explain_questions_;
  runner::LabProgress progress_;
  FileWatch file_;
  unsigned revision_ = 0;
  std::map<std::string, PredictionDraft> drafts_;
  std::set<std::string> expected_;
  std::vector<Change> unkept_;  ///< changes that could not be written, in order
  std::map<std::uint32_t, std::string> being_written_;  ///< explanations, by number
  std::string problem_;
};

}  // namespace warpscope::viewer
