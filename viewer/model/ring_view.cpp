#include "viewer/model/ring_view.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/quantity.h"
#include "record/kernel_name.h"
#include "record/names.h"
#include "record/transfers.h"
#include "record/warp_states.h"

namespace warpscope::viewer {
namespace {

constexpr std::uint32_t kOnTheWay = 4, kThere = 1, kInUse = 2, kIssues = 0, kWaits = 7;
/// Of each of both kinds.
constexpr std::size_t kMostWarps = 2;

class RingLanes {
 public:
  RingLanes(const record::RunRecord& record, const record::Launch& launch,
            const record::ClockTimeline& kept)
      : record_(record), launch_(launch), kept_(kept), block_(kept.transfers.front().block) {}

  std::vector<TimelineLane> make() {
    for (const auto& row : record::transfer_rows(kept_)) {
      if (row.block == block_) add_stage(row);
    }
    std::uint64_t asking = 0, using_them = 0;
    for (const auto& transfer : kept_.transfers) {
      if (transfer.block != block_) continue;
      asking |= transfer.asking_warps;
      using_them |= transfer.using_warps;
    }
    // Where all do both, none carries for others.
    const bool are_apart = (asking & using_them) == 0;
    add_warps(asking, are_apart ? "carries" : "warp");
    if (are_apart) add_warps(using_them, "uses");
    return std::move(lanes_);
  }

 private:
  double seconds(std::uint64_t cycle) const {
    return record::time_of_cycle(record_, launch_, cycle) - launch_.start_s;
  }

  TimelineBar& add(std::string label, std::uint64_t from, std::uint64_t to, std::uint32_t color) {
    TimelineBar bar;
    bar.kind = TimelineBar::Kind::part;
    bar.index = launch_.id;
    bar.case_index = launch_.case_index;
    bar.label = std::move(label);
    bar.start_s = seconds(from);
    bar.end_s = std::max(bar.start_s, seconds(to));
    bar.name = color;
    return lanes_.back().bars.emplace_back(std::move(bar));
  }

  void add_stage(const record::TransferRow& row) {
    lanes_.push_back({"stage " + std::to_string(row.stage), 1, {}});
    for (const std::size_t i : row.transfers) {
      const auto& transfer = kept_.transfers[i];
      const std::string detail = detail_of(transfer);
      add("on the way", transfer.asked_cycle, transfer.arrived_cycle, kOnTheWay).detail = detail;
      if (transfer.used_cycle == 0) continue;
      if (transfer.used_cycle > transfer.arrived_cycle)
        add("there", transfer.arrived_cycle, transfer.used_cycle, kThere).detail = detail;
      if (transfer.given_back_cycle > transfer.used_cycle)
        add("in use", transfer.used_cycle, transfer.given_back_cycle, kInUse).detail = detail;
    }
  }

  std::string detail_of(const record::ClockTimeline::Transfer& transfer) const {
    const auto moment = [&](const char* what, std::uint64_t cycle, std::uint64_t before) {
      return std::string(what) + " at cycle " + count_text(cycle) +
             (before == 0 ? std::string() : ", " + count_text(cycle - before) + " later") + "\n";
    };
    std::string text = bytes_text(transfer.bytes) + " by " +
                       std::string(record::in_words(transfer.kind)) + ", " +
                       count_text(transfer.requests) + " of them\n";
    text += moment("asked for", transfer.asked_cycle, 0);
    text += "  by " + record::warps_text(transfer.asking_warps) + "\n";
    text += moment("all there", transfer.arrived_cycle, transfer.asked_cycle);
    text += "  a byte was on its way for " + count_text(transfer.latency_cycles) + " cycles\n";
    if (transfer.used_cycle == 0) return text + "not used while the block was looked at";
    text += moment("used", transfer.used_cycle, transfer.arrived_cycle);
    text += "  by " + record::warps_text(transfer.using_warps);
    if (transfer.given_back_cycle == 0) return text;
    text += "\n" + moment("given back", transfer.given_back_cycle, transfer.used_cycle);
    text.pop_back();
    return text;
  }

  void add_warps(std::uint64_t which, const char* what) {
    std::size_t shown = 0;
    for (const auto& warp : kept_.warps) {
      const bool is_one = warp.block == block_ && warp.warp < 64 && (which >> warp.warp & 1) != 0;
      if (!is_one || shown++ >= kMostWarps) continue;
      lanes_.push_back({std::string(what) + " " + std::to_string(warp.warp), 1, {}});
      add_spans(warp);
    }
  }

  void add_spans(const record::ClockTimeline::Warp& warp) {
    std::uint64_t at = warp.begin_cycle;
    for (std::size_t i = 0; i + 1 < warp.spans.size(); i += 2) {
      const std::uint64_t cycles =
          std::min(warp.spans[i + 1], std::numeric_limits<std::uint64_t>::max() - at);
      const std::string state = warp.spans[i] < kept_.states.size() ? kept_.states[warp.spans[i]]
                                                                    : std::string("unknown");
      const bool issues = state == record::warp_states().front().name;
      auto& bar = add(issues ? "issues" : state, at, at + cycles, issues ? kIssues : kWaits);
      bar.detail = "block " + std::to_string(warp.block) + ", warp " + std::to_string(warp.warp) +
                   ": " + count_text(cycles) + " cycles\n" +
                   (issues ? std::string("with shorter waits between")
                           : "waits for " + std::string(record::meaning_of_state(state)));
      at += cycles;
    }
  }

  const record::RunRecord& record_;
  const record::Launch& launch_;
  const record::ClockTimeline& kept_;
  std::uint64_t block_;
  std::vector<TimelineLane> lanes_;
};

std::string name_of(const record::RunRecord& record, const record::Launch& launch) {
  const std::string* name = case_name_of(record, launch.case_index);
  return (name != nullptr ? *name + ", " : std::string()) + "launch " + std::to_string(launch.id) +
         ", " + record::short_kernel_name(launch.kernel);
}

void describe(const record::RunRecord& record, const record::Launch& launch,
              const record::ClockTimeline& kept, RingView& view) {
  const auto summary = record::transfer_summary(record, kept);
  if (!summary) return;
  view.headline = name_of(record, launch) + ": transfers of " + bytes_text_of(summary->bytes) +
                  ", on average " + time_text(summary->on_the_way_s) + " on the way, " +
                  time_text(summary->waits_s) + " there before they are used, " +
                  time_text(summary->in_use_s) + " in use";
  const std::string* name = case_name_of(record, launch.case_index);
  view.note = (name != nullptr ? *name : "launch " + std::to_string(launch.id)) + ": " +
              bytes_text_of(summary->bytes) + " each, " + time_text(summary->on_the_way_s) +
              " on the way, " + time_text(summary->waits_s) + " there, " +
              time_text(summary->in_use_s) + " in use";
  const auto in_flight = record::bytes_in_flight(launch, kept);
  const auto needed = record::bytes_for_peak(record, summary->latency_s);
  if (!in_flight) return;
  view.note += "; in flight " + bytes_text_of(in_flight->mean);
  if (needed) view.note += " of " + bytes_text_of(*needed);
  view.numbers = "In flight for an SM: " + bytes_text_of(in_flight->mean) + " on average, " +
                 bytes_text_of(in_flight->most) + " at most";
  if (needed)
    view.numbers += "; memory's peak needs " + bytes_text_of(*needed) + ", as a byte is " +
                    time_text(summary->latency_s) + " on its way";
  view.numbers += " (" + std::string(record::in_words(record.device.times)) + ")";
}

}  // namespace

RingLaunches ring_launches(const record::RunRecord& record) {
  constexpr std::size_t kAll = 10'000;
  RingLaunches launches;
  if (!record.timelines) return launches;
  launches.problem = record.timelines->problem();
  try {
    for (const auto& ring : record::longest_rings(record, kAll))
      launches.ids.push_back(ring.launch->id);
  } catch (const record::RecordError& reason) {
    launches.problem = reason.what();
  }
  return launches;
}

std::optional<std::uint32_t> ring_launch(const RingLaunches& launches, const Selection& selection,
                                         Side side, const record::RunRecord& record,
                                         const std::string* partner_case) {
  if (launches.ids.empty()) return std::nullopt;
  const auto first = [&](auto&& is_it) -> std::optional<std::uint32_t> {
    const auto found = std::ranges::find_if(launches.ids, is_it);
    return found == launches.ids.end() ? std::nullopt : std::optional(*found);
  };
  if (selection.is_partial(side))
    return first(
        [&](std::uint32_t id) { return selection.covers(side, record, record.launches[id]); });
  if (partner_case != nullptr) {
    if (const auto same = first([&](std::uint32_t id) {
          const auto* name = case_name_of(record, record.launches[id].case_index);
          return name != nullptr && *name == *partner_case;
        }))
      return same;
  }
  return launches.ids.front();
}

RingView make_ring_view(const record::RunRecord& record, std::uint32_t id) {
  RingView view;
  if (id >= record.launches.size()) return view;
  const record::Launch& launch = record.launches[id];
  try {
    const auto kept = record::timeline_of(record, launch);
    if (!kept || kept->transfers.empty() || !(record.device.clock_hz > 0)) return view;
    view.timeline.lanes = RingLanes(record, launch, *kept).make();
    for (const auto& lane : view.timeline.lanes) {
      for (const auto& bar : lane.bars)
        view.timeline.end_s = std::max(view.timeline.end_s, bar.end_s);
    }
    describe(record, launch, *kept, view);
  } catch (const record::RecordError& reason) {
    view.problem = reason.what();
  }
  return view;
}

const std::vector<RingColor>& ring_colors() {
  static const std::vector<RingColor> colors{{"asked for and on the way", kOnTheWay},
                                             {"there, not used yet", kThere},
                                             {"in use", kInUse},
                                             {"a warp issues", kIssues},
                                             {"a warp waits", kWaits}};
  return colors;
}

}  // namespace warpscope::viewer
