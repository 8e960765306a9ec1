// A run record for a terminal or a log.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner {

struct TextStyle {
  bool has_colour = false;
};

/// Outcome, score with reasons, findings, cases.
std::string text_report(const record::RunRecord& record, TextStyle style);

/// One row per launch with time and counters, for programs that belong to no lab; at most
/// `most_rows`.
std::string launch_table(const record::RunRecord& record, std::size_t most_rows);

/// One paragraph per finding.
std::string findings_text(const record::RunRecord& record, TextStyle style);

}  // namespace warpscope::runner
