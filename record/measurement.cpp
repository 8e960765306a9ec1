#include "record/measurement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace warpscope::record {
namespace {

constexpr double kPercent = 100, kMega = 1e6;
/// A GPU changes its clock in steps of 15 MHz all the time.
constexpr double kSteadyClock = 0.02;

std::string state_text(const GpuState& state) {
  return fmt::format(
      "SM clock {:.0f} MHz at the first case and {:.0f} MHz at the last, memory {:.0f} MHz; {:.0f} "
      "and {:.0f} \u00B0C; {:.0f} W at the end.",
      state.first_sm_clock_hz / kMega, state.last_sm_clock_hz / kMega,
      state.memory_clock_hz / kMega, state.first_temperature_c, state.last_temperature_c,
      state.last_power_w);
}

/// Empty where nothing was repeated.
std::string spread_text(const RunRecord& record) {
  std::vector<std::pair<double, std::uint32_t>> spreads;  // with the launch
  std::uint32_t fewest = 0, most = 0;
  for (const auto& launch : record.launches) {
    if (!launch.repeated || launch.repeated->shortest_s <= 0) continue;
    const auto& times = *launch.repeated;
    spreads.emplace_back(times.longest_s / times.shortest_s - 1, launch.id);
    fewest = spreads.size() == 1 ? times.runs : std::min(fewest, times.runs);
    most = std::max(most, times.runs);
  }
  if (spreads.empty()) return {};
  std::ranges::sort(spreads);
  const auto runs =
      fewest == most ? fmt::format("{}", fewest) : fmt::format("{} to {}", fewest, most);
  return fmt::format(
      "Times are of the median of {} runs. The longest lies {:.1f} % above the shortest in the "
      "median launch, {:.0f} % in launch {}.",
      runs, spreads[spreads.size() / 2].first * kPercent, spreads.back().first * kPercent,
      spreads.back().second);
}

/// Empty where nothing was measured cold.
std::string cold_text(const RunRecord& record) {
  std::vector<double> ratios;
  std::uint32_t runs = 0;
  for (const auto& launch : record.launches) {
    if (!launch.cold || launch.duration_s <= 0) continue;
    ratios.push_back(launch.cold->median_s / launch.duration_s);
    runs = std::max(runs, launch.cold->runs);
  }
  if (ratios.empty()) return {};
  std::ranges::sort(ratios);
  return fmt::format(
      "They are with warm caches. With other data in the L2 cache at the case's first kernel "
      "(median of {} runs) the median launch takes {:.2f} times as long.",
      runs, ratios[ratios.size() / 2]);
}

/// Where modelled times are of no clock. Both are modelled, and one is nearer.
std::vector<std::string> estimate_sentences(const RunRecord& record) {
  const bool is_timed = std::ranges::any_of(
      record.launches, [](const Launch& launch) { return launch.timed_blocks.has_value(); });
  if (record.device.times != Provenance::modelled || record.launches.empty() || is_timed) return {};
  const std::string estimate =
      "Times are an estimate from what was counted and may be several times off; ";
  return {estimate + (record.lab.empty()
                          ? "exec --clock models them instruction by instruction where it can."
                          : "without --no-clock they are modelled instruction by instruction.")};
}

}  // namespace

std::vector<std::string> measurement_sentences(const RunRecord& record) {
  if (!record.device.state) return estimate_sentences(record);
  const auto& state = *record.device.state;
  std::vector<std::string> sentences;
  if (record.device.capabilities && !record.device.capabilities->why_no_curves.empty())
    sentences.push_back(record.device.capabilities->why_no_curves);
  if (state.first_sm_clock_hz > 0) sentences.push_back(state_text(state));
  if (auto spread = spread_text(record); !spread.empty()) sentences.push_back(std::move(spread));
  if (auto cold = cold_text(record); !cold.empty()) sentences.push_back(std::move(cold));
  const auto [slower, faster] = std::minmax(state.first_sm_clock_hz, state.last_sm_clock_hz);
  if (slower > 0 && faster > slower * (1 + kSteadyClock))
    sentences.emplace_back(
        "Its clock moved meanwhile: times of different cases are not of one clock.");
  if (!state.held_down_by.empty()) {
    sentences.push_back(fmt::format("Its clock was held down ({}): times may be too long.",
                                    fmt::join(state.held_down_by, ", ")));
  }
  if (!state.sharing.empty()) {
    sentences.push_back(fmt::format(
        "It is shared or passed through ({}): others may have slowed it.", state.sharing));
  }
  return sentences;
}

}  // namespace warpscope::record
