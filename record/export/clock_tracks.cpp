#include "record/export/clock_tracks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "record/json_value.h"
#include "record/names.h"
#include "record/transfers.h"
#include "record/warp_states.h"

namespace warpscope::record {
namespace {

using nlohmann::json;
using Timeline = ClockTimeline;
using KeptTransfer = ClockTimeline::Transfer;

/// Behind those of phases and ranges; three for each launch.
constexpr std::uint64_t kFirstProcess = std::uint64_t{1} << 33;
/// Blocks that are on an SM at a time have a row each.
constexpr std::uint64_t kRowsOfAnSm = 64;

class Tracks {
 public:
  Tracks(const RunRecord& record, json& events) : record_(record), events_(events) {}

  void add(const Launch& launch, const Timeline& timeline) {
    launch_ = &launch;
    process_ = kFirstProcess + std::uint64_t{launch.id} * 3;
    const auto title = [&](const char* what) {
      return std::string(what) + " of launch " + std::to_string(launch.id) + ", " + launch.kernel +
             " (" + std::string(in_words(record_.device.times)) + ")";
    };
    name("process_name", 0, title("blocks on SMs"));
    add_blocks(timeline);
    add_bytes(timeline);
    if (!timeline.warps.empty()) {
      process_ = warps_process();
      name("process_name", 0, title("warps"));
      for (std::size_t i = 0; i < timeline.warps.size(); ++i) add_warp(timeline, i);
    }
    if (!timeline.transfers.empty()) {
      process_ = warps_process() + 1;
      name("process_name", 0, title("transfers to shared memory"));
      add_transfers(timeline);
    }
  }

 private:
  std::uint64_t warps_process() const { return kFirstProcess + std::uint64_t{launch_->id} * 3 + 1; }

  double microseconds(double cycles) const {
    const double time = (launch_->start_s + cycles / record_.device.clock_hz) * 1e6;
    if (!std::isfinite(time)) throw RecordError("A time in the run record is not finite.");
    return time;
  }

  void name(const char* kind, std::uint64_t row, const std::string& text) {
    events_.push_back(
        {{"ph", "M"}, {"name", kind}, {"pid", process_}, {"tid", row}, {"args", {{"name", text}}}});
  }

  void span(const std::string& text, const char* category, std::uint64_t row, double begin,
            double cycles, json arguments) {
    const double from = microseconds(begin);
    events_.push_back({{"ph", "X"},
                       {"name", text},
                       {"cat", category},
                       {"pid", process_},
                       {"tid", row},
                       {"ts", from},
                       {"dur", microseconds(begin + cycles) - from},
                       {"args", std::move(arguments)}});
  }

  void add_blocks(const Timeline& timeline) {
    std::map<std::uint32_t, std::vector<std::uint64_t>> free_at;  // by SM, of each of its rows
    for (const Timeline::Block& block : timeline.blocks) {
      auto& rows = free_at[block.sm];
      auto found = std::ranges::find_if(rows, [&](auto free) { return free <= block.begin_cycle; });
      const auto row = std::uint64_t{block.sm} * kRowsOfAnSm +
                       static_cast<std::uint64_t>(found - rows.begin()) % kRowsOfAnSm + 1;
      if (found == rows.end()) {
        found = rows.insert(found, 0);
        name("thread_name", row, "SM " + std::to_string(block.sm));
      }
      *found = block.end_cycle;
      const auto cycles = block.end_cycle - std::min(block.begin_cycle, block.end_cycle);
      span("block " + std::to_string(block.block), "block", row,
           static_cast<double>(block.begin_cycle), static_cast<double>(cycles),
           {{"sm", block.sm}, {"cycles", cycles}});
    }
  }

  void add_warp(const Timeline& timeline, std::size_t index) {
    const Timeline::Warp& warp = timeline.warps[index];
    name("thread_name", index + 1,
         "block " + std::to_string(warp.block) + " warp " + std::to_string(warp.warp));
    auto at = static_cast<double>(warp.begin_cycle);
    for (std::size_t i = 0; i + 1 < warp.spans.size(); i += 2) {
      const auto cycles = static_cast<double>(warp.spans[i + 1]);
      const std::string state =
          warp.spans[i] < timeline.states.size() ? timeline.states[warp.spans[i]] : "unknown";
      const bool issues = state == warp_states().front().name;
      span(issues ? "issues" : state, "warp", index + 1, at, cycles,
           {{"cycles", warp.spans[i + 1]},
            {"waits_for",
             issues ? std::string("nothing for long") : std::string(meaning_of_state(state))}});
      at += cycles;
    }
  }

  void add_transfers(const Timeline& timeline) {
    const auto rows = transfer_rows(timeline);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      name(
          "thread_name", row + 1,
          "block " + std::to_string(rows[row].block) + " stage " + std::to_string(rows[row].stage));
      for (const std::size_t i : rows[row].transfers)
        add_transfer(timeline, timeline.transfers[i], row + 1);
    }
  }

  void add_transfer(const Timeline& timeline, const KeptTransfer& transfer, std::uint64_t row) {
    const auto part = [&](const char* text, std::uint64_t begin, std::uint64_t end) {
      if (end < begin) return;
      span(text, "transfer", row, static_cast<double>(begin), static_cast<double>(end - begin),
           {{"kind", in_words(transfer.kind)},
            {"bytes", transfer.bytes},
            {"requests", transfer.requests},
            {"asked by", warps_text(transfer.asking_warps)},
            {"used by", warps_text(transfer.using_warps)},
            {"cycles", end - begin}});
    };
    part("asked, on the way", transfer.asked_cycle, transfer.arrived_cycle);
    if (transfer.used_cycle != 0) {
      part("there, not used yet", transfer.arrived_cycle, transfer.used_cycle);
      if (transfer.given_back_cycle != 0)
        part("in use", transfer.used_cycle, transfer.given_back_cycle);
    }
    add_flow(timeline, transfer, row);
  }

  /// From the warp that asked by the transfer to the warp that used it, where their rows are there.
  void add_flow(const Timeline& timeline, const KeptTransfer& transfer, std::uint64_t row) {
    const auto asking = row_of(timeline, transfer.block, transfer.asking_warps);
    const auto using_it = row_of(timeline, transfer.block, transfer.using_warps);
    ++flow_;
    const auto step = [&](const char* kind, std::uint64_t process, std::uint64_t of,
                          std::uint64_t cycle) {
      json event{{"ph", kind},
                 {"name", "transfer"},
                 {"cat", "flow"},
                 {"id", flow_},
                 {"pid", process},
                 {"tid", of},
                 {"ts", microseconds(static_cast<double>(cycle))}};
      if (*kind == 'f') event["bp"] = "e";
      events_.push_back(std::move(event));
    };
    const std::uint64_t warps = warps_process();
    if (!asking || !using_it || transfer.used_cycle == 0) return;
    step("s", warps, *asking, transfer.asked_cycle);
    step("t", process_, row, transfer.asked_cycle);
    step("f", warps, *using_it, transfer.used_cycle);
  }

  static std::optional<std::uint64_t> row_of(const Timeline& timeline, std::uint64_t block,
                                             std::uint64_t warps) {
    if (warps == 0) return std::nullopt;
    const auto first = static_cast<std::uint32_t>(std::countr_zero(warps));
    const auto found = std::ranges::find_if(timeline.warps, [&](const Timeline::Warp& warp) {
      return warp.block == block && warp.warp == first;
    });
    if (found == timeline.warps.end()) return std::nullopt;
    return static_cast<std::uint64_t>(found - timeline.warps.begin()) + 1;
  }

  void add_bytes(const Timeline& timeline) {
    const std::uint64_t sms = std::max<std::uint64_t>(1, launch_->clock ? launch_->clock->sms : 1);
    double at = 0;
    for (const std::uint64_t bytes : timeline.bytes_in_flight) {
      events_.push_back({{"ph", "C"},
                         {"name", "bytes in flight for an SM"},
                         {"pid", process_},
                         {"ts", microseconds(at)},
                         {"args", {{"bytes", bytes / sms}}}});
      at += static_cast<double>(timeline.interval_cycles);
    }
  }

  const RunRecord& record_;
  json& events_;
  const Launch* launch_ = nullptr;
  std::uint64_t process_ = 0, flow_ = 0;
};

}  // namespace

void add_clock_tracks(const RunRecord& record, json& events) {
  if (!(record.device.clock_hz > 0)) return;
  Tracks tracks(record, events);
  for (const Launch& launch : record.launches) {
    if (const auto timeline = timeline_of(record, launch)) tracks.add(launch, *timeline);
  }
}

}  // namespace warpscope::record
