// Points that an instructor's rules take away.
#pragma once

#include "record/record.h"
#include "runner/lab/instructor_rules.h"

namespace warpscope::runner {

/// Adds a row to the record's score for each rule that was broken: 0 points at most, and as many
/// below 0 as the rule says, but not more than were reached. The reason names the line or the case.
/// Does nothing for a record without a score.
void take_penalties(record::RunRecord& record, const InstructorRules& rules);

}  // namespace warpscope::runner
