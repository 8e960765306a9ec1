// What the clock saw of a launch (Launch::clock), in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::record {

/// What a warp may do in a cycle, by Nsight Compute's name for it.
struct WarpState {
  std::string_view name;     ///< as in ClockedLaunch::warp_cycles
  std::string_view meaning;  ///< what it waits for: "a result from L1 or behind it"
};
/// In the order of tables; the first one is "selected", in which it issues.
std::span<const WarpState> warp_states();
/// "", of a name that nobody knows.
std::string_view meaning_of_state(std::string_view name);

/// Of all states.
std::uint64_t sum_of_states(const Counters& warp_cycles);
/// "long_scoreboard 70 %, wait 12 %": the largest, without "selected" and what is below 1 %, of
/// `all` cycles.
std::string states_text(const Counters& warp_cycles, std::uint64_t all, std::size_t most);
/// Warps that an SM holds on average while it has blocks; 0 where it never had.
double warps_on_sm(const ClockedLaunch& clock);
/// Of the warps that an SM can hold; nothing where the record does not say how many these are.
std::optional<double> achieved_occupancy(const RunRecord& record, const ClockedLaunch& clock);
/// Of their peak over the launch's duration: the busiest of L1, L2 and the memory behind it; the
/// busiest of issue slots and units of the SMs; the issue slots.
struct Throughput {
  double memory = 0, compute = 0, issue = 0;
};
Throughput throughput_of(const ClockedLaunch& clock);
/// The state but "selected" in which warps are longest; empty where there is none.
std::string largest_stall(const Counters& warp_cycles);
/// "dram 83 %, issue 20 %": the parts of the GPU that are used most.
std::string use_text(const ClockedLaunch& clock, std::size_t most);

/// The lines where warps lose most, each at least 1 % of the launch's cycles.
std::vector<const ClockedLaunch::Line*> slowest_lines(const ClockedLaunch& clock, std::size_t most);
/// "waits 380 cycles for line 37": on average, each time, for the line that it waits for longest;
/// empty where it waits for none.
std::string wait_text(const ClockedLaunch::Line& line);

}  // namespace warpscope::record
