// Where the phases of a launch lie in time, for whatever draws them.
#pragma once

#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::record {

struct PhaseTime {
  double begin_s = 0, end_s = 0;
};

/// When each of launch.phases began and ended, in seconds from the first warp's start. Empty when
/// the clock is not known (`clock_hz` is not above 0), because cycles then have no length.
std::vector<PhaseTime> phase_times(const Launch& launch, double clock_hz);

/// The warps that marked phases are numbered in their order: for each of launch.phases its warp's
/// number.
std::vector<std::uint32_t> phase_lanes(const Launch& launch);

/// "block 3 warp 1"
std::string lane_name(const Phase& phase);

/// The names of all phases, each once, in order of first appearance: places in a palette.
std::vector<std::string> phase_names(const RunRecord& record);

/// "72 phase marks in 2 launches (times modelled), 3 left out"; empty when there are none.
std::string phases_in_words(const RunRecord& record);

}  // namespace warpscope::record
