// What a program printed, without what a report says anyway.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "record/record.h"

namespace warpscope::runner {

/// Leaves out the lines in which the CUDA runtime tells of a finding that the record has too:
/// "warpscope: out-of-bounds in scale(float*) at …".
std::string without_findings(std::string_view output, std::span<const record::Finding> findings);

}  // namespace warpscope::runner
