// The exercise files of the labs, and what a planted one says must come of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::labs {

/// An exercise file of a lab: whole, or as a diff against another file of the lab.
struct LabFile {
  std::string lab;
  std::string
      name;  ///< below the lab's folder, without extension: "starter", "faults/verdicts/crash"

  /// NAME.diff where there is one, else NAME.cu. Throws std::runtime_error when there are both.
  std::filesystem::path path() const;
  /// The exercise: of a diff its base with the changes. Throws std::runtime_error that names the
  /// file, and the hunk that does not fit.
  std::string text() const;
};

/// labs/LAB.
std::filesystem::path lab_folder(const std::string& lab);

/// Every folder below labs/ that has a lab.toml, in alphabetical order.
std::vector<std::string> all_labs();

/// The file of this name in every lab that has one.
std::vector<LabFile> files_named(const std::string& name);

/// The .cu and .diff files below this folder of every lab ("faults", "ways"), in alphabetical
/// order.
std::vector<LabFile> files_below(const std::string& folder);

/// A lab's step-1, step-2, … in this order.
std::vector<LabFile> steps_of(const std::string& lab);
/// Those of all labs.
std::vector<LabFile> all_steps();

struct ExpectedFinding {
  std::string id;
  std::uint32_t line = 0;  ///< of the exercise; 0 when the finding names no line
};

/// What the first lines of a file say, before "---" of a fault's or way's diff and as comments in a
/// whole file or step.
struct Expectations {
  std::vector<ExpectedFinding> findings;  ///< "finding: ID line N"
  std::string verdict;                    ///< "verdict: NAME": how the run ends
  std::vector<std::string> lost_checks;   ///< "check: ID": loses points
  std::string way;                        ///< "way: SENTENCE": another solution, with full marks
  bool is_empty() const {
    return findings.empty() && verdict.empty() && lost_checks.empty() && way.empty();
  }
};
/// Whether one of the first lines begins with these words.
bool says(const LabFile& file, std::string_view words);

/// Throws std::runtime_error that names the file for a line that begins like one of these and is
/// none.
Expectations expectations_of(const LabFile& file);

}  // namespace warpscope::labs
