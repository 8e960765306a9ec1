// Masks of the lanes that run each line of a branch or of a loop.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <stdexcept>

#include "base/quantity.h"
#include "presentation/figures/kinds.h"
#include "presentation/figures/warp_masks.h"

namespace warpscope::figures {
namespace {

constexpr std::int64_t kMostTrips = 32;
constexpr std::int64_t kLargestValue = 1 << 20;

constexpr std::array kLaneNumbers{
    NumberParameter{"ways", 2, 1, 32, true},
    NumberParameter{"threshold", 16, 0, 32, true},
};
/// A loop when its trips are given, a branch otherwise.
constexpr std::array kLaneFormulas{FormulaParameter{"branch", ""}, FormulaParameter{"trips", ""}};

LaneValues values_of(const Values& values, std::string_view key, std::int64_t highest) {
  LaneValues result{};
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const auto value = values.in_lane(key, lane);
    if (value < 0 || value > highest)
      throw std::runtime_error(fmt::format("In lane {} \"{}\" is {}; it must lie between 0 and {}.",
                                           lane, key, value, highest));
    result[lane] = static_cast<std::uint32_t>(value);
  }
  return result;
}

class LanesFigure {
 public:
  Drawing branch(const LaneValues& values, const std::string& formula) {
    const std::set<std::uint32_t> different(values.begin(), values.end());
    const std::vector<std::uint32_t> arms(different.begin(), different.end());
    const auto masks = masks_of_arms(values, arms);
    const bool is_condition = arms.size() <= 2 && arms.back() <= 1;
    start(arms.size() + 3);
    row(is_condition ? fmt::format("if ({})", formula) : fmt::format("switch ({})", formula),
        masks.front());
    for (std::size_t i = 0; i < arms.size(); ++i) {
      // The true side stands first, as in the source.
      const std::size_t arm = is_condition ? arms.size() - 1 - i : i;
      row(is_condition ? std::string(arms[arm] == 1 ? "true: then_part();" : "false: else_part();")
                       : fmt::format("case {}: part_{}();", arms[arm], arms[arm]),
          masks[arm + 1]);
    }
    row("behind();", masks.back());
    return finish();
  }

  Drawing loop(const LaneValues& trips, const std::string& formula) {
    const auto most = *std::ranges::max_element(trips);
    const auto masks = masks_of_loop(trips, most);
    start(masks.size());
    row(fmt::format("n = {}", formula), masks.front());
    for (std::uint32_t k = 0; k < most; ++k) row(fmt::format("k = {}: body();", k), masks[k + 1]);
    row("behind();", masks.back());
    return finish();
  }

 private:
  static constexpr float kCodeWidth = 210, kCountWidth = 40;

  void start(std::size_t rows) {
    height_ = rows <= 10 ? 22 : rows <= 20 ? 15 : 11;
    y_ = 14;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      drawing_.shapes.push_back(Label{x_of(lane) + width_ / 2, 6, fmt::format("{}", lane), 8.5F,
                                      Anchor::middle, kMutedPaint});
    drawing_.shapes.push_back(Label{drawing_.width, 6, "lanes", 9, Anchor::end, kMutedPaint});
  }

  float text_size() const { return std::min(13.0F, height_ * 0.85F); }
  float x_of(std::uint32_t lane) const { return kCodeWidth + static_cast<float>(lane) * width_; }

  /// One row for each time that the warp runs the line.
  void row(const std::string& code, const std::vector<std::uint32_t>& masks) {
    for (const auto mask : masks) {
      drawing_.shapes.push_back(Label{0, y_ + height_ / 2, code,
                                      fitting_size(code, kCodeWidth - 10, text_size()),
                                      Anchor::begin, kTextPaint, true});
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const bool is_active = (mask >> lane & 1U) != 0;
        drawing_.shapes.push_back(Rectangle{x_of(lane), y_, width_ - 1, height_ - 2,
                                            is_active ? lane_paint(lane) : kNoPaint,
                                            is_active ? kMutedPaint : kBorderPaint});
      }
      const auto lanes = std::popcount(mask);
      drawing_.shapes.push_back(Label{drawing_.width, y_ + height_ / 2, fmt::format("{}", lanes),
                                      text_size(), Anchor::end, kTextPaint});
      ++lines_run_;
      lanes_run_ += static_cast<std::uint64_t>(lanes);
      y_ += height_;
    }
  }

  Drawing finish() {
    drawing_.height = y_;
    const double average = static_cast<double>(lanes_run_) / static_cast<double>(lines_run_);
    drawing_.caption =
        fmt::format("The warp runs {} lines, with {} lanes per line on average: {} % of 32.",
                    lines_run_, ratio_text(average), ratio_text(average / 0.32));
    return std::move(drawing_);
  }

  Drawing drawing_;
  float width_ = (drawing_.width - kCodeWidth - kCountWidth) / 32;
  float height_ = 22, y_ = 0;
  std::uint64_t lines_run_ = 0, lanes_run_ = 0;
};

Drawing draw_lanes(const Values& values) {
  const auto& branch = values.formulas.find("branch")->second;
  const auto& trips = values.formulas.find("trips")->second;
  if (branch.empty() == trips.empty())
    throw std::runtime_error("A figure of lanes has either \"branch\" or \"trips\".");
  LanesFigure figure;
  return branch.empty() ? figure.loop(values_of(values, "trips", kMostTrips), trips)
                        : figure.branch(values_of(values, "branch", kLargestValue), branch);
}

}  // namespace

constinit const Kind kLanes{"lanes", kLaneNumbers, kLaneFormulas, draw_lanes};

}  // namespace warpscope::figures
