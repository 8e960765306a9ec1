// Running `warpscope grade` as a student or instructor would, on the files of the labs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::labs {

/// An exercise file of a lab.
struct LabFile {
  std::string lab;
  std::string name;  ///< below the lab's folder, without ".cu": "starter", "faults/verdicts/crash"

  std::filesystem::path path() const;
};

/// Every folder below labs/ that has a lab.toml, in alphabetical order.
std::vector<std::string> all_labs();

/// The file of this name in every lab that has one.
std::vector<LabFile> files_named(const std::string& name);

/// The files below the faults/ folders of all labs, in alphabetical order.
std::vector<LabFile> all_faults();

struct Graded {
  int exit_code = -1;
  std::string report;        ///< what --json prints
  record::RunRecord record;  ///< of --record
};

/// Grades a file and keeps what came of it in build/<preset>/graded/, for graded().
/// Throws std::runtime_error with what the program said when there is no record.
Graded grade(const LabFile& file);

/// What grade() kept, so that nothing is graded twice: ctest runs the tests that call this after
/// labs_grading_test. Throws std::runtime_error when there is nothing, or of another text.
Graded graded(const LabFile& file);

/// Grades once more; what --json prints.
std::string report_again(const LabFile& file);

/// What the first line of a planted fault says.
struct Expectation {
  std::string id;          ///< "// finding: <id> line <n>", or empty
  std::uint32_t line = 0;  ///< 0 when the finding names no line
  std::string verdict;     ///< "// verdict: <outcome>", or empty
};
/// Throws std::runtime_error for a first line that says neither.
Expectation expectation_of(const LabFile& fault);

/// Whether the record has such a finding, at this line unless that is 0.
bool has_finding(const record::RunRecord& record, const std::string& id, std::uint32_t line = 0);

/// The findings, one per line.
std::string findings_text(const record::RunRecord& record);

}  // namespace warpscope::labs
