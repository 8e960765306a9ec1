#include "record/export/clock_tracks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "record/json_value.h"
#include "record/names.h"
#include "record/warp_states.h"

namespace warpscope::record {
namespace {

using nlohmann::json;
using Timeline = ClockedLaunch::Timeline;

/// Behind those of phases and ranges; two for each launch.
constexpr std::uint64_t kFirstProcess = std::uint64_t{1} << 33;
/// Blocks that are on an SM at a time have a row each.
constexpr std::uint64_t kRowsOfAnSm = 64;

class Tracks {
 public:
  Tracks(const RunRecord& record, json& events) : record_(record), events_(events) {}

  void add(const Launch& launch) {
    launch_ = &launch;
    process_ = kFirstProcess + std::uint64_t{launch.id} * 2;
    const Timeline& timeline = *launch.clock->timeline;
    const auto title = [&](const char* what) {
      return std::string(what) + " of launch " + std::to_string(launch.id) + ", " + launch.kernel +
             " (" + std::string(in_words(record_.device.times)) + ")";
    };
    name("process_name", 0, title("blocks on SMs"));
    add_blocks(timeline);
    add_bytes(timeline);
    if (timeline.warps.empty()) return;
    ++process_;
    name("process_name", 0, title("warps"));
    for (std::size_t i = 0; i < timeline.warps.size(); ++i) add_warp(timeline, i);
  }

 private:
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

  void add_bytes(const Timeline& timeline) {
    const std::uint64_t sms = std::max<std::uint64_t>(1, launch_->clock->sms);
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
  std::uint64_t process_ = 0;
};

}  // namespace

void add_clock_tracks(const RunRecord& record, json& events) {
  if (!(record.device.clock_hz > 0)) return;
  Tracks tracks(record, events);
  for (const Launch& launch : record.launches) {
    if (launch.clock && launch.clock->timeline) tracks.add(launch);
  }
}

}  // namespace warpscope::record
