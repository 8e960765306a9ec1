#include "record/phases.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "record/names.h"

namespace warpscope::record {

std::vector<PhaseTime> phase_times(const Launch& launch, double clock_hz) {
  std::vector<PhaseTime> times;
  if (!std::isfinite(clock_hz) || clock_hz <= 0 || launch.phases.empty()) return times;
  const std::uint64_t first_ns =
      std::ranges::min(launch.phases, {}, &Phase::warp_start_ns).warp_start_ns;
  for (const Phase& phase : launch.phases) {
    const double start_s = static_cast<double>(phase.warp_start_ns - first_ns) * 1e-9;
    const auto after = [&](std::uint64_t cycles) {
      return start_s + static_cast<double>(cycles) / clock_hz;
    };
    times.push_back({after(phase.begin_cycles), after(phase.end_cycles)});
    if (!std::isfinite(times.back().end_s)) return {};
  }
  return times;
}

std::vector<std::uint32_t> phase_lanes(const Launch& launch) {
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> lane_of_warp;
  for (const Phase& phase : launch.phases) lane_of_warp[{phase.block, phase.warp}] = 0;
  std::uint32_t next = 0;
  for (auto& [warp, lane] : lane_of_warp) lane = next++;
  std::vector<std::uint32_t> lanes;
  for (const Phase& phase : launch.phases) {
    lanes.push_back(lane_of_warp.at({phase.block, phase.warp}));
  }
  return lanes;
}

std::string lane_name(const Phase& phase) {
  return "block " + std::to_string(phase.block) + " warp " + std::to_string(phase.warp);
}

std::vector<std::string> phase_names(const RunRecord& record) {
  std::vector<std::string> names;
  std::set<std::string, std::less<>> known;
  for (const Launch& launch : record.launches) {
    for (const Phase& phase : launch.phases) {
      if (known.insert(phase.name).second) names.push_back(phase.name);
    }
  }
  return names;
}

std::string phases_in_words(const RunRecord& record) {
  std::uint64_t phases = 0;
  std::uint64_t launches = 0;
  std::uint64_t left_out = 0;
  for (const Launch& launch : record.launches) {
    phases += launch.phases.size();
    launches += launch.phases.empty() ? 0 : 1;
    left_out += launch.phases_left_out;
  }
  if (phases == 0 && left_out == 0) return {};
  std::string text = std::to_string(phases) + " phase marks in " + std::to_string(launches) +
                     (launches == 1 ? " launch" : " launches") + " (times " +
                     std::string(in_words(record.device.times)) + ")";
  if (left_out != 0) text += ", " + std::to_string(left_out) + " left out";
  return text;
}

}  // namespace warpscope::record
