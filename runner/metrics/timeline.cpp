#include "runner/metrics/timeline.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "runner/metrics/copied_ahead.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;

/// When a group of operations begins and ends, in seconds.
struct Stretch {
  double begin_s = 0, end_s = 0;
};
using Stretches = std::vector<Stretch>;

/// Sorted, and those that meet made one.
Stretches merged(Stretches stretches) {
  std::ranges::sort(stretches, {}, &Stretch::begin_s);
  Stretches result;
  for (const auto& stretch : stretches) {
    if (!result.empty() && stretch.begin_s <= result.back().end_s) {
      result.back().end_s = std::max(result.back().end_s, stretch.end_s);
    } else {
      result.push_back(stretch);
    }
  }
  return result;
}

double length_s(const Stretches& merged_stretches) {
  double sum = 0;
  for (const auto& stretch : merged_stretches) sum += stretch.end_s - stretch.begin_s;
  return sum;
}

/// How long both are under way; both are merged.
double common_s(const Stretches& one, const Stretches& other) {
  double sum = 0;
  std::size_t first = 0;
  for (std::size_t second = 0; first < one.size() && second < other.size();) {
    const double begin_s = std::max(one[first].begin_s, other[second].begin_s);
    const double end_s = std::min(one[first].end_s, other[second].end_s);
    sum += std::max(0.0, end_s - begin_s);
    if (one[first].end_s < other[second].end_s) {
      ++first;
    } else {
      ++second;
    }
  }
  return sum;
}

/// The operations of one case.
struct CaseTimeline {
  Stretches all, kernels, to_device, to_host;
  double busy_s = 0;
  std::set<std::uint32_t> streams;

  /// `counted_s`: of its duration, what counts but for the span.
  void add(const auto& operation, double counted_s, Stretches* group) {
    const double start_s = operation.start_s;
    all.push_back({start_s, start_s + operation.duration_s});
    if (group != nullptr) group->push_back({start_s, start_s + counted_s});
    busy_s += counted_s;
    streams.insert(operation.stream);
  }
};

Stretches* group_of(CaseTimeline& timeline, Kind kind) {
  if (kind == Kind::host_to_device) return &timeline.to_device;
  return kind == Kind::device_to_host ? &timeline.to_host : nullptr;
}

void count(const record::Transfer& transfer, Timeline& sums) {
  sums.operations += transfer.count;
  // A device's legacy default stream has the number of the device.
  if (transfer.stream == transfer.device_index) sums.default_stream_operations += transfer.count;
  if (transfer.kind != Kind::host_to_device && transfer.kind != Kind::device_to_host) return;
  sums.copies += transfer.count;
  if (!transfer.is_asynchronous) sums.waiting_copies += transfer.count;
  if (transfer.is_pageable) sums.pageable_copies += transfer.count;
}

void add_times(const CaseTimeline& timeline, Timeline& sums) {
  if (timeline.all.empty()) return;
  double begin_s = timeline.all.front().begin_s;
  double end_s = timeline.all.front().end_s;
  for (const auto& stretch : timeline.all) {
    begin_s = std::min(begin_s, stretch.begin_s);
    end_s = std::max(end_s, stretch.end_s);
  }
  sums.busy_s += timeline.busy_s;
  sums.span_s += end_s - begin_s;
  auto copies = timeline.to_device;
  copies.insert(copies.end(), timeline.to_host.begin(), timeline.to_host.end());
  copies = merged(std::move(copies));
  const auto in = merged(timeline.to_device);
  const auto out = merged(timeline.to_host);
  sums.copies_s += length_s(copies);
  sums.copies_and_kernels_s += common_s(copies, merged(timeline.kernels));
  sums.both_directions_s += common_s(in, out);
  sums.shorter_direction_s += std::min(length_s(in), length_s(out));
  sums.streams = std::max<std::uint64_t>(sums.streams, timeline.streams.size());
}

void add_case(const record::RunRecord& record, std::uint32_t index, Counted counted,
              const MostWork* most, Timeline& sums) {
  CaseTimeline timeline;
  std::optional<NeededTimes> needed;
  if (most != nullptr) needed.emplace(record, index, counted, *most);
  const auto counted_s = [&](const auto& operation) {
    return needed ? needed->of(operation) : operation.duration_s;
  };
  for (const auto& launch : record.launches) {
    if (launch.case_index != index || !is_counted(launch, counted)) continue;
    ++sums.operations;
    if (launch.stream == launch.device_index) ++sums.default_stream_operations;
    timeline.add(launch, counted_s(launch), &timeline.kernels);
  }
  for (const auto& transfer : record.transfers) {
    if (transfer.case_index != index || !is_counted(transfer, counted)) continue;
    count(transfer, sums);
    timeline.add(transfer, counted_s(transfer), group_of(timeline, transfer.kind));
  }
  add_times(timeline, sums);
}

constexpr double kPercent = 100, kMicroseconds = 1e6;

std::optional<double> over(double numerator, double denominator) {
  if (denominator <= 0) return std::nullopt;
  return numerator / denominator;
}

/// A count; nothing where nothing ran that could have been counted.
std::optional<double> of_operations(const Timeline& timeline, std::uint64_t count) {
  if (timeline.operations == 0) return std::nullopt;
  return static_cast<double>(count);
}

constexpr std::array kTimelineMetrics{
    TimelineMetric{timeline_metric::kSpan, "first to last operation", "µs", true,
                   [](const Timeline& timeline) {
                     return timeline.operations == 0
                                ? std::nullopt
                                : std::optional(timeline.span_s * kMicroseconds);
                   }},
    TimelineMetric{"warpscope__timeline_operations_at_once.ratio", "operations at once",
                   "operations", true,
                   [](const Timeline& timeline) { return over(timeline.busy_s, timeline.span_s); }},
    TimelineMetric{"warpscope__timeline_copies_beside_kernels.pct", "copies beside kernels",
                   "% of copy time", true,
                   [](const Timeline& timeline) {
                     return over(kPercent * timeline.copies_and_kernels_s, timeline.copies_s);
                   }},
    TimelineMetric{"warpscope__timeline_copies_both_ways.pct", "copies both ways at once",
                   "% of the shorter direction", true,
                   [](const Timeline& timeline) {
                     return over(kPercent * timeline.both_directions_s,
                                 timeline.shorter_direction_s);
                   }},
    TimelineMetric{
        "warpscope__copies.sum", "copies", "copies", false,
        [](const Timeline& timeline) { return of_operations(timeline, timeline.copies); }},
    TimelineMetric{
        "warpscope__copies_waited_for.sum", "copies that the host waits for", "copies", false,
        [](const Timeline& timeline) { return of_operations(timeline, timeline.waiting_copies); }},
    TimelineMetric{
        "warpscope__copies_pageable.sum", "copies of pageable memory", "copies", false,
        [](const Timeline& timeline) { return of_operations(timeline, timeline.pageable_copies); }},
    TimelineMetric{"warpscope__default_stream_operations.sum",
                   "operations in the legacy default stream", "operations", false,
                   [](const Timeline& timeline) {
                     return of_operations(timeline, timeline.default_stream_operations);
                   }},
    TimelineMetric{"warpscope__copied_in_ahead.pct", "copied in ahead of copies out",
                   "% of what is copied in", false,
                   [](const Timeline& timeline) {
                     return timeline.ahead ? std::optional(kPercent * *timeline.ahead)
                                           : std::nullopt;
                   }},
    TimelineMetric{
        "warpscope__streams_with_work.max", "streams with work", "streams", false,
        [](const Timeline& timeline) { return of_operations(timeline, timeline.streams); }},
};

}  // namespace

Timeline timeline_of(const record::RunRecord& record, std::span<const std::uint32_t> cases,
                     Counted counted, const MostWork* most) {
  Timeline sums;
  for (const auto index : cases) {
    add_case(record, index, counted, most, sums);
    const auto ahead = copied_ahead(record, index, counted);
    if (ahead) sums.ahead = std::max(sums.ahead.value_or(0), *ahead);
  }
  return sums;
}

std::span<const TimelineMetric> timeline_metrics() { return kTimelineMetrics; }

const TimelineMetric* find_timeline_metric(std::string_view name) {
  const auto found = std::ranges::find(kTimelineMetrics, name, &TimelineMetric::name);
  return found == kTimelineMetrics.end() ? nullptr : &*found;
}

}  // namespace warpscope::runner
