// Copies, launches and phases of warps in a case, out of kept runs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <stdexcept>
#include <vector>

#include "base/quantity.h"
#include "presentation/figures/axis.h"
#include "presentation/figures/kinds.h"

namespace warpscope::figures {
namespace {

using record::KeptBar;
using record::KeptLane;

constexpr std::array kTimelineTexts{
    TextParameter{"lab", "", true}, TextParameter{"case", "", true},
    TextParameter{"program", "reference"},
    TextParameter{"part", "all"},  // "phases": those alone, over the time that they take
};

std::vector<KeptWish> wishes_of_timeline(const Values& values) {
  return {{values.text("lab"), values.text("program"), values.text("case"), "", ""}};
}

const record::KeptTimeline& timeline_of(const Values& values) {
  for (const auto& timeline : values.kept->timelines) {
    if (timeline.program == values.text("program") && timeline.case_name == values.text("case"))
      return timeline;
  }
  throw std::runtime_error(
      fmt::format("No timeline of the case \"{}\" of the program \"{}\" is kept; \"./run keep {}\" "
                  "keeps what decks show.",
                  values.text("case"), values.text("program"), values.text("lab")));
}

/// Time in which at least one of the bars goes on.
double covered_us(std::vector<const KeptBar*> bars) {
  std::ranges::sort(bars, {}, &KeptBar::begin_us);
  double covered = 0, until = 0;
  for (const auto* bar : bars) {
    covered += std::max(0.0, bar->end_us - std::max(bar->begin_us, until));
    until = std::max(until, bar->end_us);
  }
  return covered;
}

class TimelineFigure {
 public:
  explicit TimelineFigure(const Values& values)
      : timeline_(timeline_of(values)), has_only_phases_(is_phases_asked(values)) {
    for (const auto& lane : timeline_.lanes) {
      if (is_drawn(lane)) lanes_.push_back(&lane);
    }
    if (has_only_phases_ && !lanes_.empty()) begin_us_ = std::numeric_limits<double>::max();
    for (const auto* lane : lanes_) {
      for (const auto& bar : lane->bars) {
        if (has_only_phases_) begin_us_ = std::min(begin_us_, bar.begin_us);
        end_us_ = std::max(end_us_, bar.end_us);
      }
    }
    if (end_us_ <= begin_us_)
      throw std::runtime_error(
          fmt::format("In the case \"{}\" nothing was {}.", timeline_.case_name,
                      has_only_phases_ ? "marked as a phase" : "copied or launched"));
  }

  Drawing draw() {
    float top = 2;
    for (const auto* lane : lanes_) top = draw_lane(*lane, top) + kBetweenLanes;
    draw_axis(top);
    drawing_.height = top + 22;
    drawing_.caption = caption();
    return std::move(drawing_);
  }

 private:
  static constexpr float kNames = 104, kRow = 22, kPhaseRow = 13, kBetweenLanes = 5;

  static bool is_phases_asked(const Values& values) {
    const auto& part = values.text("part");
    if (part != "all" && part != "phases") {
      throw std::runtime_error(
          fmt::format("A timeline's part is \"all\" or \"phases\", not \"{}\".", part));
    }
    return part == "phases";
  }

  static bool is_of_phases(const KeptLane& lane) {
    return !lane.bars.empty() && lane.bars.front().kind == KeptBar::Kind::phase;
  }
  bool is_drawn(const KeptLane& lane) const { return !has_only_phases_ || is_of_phases(lane); }

  float x(double time_us) const {
    return kNames + (drawing_.width - kNames - 4) *
                        static_cast<float>((time_us - begin_us_) / (end_us_ - begin_us_));
  }

  /// Returns where the lane ends.
  float draw_lane(const KeptLane& lane, float top) {
    std::uint32_t rows = 1;
    for (const auto& bar : lane.bars) rows = std::max(rows, bar.row + 1);
    const bool is_phases = is_of_phases(lane);
    const float height = is_phases || rows > 4 ? kPhaseRow : kRow;
    drawing_.shapes.push_back(
        Label{0, top + height / 2, lane.title, 12, Anchor::begin, kMutedPaint});
    for (const auto& bar : lane.bars) {
      const Rectangle box{x(bar.begin_us),
                          top + static_cast<float>(bar.row) * height + 1,
                          std::max(x(bar.end_us) - x(bar.begin_us), 1.0F),
                          height - 2,
                          paint_of(bar),
                          kNoPaint};
      drawing_.shapes.push_back(box);
      const float size = fitting_size(bar.label, box.width - 4, is_phases ? 9.0F : 11.0F);
      if (size < 7) continue;
      drawing_.shapes.push_back(Label{box.x + box.width / 2, box.y + box.height / 2, bar.label,
                                      size, Anchor::middle, kTextPaint});
    }
    return top + static_cast<float>(rows) * height;
  }

  /// A hue for each kernel and each name of a phase; copies are grey.
  Paint paint_of(const KeptBar& bar) {
    if (bar.kind == KeptBar::Kind::copy) return kWastedPaint;
    constexpr std::uint32_t kHuesApart = 7;
    const auto number = static_cast<std::uint32_t>(hues_.size());
    const auto hue = hues_.emplace(bar.label, number).first->second;
    return lane_paint(hue * kHuesApart + 1);
  }

  void draw_axis(float top) {
    drawing_.shapes.push_back(Polyline{{{kNames, top}, {x(end_us_), top}}, kMutedPaint, 1});
    const Axis axis({begin_us_, end_us_}, {x(begin_us_), x(end_us_)});
    for (const double tick : axis.ticks(8)) {
      if (tick < begin_us_ || tick > end_us_) continue;
      drawing_.shapes.push_back(Polyline{{{x(tick), top}, {x(tick), top + 4}}, kMutedPaint, 1});
      drawing_.shapes.push_back(Label{x(tick), top + 13, fmt::format("{:g} µs", tick), 11,
                                      tick == 0 ? Anchor::begin : Anchor::middle, kMutedPaint});
    }
  }

  std::vector<const KeptBar*> bars_of(KeptBar::Kind kind) const {
    std::vector<const KeptBar*> bars;
    for (const auto& lane : timeline_.lanes) {
      for (const auto& bar : lane.bars) {
        if (bar.kind == kind) bars.push_back(&bar);
      }
    }
    return bars;
  }

  std::string caption() const {
    if (has_only_phases_) {
      return fmt::format("{}, case {}: phases of warps from {:.4g} to {:.4g} µs. Times are {}.",
                         timeline_.program, timeline_.case_name, begin_us_, end_us_,
                         timeline_.source);
    }
    const auto launches = bars_of(KeptBar::Kind::launch), copies = bars_of(KeptBar::Kind::copy);
    const auto share = [&](const auto& bars) {
      return ratio_text(100 * covered_us(bars) / end_us_);
    };
    return fmt::format(
        "{}, case {}: {}. Launches ({}) take {} % of the time, copies and fills ({}) {} %. Times "
        "are "
        "{}.",
        timeline_.program, timeline_.case_name, time_text(end_us_ * 1e-6), launches.size(),
        share(launches), copies.size(), share(copies), timeline_.source);
  }

  const record::KeptTimeline& timeline_;
  bool has_only_phases_ = false;
  std::vector<const KeptLane*> lanes_;
  double begin_us_ = 0, end_us_ = 0;
  std::map<std::string, std::uint32_t> hues_;
  Drawing drawing_;
};

Drawing draw_timeline(const Values& values) { return TimelineFigure(values).draw(); }

}  // namespace

constinit const Kind kTimeline{"timeline",        {}, {}, draw_timeline, kTimelineTexts,
                               wishes_of_timeline};

}  // namespace warpscope::figures
