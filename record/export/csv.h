// A run record's numbers as comma-separated values (RFC 4180).
#pragma once

#include <span>
#include <string>

#include "record/record.h"

namespace warpscope::record {

/// One row per case of each record: label, case, verdict, useful bytes, device time, effective
/// bandwidth, every counter that occurs and every derived metric. The heading names the unit of a
/// time; column "times" says whether times are modelled or measured.
std::string cases_to_csv(std::span<const RunRecord> records);

/// One row per launch of each record: label, case, kernel, shape, time and every counter that
/// occurs.
std::string launches_to_csv(std::span<const RunRecord> records);

/// One row per launch and source line of launches that the clock timed: cycles of warps in each
/// state, and the line whose results they waited for longest.
std::string stalls_to_csv(std::span<const RunRecord> records);

}  // namespace warpscope::record
