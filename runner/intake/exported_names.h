// What the names of files and folders say that learning systems export.
//
// Canvas (lib/content_zipper.rb of instructure/canvas-lms):
//   lovelaceada_4711_9912_exercise.cu, lovelaceada_LATE_4711_9912_exercise.cu,
//   anon_x1Yz9_9912_exercise.cu, and lovelaceada_4711_text.html for what was typed in
// Moodle (mod/assign/locallib.php of moodle/moodle): folders, or the same before the file's name
//   Ada Lovelace_4711_assignsubmission_file_/exercise.cu
//   Ada Lovelace_4711_assignsubmission_onlinetext_/onlinetext.html
// Blackboard Learn ("Assignment File Download")
//   Lab 1_al42_attempt_2026-11-20-14-33-05_exercise.cu, and the same with .txt for each attempt
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::runner {

enum class LearningSystem : std::uint8_t { canvas, moodle, blackboard };

/// What one such name says. All but `group` may be empty.
struct ExportedName {
  std::string group;       ///< the same for all files of one submission; a name for it
  std::string id;          ///< of the student, or of the participant, as the system has it
  std::string student;     ///< "lovelaceada", "Ada Lovelace"
  std::string file;        ///< the student's own name for the file; empty for a folder
  std::string attachment;  ///< Canvas' number of the file, which no other of the student has
  std::string submitted;   ///< "2026-11-20T14:33:05" in the system's own time zone
  bool is_late = false;    ///< the system says so
  bool is_typed = false;   ///< no file: what was typed in, or a link
  bool is_about = false;   ///< Blackboard's text about an attempt
};

/// Nothing for a name that is none of the system's. Of Blackboard's names the part before the
/// user's is the assignment's: `assignment`, or up to the first '_' of what may be both.
std::optional<ExportedName> parse_exported(LearningSystem system, const std::string& name,
                                           const std::string& assignment = {});

/// The system that exported these names: all of them that could be of submissions fit, and there is
/// at least one. Hidden names do not count. Names such as "lab_2026_1_ada.cu" are none of Canvas':
/// there no two files of a student have one number.
std::optional<LearningSystem> system_of(const std::vector<std::string>& names);

/// What Blackboard's names have in common before the user's: "Lab 1".
std::string assignment_of(const std::vector<std::string>& names);

/// "al42" and "Ada Lovelace" of the text about an attempt, whose first line is "Name: Ada Lovelace
/// (al42)". Nothing where it does not begin so.
struct AttemptText {
  std::string user, student;
};
std::optional<AttemptText> parse_attempt_text(const std::string& text);

}  // namespace warpscope::runner
