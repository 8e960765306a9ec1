// What is different between two runs of the same exercise.
#pragma once

#include <string>

#include "record/record.h"
#include "runner/lab/lab_description.h"
#include "runner/report/text.h"

namespace warpscope::runner {

/// Outcome, points, checks that won or lost points, metrics of checks that moved, new and gone
/// findings; a line each. Findings are the same when their ids are: lines move while somebody
/// types. "Nothing changed." when nothing did.
std::string changes_text(const LabDescription& lab, const record::RunRecord& before,
                         const record::RunRecord& after, TextStyle style);

}  // namespace warpscope::runner
