// Grading one submission of a class, in a process of its own.
#pragma once

#include <stop_token>

#include "runner/grading/grading.h"
#include "runner/installation/installation.h"

namespace warpscope::runner {

/// Grades a submission of the plan and keeps the result, the students' report and, when wanted, the
/// record. Returns false when it was canceled: then nothing is kept. Throws std::runtime_error when
/// something cannot be written.
bool grade_one(const Installation& installation, const GradingFolder& folder,
               const GradingPlan& plan, std::size_t index, const std::stop_token& cancel);

}  // namespace warpscope::runner
