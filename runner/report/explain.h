// What bounds a launch, and what mending it would bring, in sentences.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner {

/// What bounds the launch, the next bound after it, occupancy, what its accesses waste, and how its
/// blocks fill the GPU; then what the clock says of it without each of its costs. Of a launch that
/// the clock has not timed, how to get that. Ends with a line break.
std::string explained(const record::RunRecord& record, const record::Launch& launch);

}  // namespace warpscope::runner
