// Which hardware counters are asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::cupti {

/// Not counters of a record, but what its launches' times and DRAM traffic are made of.
inline constexpr std::string_view kDuration = "gpu__time_duration.sum";  ///< in nanoseconds
inline constexpr std::string_view kDramRead = "dram__bytes_read.sum";
inline constexpr std::string_view kDramWritten = "dram__bytes_write.sum";

/// All that a run record may hold and that are Nsight Compute's, and these.
std::vector<std::string> wanted_counters();

}  // namespace warpscope::cupti
