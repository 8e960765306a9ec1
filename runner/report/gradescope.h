// Gradescope's results.json (its autograder documentation describes the format).
#pragma once

#include <string>

#include "record/record.h"
#include "runner/lab/instructor_rules.h"

namespace warpscope::runner {

/// One test per check; the total; the outcome, compiler output and findings as the text of the
/// whole submission. A record without a score (the tool failed, the run was canceled, the
/// simulation had no memory) gives no score at all, and says whose fault it is; of a grading that
/// was stopped, each case that had ended is a test without points. `rules`: which checks students
/// see; without them all.
std::string gradescope_json(const record::RunRecord& record,
                            const InstructorRules* rules = nullptr);

/// The same where there is no submission to grade: no score, and the reason.
std::string gradescope_none(const std::string& reason);

}  // namespace warpscope::runner
