#include "viewer/model/timeline.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/quantity.h"
#include "record/kernel_name.h"
#include "record/phases.h"
#include "record/ranges.h"

namespace warpscope::viewer {
namespace {

bool is_drawable(double start_s, double duration_s) {
  return std::isfinite(start_s) && std::isfinite(duration_s) && duration_s >= 0;
}

TimelineBar bar_of(const record::Launch& launch, std::uint32_t index) {
  auto label = record::short_kernel_name(launch.kernel);
  if (launch.count > 1) label = "sum of " + count_text(launch.count) + ": " + label;
  return {TimelineBar::Kind::launch,
          index,
          launch.case_index,
          std::move(label),
          launch.start_s,
          launch.start_s + launch.duration_s,
          0};
}

TimelineBar bar_of(const record::Transfer& transfer, std::uint32_t index) {
  using From = record::Transfer::Kind;
  auto kind = TimelineBar::Kind::copy_inside;
  if (transfer.kind == From::host_to_device) kind = TimelineBar::Kind::copy_in;
  if (transfer.kind == From::device_to_host) kind = TimelineBar::Kind::copy_out;
  if (transfer.kind == From::fill) kind = TimelineBar::Kind::fill;
  return {kind,
          index,
          transfer.case_index,
          bytes_text(transfer.size_bytes),
          transfer.start_s,
          transfer.start_s + transfer.duration_s,
          0};
}

std::string lane_title(TimelineBar::Kind kind) {
  switch (kind) {
    case TimelineBar::Kind::copy_in:
      return "copy H2D";
    case TimelineBar::Kind::copy_out:
      return "copy D2H";
    case TimelineBar::Kind::copy_inside:
      return "copy D2D";
    case TimelineBar::Kind::fill:
      return "fill";
    case TimelineBar::Kind::launch:
    case TimelineBar::Kind::phase:
    case TimelineBar::Kind::range:
    case TimelineBar::Kind::part:
      break;
  }
  return "stream";
}

/// Times are sums of many parts: what ends when the next begins may seem to end this much later.
constexpr double kRounding_s = 1e-12;

/// Sorts the bars and puts each into the first row that is free when it starts.
void place(TimelineLane& lane) {
  std::ranges::stable_sort(lane.bars, {}, &TimelineBar::start_s);
  constexpr std::size_t kMaximumRows = 8;
  std::vector<double> busy_until;
  for (auto& bar : lane.bars) {
    const auto free = std::ranges::find_if(
        busy_until, [&](double until) { return until <= bar.start_s + kRounding_s; });
    auto row = static_cast<std::size_t>(free - busy_until.begin());
    if (free == busy_until.end()) {
      if (busy_until.size() < kMaximumRows) busy_until.push_back(0);
      row = std::min(row, kMaximumRows - 1);
    }
    busy_until[row] = bar.end_s;
    bar.row = static_cast<std::uint32_t>(row);
  }
  lane.rows = static_cast<std::uint32_t>(std::max<std::size_t>(busy_until.size(), 1));
}

/// Appends the phases of one launch to its stream's lane of phases.
void add_phases(const record::RunRecord& record, std::uint32_t index,
                const std::map<std::string, std::uint32_t, std::less<>>& names,
                TimelineLane& lane) {
  const auto& launch = record.launches[index];
  const auto times = record::phase_times(launch, record.device.clock_hz);
  if (times.empty()) return;
  const double end_s = std::ranges::max(times, {}, &record::PhaseTime::end_s).end_s;
  const double scale = end_s > launch.duration_s ? launch.duration_s / end_s : 1;
  const auto rows = record::phase_lanes(launch);
  std::vector<TimelineBar> bars;
  for (std::uint32_t i = 0; i < times.size(); ++i) {
    if (rows[i] >= kMostPhaseRows) {
      lane.title = "first " + std::to_string(kMostPhaseRows) + " warps";
      continue;
    }
    lane.rows = std::max(lane.rows, rows[i] + 1);
    const auto& name = launch.phases[i].name;
    bars.push_back({TimelineBar::Kind::phase, index, launch.case_index, name,
                    launch.start_s + times[i].begin_s * scale,
                    launch.start_s + times[i].end_s * scale, rows[i], i, names.find(name)->second});
  }
  std::ranges::stable_sort(bars, {}, &TimelineBar::row);
  lane.bars.insert(lane.bars.end(), std::make_move_iterator(bars.begin()),
                   std::make_move_iterator(bars.end()));
}

/// The lanes of phases by stream; none where nothing was marked.
std::map<std::uint32_t, TimelineLane> phase_lanes(const record::RunRecord& record) {
  std::map<std::string, std::uint32_t, std::less<>> names;
  for (const auto& name : record::phase_names(record)) {
    names.emplace(name, static_cast<std::uint32_t>(names.size()));
  }
  std::map<std::uint32_t, TimelineLane> lanes;
  for (std::uint32_t i = 0; i < record.launches.size(); ++i) {
    const auto& launch = record.launches[i];
    if (launch.phases.empty() || !is_drawable(launch.start_s, launch.duration_s)) continue;
    auto& lane = lanes[launch.stream];
    if (lane.title.empty()) lane.title = "phases";
    add_phases(record, i, names, lane);
  }
  std::erase_if(lanes, [](const auto& lane) { return lane.second.bars.empty(); });
  return lanes;
}

/// A lane for each thread and domain with ranges.
std::vector<TimelineLane> range_lanes(const record::RunRecord& record) {
  constexpr std::uint32_t kMostRows = 8;
  std::map<std::string, std::uint32_t> names;
  std::map<std::uint32_t, TimelineLane> lanes;
  const auto rows = record::range_rows(record);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const auto& range = record.ranges[i];
    if (!is_drawable(range.start_s, range.end_s - range.start_s) || rows[i].row >= kMostRows)
      continue;
    auto& lane = lanes[rows[i].group];
    if (lane.title.empty()) lane.title = "NVTX " + record::range_group_title(range);
    lane.rows = std::max(lane.rows, rows[i].row + 1);
    const auto name =
        names.try_emplace(range.name, static_cast<std::uint32_t>(names.size())).first->second;
    lane.bars.push_back({TimelineBar::Kind::range, i, std::nullopt, range.name, range.start_s,
                         range.end_s, rows[i].row, 0, name});
  }
  std::vector<TimelineLane> all;
  for (auto& [group, lane] : lanes) {
    std::ranges::stable_sort(lane.bars, {}, &TimelineBar::start_s);
    all.push_back(std::move(lane));
  }
  return all;
}

}  // namespace

Timeline make_timeline(const record::RunRecord& record) {
  Timeline timeline;
  std::map<std::uint32_t, TimelineLane> streams;
  std::map<TimelineBar::Kind, TimelineLane> copies;
  for (std::uint32_t i = 0; i < record.launches.size(); ++i) {
    const auto& launch = record.launches[i];
    if (is_drawable(launch.start_s, launch.duration_s))
      streams[launch.stream].bars.push_back(bar_of(launch, i));
  }
  for (std::uint32_t i = 0; i < record.transfers.size(); ++i) {
    const auto& transfer = record.transfers[i];
    // Copies between host buffers do not use the device.
    if (transfer.kind == record::Transfer::Kind::host_to_host) continue;
    if (!is_drawable(transfer.start_s, transfer.duration_s)) continue;
    auto bar = bar_of(transfer, i);
    copies[bar.kind].bars.push_back(std::move(bar));
  }
  timeline.lanes = range_lanes(record);
  auto phases = phase_lanes(record);
  for (auto& [number, lane] : streams) {
    lane.title = "stream " + std::to_string(number);
    place(lane);
    timeline.lanes.push_back(std::move(lane));
    if (auto marked = phases.extract(number)) timeline.lanes.push_back(std::move(marked.mapped()));
  }
  for (auto& [kind, lane] : copies) {
    lane.title = lane_title(kind);
    place(lane);
    timeline.lanes.push_back(std::move(lane));
  }
  bool is_first = true;
  for (auto& lane : timeline.lanes) {
    for (const auto& bar : lane.bars) {
      timeline.start_s = is_first ? bar.start_s : std::min(timeline.start_s, bar.start_s);
      timeline.end_s = is_first ? bar.end_s : std::max(timeline.end_s, bar.end_s);
      is_first = false;
    }
  }
  return timeline;
}

}  // namespace warpscope::viewer
