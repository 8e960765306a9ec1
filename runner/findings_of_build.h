// Findings that the linking of an exercise gives.
#pragma once

#include <vector>

#include "record/record.h"
#include "runner/build/exercise_build.h"

namespace warpscope::runner {

/// Functions that the exercise lacks, and names that it takes from the runtime, from a library or
/// from the lab's program, each at its place in the record's sources.
std::vector<record::Finding> findings_of_build(const ExerciseBuild& build,
                                               const record::RunRecord& record);

}  // namespace warpscope::runner
