// Results of one grading for the systems that run one for each submission.
#pragma once

#include <string>

#include "record/record.h"
#include "runner/cli/outputs.h"
#include "runner/lab/instructor_rules.h"

namespace warpscope::cli {

struct HarnessOptions {
  std::string gradescope, prairielearn, classroom;  ///< files; empty: not asked for
  bool is_coderunner = false;                       ///< prints its JSON and nothing else
  bool is_autolab = false;                          ///< its lines are the last that is printed

  bool has_any() const {
    return !gradescope.empty() || !prairielearn.empty() || !classroom.empty() || is_coderunner ||
           is_autolab;
  }
};

/// Gradescope and PrairieLearn read their results from here.
inline constexpr const char* kGradescopeFile = "/autograder/results/results.json";
inline constexpr const char* kPrairielearnFile = "/grade/results/results.json";

/// Writes and prints what was asked for.
void write_harness_outputs(const HarnessOptions& options, const record::RunRecord& record,
                           const runner::InstructorRules& rules, Outputs& outputs);
/// The same where there is nothing to grade, with the reason.
void write_harness_reason(const HarnessOptions& options, const std::string& reason);

}  // namespace warpscope::cli
