// A case that its time limit ended: what was it at?
#pragma once

#include <cstdint>

#include "record/record.h"

namespace warpscope::runner {

/// A finding for case `case_index`, which had `limit_s` seconds: "instruction-budget" at the line
/// where a kernel stood that the end of the program cut short, else "host-timeout" with the last
/// that the program asked of the device; on a real GPU, which does not tell the two apart,
/// "gpu-timeout".
record::Finding unfinished_case(const record::RunRecord& record, std::uint32_t case_index,
                                double limit_s);

/// Takes out the device's reports of launches that the end of the program cut short: for the others
/// they are nobody's mistake.
void drop_canceled_launches(record::RunRecord& record);

}  // namespace warpscope::runner
