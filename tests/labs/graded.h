// Running `warpscope grade` as a student or instructor would, on the files of the labs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/record.h"
#include "tests/labs/lab_file.h"

namespace warpscope::labs {

struct Graded {
  int exit_code = -1;
  std::string report;        ///< what --json prints
  record::RunRecord record;  ///< of --record
  bool is_kept = false;      ///< of an earlier run, see grade()
};

/// Grades a file, where the labs have neither references nor other solutions, and keeps what came
/// of it in build/<preset>/graded/, for graded(). What is kept of an earlier run by the same
/// programs, of the same files (grading_key.h), is taken instead, unless WARPSCOPE_GRADE_AGAIN is
/// set. With WARPSCOPE_GRADE_PART=N so is what other programs made of the same file, but for
/// references, starters, one file in N, and those that expect one of WARPSCOPE_GRADE_FINDINGS.
/// Throws std::runtime_error with what the program said when there is no record.
Graded grade(const LabFile& file);

/// The labs whose gradings a test repeats: all, or those that WARPSCOPE_GRADE_LABS names.
std::vector<std::string> labs_to_repeat();

/// The next run of the tests grades the file again: for a test that has failed.
void forget(const LabFile& file);

/// What grade() kept, so that nothing is graded twice: ctest runs the tests that call this after
/// labs_grading_test. Throws std::runtime_error when there is nothing, or of another text.
Graded graded(const LabFile& file);

/// The size of the record that grade() kept.
std::uintmax_t record_bytes(const LabFile& file);

/// Grades once more, where the labs are as they are; what --json prints.
std::string report_again(const LabFile& file);

/// What `warpscope grade --without-checks` records.
record::RunRecord graded_without_checks(const LabFile& file);

/// One of the lab's faults whose kept record is of a program that was compiled with others
/// (fault_batches.h), another one for each change of what all gradings share; nothing where there
/// is none.
std::optional<LabFile> fault_of_batch(const std::string& lab);

/// What grade() records of the file with an empty line behind it, whose program no batch has.
record::RunRecord graded_alone(const LabFile& file);

/// Whether the record has such a finding, at this line unless that is 0.
bool has_finding(const record::RunRecord& record, const std::string& id, std::uint32_t line = 0);

/// The points of one check; nothing when the record has no such check.
std::optional<record::Check> check_of(const record::RunRecord& record, const std::string& id);

/// The findings, one per line.
std::string findings_text(const record::RunRecord& record);

}  // namespace warpscope::labs
