// What a student gets back.
#pragma once

#include <filesystem>

#include "record/record.h"
#include "runner/grading/submission.h"
#include "runner/lab/instructor_rules.h"

namespace warpscope::runner {

/// Writes FOLDER/NAME/feedback.txt and feedback.html: outcome, points with the reason for each lost
/// one, findings, cases. Without the seed, from which the inputs of a grading follow, and without
/// the checks that the rules hide: their points are in no total, and how many there are is said.
/// Throws std::runtime_error with a sentence.
void write_feedback(const std::filesystem::path& folder, const Submission& submission,
                    const record::RunRecord& record, const InstructorRules& rules = {});

/// The same for a submission that could not be graded: the reason.
void write_feedback_of_none(const std::filesystem::path& folder, const Submission& submission);

}  // namespace warpscope::runner
