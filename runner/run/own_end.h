// In a grading, a program's host is shown other data than its device holds (stand_ins.h). A program
// that compares its answer with what its host computes, and ends itself where they differ, is right
// all the same: what it had of the device then is its answer. Nobody gains by ending, since only
// the device can be right for data that the host has not seen.
#pragma once

#include <vector>

#include "labs/judge/judge.h"
#include "record/record.h"
#include "runner/run/case_runner.h"

namespace warpscope::runner {

/// The cases of `run` with the answers of programs that ended themselves (RanCase::
/// is_right_before_end) as if they had been handed over. Only where the device saw no error in the
/// case, and where each case of the same task that has no stand-ins was answered: there is one, and
/// in these the host sees what the device has, so it is not a program that always ends. Findings of
/// what such a program has not given back are dropped: it was not to end here.
std::vector<RanCase> with_own_ends(const std::vector<judge::Case>& set,
                                   const std::vector<RanCase>& cases, record::RunRecord& record);

}  // namespace warpscope::runner
