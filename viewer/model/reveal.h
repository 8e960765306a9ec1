// What a lab hides, by its tasks: the reference, its curves and its text, curves of a real GPU and
// of the lab's other programs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"
#include "runner/exercise/lab_progress.h"
#include "runner/lab/instructor_rules.h"
#include "runner/lab/lab_description.h"
#include "viewer/model/lab_sheet.h"

namespace warpscope::viewer {

/// Decides for each task by the lab's rules. Without a lab nothing is hidden.
class Reveal {
 public:
  Reveal() = default;
  /// `sheet` must outlive it.
  Reveal(const runner::InstructorRules& rules, const LabSheet& sheet, std::string starter);
  /// Nothing is shown, whatever happens: the rules cannot be read.
  static Reveal nothing();

  bool is_shown(std::string_view task) const;
  bool is_any_shown() const;
  bool is_all_shown() const;
  /// What is missing until the task is shown, in a sentence; empty where it is.
  std::string missing(std::string_view task) const;

  /// Why the lab's programs, other than the starter, may not be run (yet) for what was predicted of
  /// them, in a sentence, as the command line has it; empty where they may: only their numbers are
  /// shown.
  std::string reason_not_to_run_programs() const;
  /// Whether a student may ask for it all now.
  bool can_choose() const;
  /// Why not, in a sentence; empty where they may or all is shown.
  std::string reason_not_to_choose() const;

  /// The tasks that a version of the student's own answers, by this record, and that are hidden so
  /// far. None where the rules ask for something else.
  std::vector<std::string> answered(const record::RunRecord* record) const;
  /// Those of them that something was predicted of, or that have nothing to predict: they are
  /// earned. The caller keeps them (LabSheet::keep_shown).
  std::vector<std::string> earned(std::vector<std::string> answered) const;
  /// All tasks that are hidden so far.
  std::vector<std::string> hidden() const;

 private:
  std::vector<std::string> tasks() const;
  bool is_predicted(std::string_view task) const;
  bool has_full_marks() const;

  const LabSheet* sheet_ = nullptr;
  runner::ReferenceShown rule_ = runner::ReferenceShown::always;
  bool may_choose_ = true;
  std::string starter_;
};

}  // namespace warpscope::viewer
