// Answers that no kernel computed.
#pragma once

#include <cstdint>

#include "record/record.h"

namespace warpscope::runner {

/// True for a case with a right answer for which no kernel wrote a byte, or for which the kernels
/// moved less than a quarter of the bytes that the task must move: the answer was computed on the
/// host. Copies from one place of the device to another count as work of the device.
bool is_made_on_host(const record::RunRecord& record, std::uint32_t case_index);

}  // namespace warpscope::runner
