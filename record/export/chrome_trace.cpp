#include "record/export/chrome_trace.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "record/export/clock_tracks.h"
#include "record/json_value.h"
#include "record/names.h"
#include "record/phases.h"
#include "record/ranges.h"
#include "record/sample.h"

namespace warpscope::record {
namespace {

using nlohmann::json;

constexpr std::uint64_t kProcess = 1;
constexpr std::uint64_t kFirstPhaseProcess = 2;
/// Behind those of all launches.
constexpr std::uint64_t kRangeProcess = std::uint64_t{1} << 32;
/// Rows of one group of ranges.
constexpr std::uint64_t kMostRangeRows = 10'000;

/// Threads of the trace: kernels of stream n at 2n + 1, its copies at 2n + 2.
std::uint64_t kernel_row(std::uint32_t stream) { return std::uint64_t{stream} * 2 + 1; }
std::uint64_t copy_row(std::uint32_t stream) { return std::uint64_t{stream} * 2 + 2; }

double microseconds(double time_s) {
  if (!std::isfinite(time_s)) throw RecordError("A time in the run record is not finite.");
  return time_s * 1e6;
}

std::string_view title(Transfer::Kind kind) {
  switch (kind) {
    case Transfer::Kind::host_to_device:
      return "copy host to device";
    case Transfer::Kind::device_to_host:
      return "copy device to host";
    case Transfer::Kind::device_to_device:
      return "copy device to device";
    case Transfer::Kind::host_to_host:
      return "copy host to host";
    case Transfer::Kind::fill:
      return "fill";
  }
  return "copy";
}

std::string text(const Dim3& size) {
  return std::to_string(size.x) + "x" + std::to_string(size.y) + "x" + std::to_string(size.z);
}

class Trace {
 public:
  explicit Trace(const RunRecord& record) : record_(record) {
    name_row("process_name", kProcess, 0,
             record.device.name +
                 (record.device.times == Provenance::measured ? " (measured)" : " (modelled)"));
    for (const auto& launch : record.launches) add(launch);
    for (const auto& transfer : record.transfers) add(transfer);
    for (const auto& [row, name] : rows_) name_row("thread_name", kProcess, row, name);
    for (const auto& launch : record.launches) add_phases(launch);
    add_ranges();
    add_clock_tracks(record, events_);
  }

  json take() { return {{"displayTimeUnit", "ns"}, {"traceEvents", std::move(events_)}}; }

 private:
  void name_row(const char* kind, std::uint64_t process, std::uint64_t row,
                const std::string& name) {
    events_.push_back(
        {{"ph", "M"}, {"name", kind}, {"pid", process}, {"tid", row}, {"args", {{"name", name}}}});
  }

  void add_phases(const Launch& launch) {
    const auto times = phase_times(launch, record_.device.clock_hz);
    if (times.empty()) return;
    const auto lanes = phase_lanes(launch);
    const std::uint64_t process = std::uint64_t{launch.id} + kFirstPhaseProcess;
    name_row("process_name", process, 0,
             "phases of launch " + std::to_string(launch.id) + ", " + launch.kernel + " (" +
                 std::string(in_words(record_.device.times)) + ")");
    for (std::size_t i = 0; i < times.size(); ++i) {
      const Phase& phase = launch.phases[i];
      if (i == 0 || lanes[i] != lanes[i - 1]) {
        name_row("thread_name", process, lanes[i], lane_name(phase));
      }
      events_.push_back({{"ph", "X"},
                         {"name", phase.name},
                         {"cat", "phase"},
                         {"pid", process},
                         {"tid", lanes[i]},
                         {"ts", microseconds(launch.start_s + times[i].begin_s)},
                         {"dur", microseconds(times[i].end_s - times[i].begin_s)},
                         {"args",
                          {{"block", phase.block},
                           {"warp", phase.warp},
                           {"sm", phase.sm},
                           {"cycles", phase.end_cycles - phase.begin_cycles}}}});
    }
  }

  void add_ranges() {
    if (record_.ranges.empty() && record_.marks.empty()) return;
    name_row("process_name", kRangeProcess, 0,
             "NVTX, of what was asked for in them (" + std::string(in_words(record_.device.times)) +
                 ")");
    const auto rows = range_rows(record_);
    std::set<std::uint64_t> named;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Range& range = record_.ranges[i];
      const std::uint64_t row = rows[i].group * kMostRangeRows + rows[i].row + 1;
      if (named.insert(row).second)
        name_row("thread_name", kRangeProcess, row, range_group_title(range));
      events_.push_back({{"ph", "X"},
                         {"name", range.name},
                         {"cat", "range"},
                         {"pid", kRangeProcess},
                         {"tid", row},
                         {"ts", microseconds(range.start_s)},
                         {"dur", microseconds(range.end_s - range.start_s)},
                         {"args",
                          {{"domain", range.domain},
                           {"launches", range.launches},
                           {"transfers", range.transfers}}}});
    }
    for (const Mark& mark : record_.marks) {
      events_.push_back({{"ph", "i"},
                         {"s", "p"},
                         {"name", mark.name},
                         {"cat", "mark"},
                         {"pid", kRangeProcess},
                         {"tid", 0},
                         {"ts", microseconds(mark.time_s)},
                         {"args", {{"domain", mark.domain}, {"thread", mark.thread}}}});
    }
  }

  void add(const Launch& launch) {
    json arguments = {{"grid", text(launch.grid)}, {"block", text(launch.block)}};
    if (!launch.ranges.empty()) arguments["ranges"] = ranges_text(record_, launch.ranges);
    if (launch.clock && launch.clock->alone_s) arguments["alone_s"] = *launch.clock->alone_s;
    if (launch.sampled_blocks) arguments["blocks"] = sample_text(launch);
    for (const auto& [name, value] : launch.counters) arguments[name] = value;
    const auto name = launch.count > 1
                          ? fmt::format("{} launches of {}", launch.count, launch.kernel)
                          : launch.kernel;
    add_event(name, "kernel", kernel_row(launch.stream), launch, std::move(arguments));
    rows_[kernel_row(launch.stream)] = "stream " + std::to_string(launch.stream) + " kernels";
  }

  void add(const Transfer& transfer) {
    json arguments = {{"size_bytes", transfer.size_bytes}};
    if (!transfer.ranges.empty()) arguments["ranges"] = ranges_text(record_, transfer.ranges);
    add_event(std::string(title(transfer.kind)), "copy", copy_row(transfer.stream), transfer,
              std::move(arguments));
    rows_[copy_row(transfer.stream)] = "stream " + std::to_string(transfer.stream) + " copies";
  }

  template <typename Activity>
  void add_event(const std::string& name, const char* category, std::uint64_t row,
                 const Activity& activity, json arguments) {
    if (activity.case_index && *activity.case_index < record_.cases.size()) {
      arguments["case"] = record_.cases[*activity.case_index].name;
    }
    if (activity.queued_s) arguments["queued_s"] = *activity.queued_s;
    events_.push_back({{"ph", "X"},
                       {"name", name},
                       {"cat", category},
                       {"pid", kProcess},
                       {"tid", row},
                       {"ts", microseconds(activity.start_s)},
                       {"dur", microseconds(activity.duration_s)},
                       {"args", std::move(arguments)}});
  }

  const RunRecord& record_;
  json events_ = json::array();
  std::map<std::uint64_t, std::string> rows_;
};

}  // namespace

std::string to_chrome_trace(const RunRecord& record) { return to_text(Trace(record).take(), 1); }

}  // namespace warpscope::record
