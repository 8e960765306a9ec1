// Source files of a lab's program under the names that records use.
#pragma once

#include "record/record.h"
#include "runner/build/exercise_build.h"

namespace warpscope::runner {

/// Renames the files of launches' lines, of operations and of findings, whatever folder the
/// compiler saw them in, and the program's names in findings' causes.
void name_sources(const ExerciseBuild& build, SourceNames& names, record::RunRecord& record);

}  // namespace warpscope::runner
