// The timeline of a case, with its bars in lanes.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

#include "base/quantity.h"
#include "record/kept_runs.h"
#include "record/kernel_name.h"
#include "record/names.h"
#include "record/phases.h"

namespace warpscope::record {
namespace {

constexpr std::uint32_t kMostPhaseRows = 16;
constexpr std::size_t kMostBars = 400;

std::string copy_lane(Transfer::Kind kind) {
  switch (kind) {
    case Transfer::Kind::host_to_device:
      return "copy to device";
    case Transfer::Kind::device_to_host:
      return "copy to host";
    case Transfer::Kind::device_to_device:
      return "copy inside";
    case Transfer::Kind::fill:
      return "fill";
    case Transfer::Kind::host_to_host:
      break;
  }
  return {};
}

/// Puts each bar into the first row that is free when it begins.
void place(KeptLane& lane) {
  std::ranges::stable_sort(lane.bars, {}, &KeptBar::begin_us);
  std::vector<double> busy_until_us;
  for (auto& bar : lane.bars) {
    const auto free =
        std::ranges::find_if(busy_until_us, [&](double until) { return until <= bar.begin_us; });
    bar.row = static_cast<std::uint32_t>(free - busy_until_us.begin());
    if (free == busy_until_us.end()) {
      busy_until_us.push_back(bar.end_us);
    } else {
      *free = bar.end_us;
    }
  }
}

class TimelineOfCase {
 public:
  TimelineOfCase(const RunRecord& record, std::uint32_t case_index)
      : record_(record), case_index_(case_index) {
    for_each_part([&](const auto& part) { begin_s_ = std::min(begin_s_, part.start_s); });
  }

  std::vector<KeptLane> lanes() {
    std::map<std::uint32_t, KeptLane> streams, phases;
    for (const auto& launch : record_.launches) {
      if (launch.case_index != case_index_) continue;
      auto& lane = streams[launch.stream];
      lane.title = fmt::format("stream {}", launch.stream);
      lane.bars.push_back(bar(KeptBar::Kind::launch, short_kernel_name(launch.kernel),
                              launch.start_s, launch.start_s + launch.duration_s));
      add_phases(launch, phases[launch.stream]);
    }
    std::map<Transfer::Kind, KeptLane> copies;
    for (const auto& copy : record_.transfers) {
      if (copy.case_index != case_index_ || copy.kind == Transfer::Kind::host_to_host) continue;
      auto& lane = copies[copy.kind];
      lane.title = copy_lane(copy.kind);
      lane.bars.push_back(
          bar(KeptBar::Kind::copy,
              (copy.count > 1 ? fmt::format("{} × ", copy.count) : std::string()) +
                  bytes_text(copy.size_bytes / std::max<std::uint64_t>(copy.count, 1)),
              copy.start_s, copy.start_s + copy.duration_s));
    }
    std::vector<KeptLane> all;
    for (auto& [kind, lane] : copies) {
      place(lane);
      all.push_back(std::move(lane));
    }
    for (auto& [stream, lane] : streams) {
      place(lane);
      all.push_back(std::move(lane));
      if (auto& marked = phases[stream]; !marked.bars.empty()) all.push_back(std::move(marked));
    }
    return all;
  }

 private:
  void for_each_part(const auto& visit) const {
    for (const auto& launch : record_.launches) {
      if (launch.case_index == case_index_) visit(launch);
    }
    for (const auto& copy : record_.transfers) {
      if (copy.case_index == case_index_ && copy.kind != Transfer::Kind::host_to_host) visit(copy);
    }
  }

  KeptBar bar(KeptBar::Kind kind, std::string label, double from_s, double to_s) const {
    return {kind, std::move(label), 0, kept_time_us(from_s - begin_s_),
            kept_time_us(std::max(to_s, from_s) - begin_s_)};
  }

  void add_phases(const Launch& launch, KeptLane& lane) const {
    lane.title = "phases";
    const auto times = phase_times(launch, record_.device.clock_hz);
    const auto rows = phase_lanes(launch);
    double end_s = 0;
    for (const auto& time : times) end_s = std::max(end_s, time.end_s);
    // A block's clock is another than that of launches; phases never end after their launch.
    const double scale = end_s > launch.duration_s ? launch.duration_s / end_s : 1;
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (rows[i] >= kMostPhaseRows) continue;
      lane.bars.push_back(bar(KeptBar::Kind::phase, launch.phases[i].name,
                              launch.start_s + times[i].begin_s * scale,
                              launch.start_s + times[i].end_s * scale));
      lane.bars.back().row = rows[i];
    }
  }

  const RunRecord& record_;
  std::uint32_t case_index_;
  double begin_s_ = std::numeric_limits<double>::infinity();
};

}  // namespace

KeptTimeline kept_timeline(const RunRecord& record, std::string_view case_name) {
  const auto found = std::ranges::find(record.cases, case_name, &Case::name);
  if (found == record.cases.end())
    throw std::runtime_error(fmt::format("There is no case \"{}\".", case_name));
  KeptTimeline timeline;
  timeline.case_name = case_name;
  timeline.source = in_words(record.device.times);
  const auto index = static_cast<std::uint32_t>(found - record.cases.begin());
  timeline.lanes = TimelineOfCase(record, index).lanes();
  std::size_t bars = 0;
  for (const auto& lane : timeline.lanes) bars += lane.bars.size();
  if (bars > kMostBars)
    throw std::runtime_error(
        fmt::format("The case \"{}\" has {} launches, copies and phases; a "
                    "figure shows at most {}.",
                    case_name, bars, kMostBars));
  return timeline;
}

}  // namespace warpscope::record
