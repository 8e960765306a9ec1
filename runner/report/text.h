// A run record for a terminal or a log.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner {

struct TextStyle {
  bool has_colour = false;
  bool has_seed = true;  ///< false for students, who must not know the inputs of a grading
};

/// Outcome, score with reasons, findings, cases; of a program that belongs to no lab its launches.
std::string text_report(const record::RunRecord& record, TextStyle style);

/// One paragraph per finding.
std::string findings_text(const record::RunRecord& record, TextStyle style);

}  // namespace warpscope::runner
