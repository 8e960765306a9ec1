// From a finding of an earlier run to the place in a launch that it is about.
#pragma once

#include "device/steps.h"
#include "record/record.h"
#include "runner/run/step_link.h"

namespace warpscope::runner {

/// The launch that the finding is about, as a new run of the same program will have it; the first
/// launch of its case, or of all, where it names none.
StepTarget target_of(const record::RunRecord& record, const record::Finding& finding);

/// The command that goes there: to the instruction at which the launch fails, of what stops it; to
/// the line otherwise, of the block and warp that the finding names, or of any.
device::StepCommand way_to(const record::Finding& finding, const record::Dim3& grid);

}  // namespace warpscope::runner
