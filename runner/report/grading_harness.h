// What other systems read that run a grading for each submission: PrairieLearn, GitHub Classroom,
// CodeRunner. Where Warpscope itself failed there are no points in any of them, and a reason.
#pragma once

#include <string>
#include <string_view>

#include "record/record.h"
#include "runner/lab/instructor_rules.h"

namespace warpscope::runner {

/// PrairieLearn's results.json (docs/externalGrading.md of PrairieLearn/PrairieLearn): score from 0
/// to 1, a test for each check. A file that does not compile is not gradable there, which costs the
/// student no attempt. Checks that the rules hide count and are not listed.
std::string prairielearn_json(const record::RunRecord& record, const InstructorRules& rules = {});

/// A result of a runner for classroom-resources/autograding-grading-reporter, base64 of JSON, as
/// the line "result=…" that GitHub Actions takes as a step's output. Without max_score, which the
/// reporter then leaves out of the points, where nothing was graded. Checks that the rules hide are
/// one row, because the reporter adds up the rows.
std::string classroom_output(const record::RunRecord& record, const InstructorRules& rules = {});

/// The JSON of a combinator template grader of CodeRunner: fraction and a table of the checks.
/// Without fraction, which CodeRunner shows as an error without a mark, where nothing was graded.
std::string coderunner_json(const record::RunRecord& record, const InstructorRules& rules = {});

/// For each of them the reason why there is no submission to grade.
std::string prairielearn_none(const std::string& reason);
std::string classroom_none(const std::string& reason);
std::string coderunner_none(const std::string& reason);

/// RFC 4648, with padding.
std::string base64(std::string_view bytes);

}  // namespace warpscope::runner
