// Sums by rounds: which lane adds the number of which other lane, until one or all have the total.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "presentation/figures/kinds.h"

namespace warpscope::figures {
namespace {

constexpr std::array<std::int64_t, 4> kNumbersOfLanes{4, 8, 16, 32};
constexpr std::array kExchangeNumbers{NumberParameter{"lanes", 8, 4, 32, false, kNumbersOfLanes}};
constexpr std::array kExchangeTexts{TextParameter{"order", "butterfly"}};

/// From which lane a lane takes a number in a round, if from any. `half` is lanes / 2, lanes / 4,
/// … 1, and `step` 1, 2, 4, … lanes / 2.
using Source = std::optional<std::size_t> (*)(std::size_t lane, std::size_t lanes, std::size_t half,
                                              std::size_t step);

struct Order {
  std::string_view name;
  Source source;
};

constexpr std::array kOrders{
    Order{"modulo",
          [](std::size_t lane, std::size_t, std::size_t, std::size_t step) {
            return lane % (2 * step) == 0 ? std::optional(lane + step) : std::nullopt;
          }},
    Order{"sequential",
          [](std::size_t lane, std::size_t, std::size_t half, std::size_t) {
            return lane < half ? std::optional(lane + half) : std::nullopt;
          }},
    Order{"down",
          [](std::size_t lane, std::size_t lanes, std::size_t half, std::size_t) {
            return std::optional(lane + half < lanes ? lane + half : lane);
          }},
    Order{"butterfly", [](std::size_t lane, std::size_t, std::size_t half,
                          std::size_t) { return std::optional(lane ^ half); }},
};

const Order& order_named(const std::string& name) {
  for (const auto& order : kOrders) {
    if (order.name == name) return order;
  }
  throw std::runtime_error("\"order\" is modulo, sequential, down or butterfly.");
}

Drawing draw_exchange(const Values& values) {
  constexpr float kRowHeight = 44, kNames = 60, kTop = 18;
  const auto lanes = static_cast<std::size_t>(values.number("lanes"));
  const auto& order = order_named(values.text("order"));
  Drawing drawing;
  const float width = (drawing.width - kNames) / static_cast<float>(lanes);
  const auto x_of = [&](std::size_t lane) {
    return kNames + (static_cast<float>(lane) + 0.5F) * width;
  };
  const float box = std::min(30.0F, width - 3);
  std::vector<std::uint64_t> sums(lanes);
  for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] = lane + 1;
  const std::uint64_t total = lanes * (lanes + 1) / 2;
  float y = kTop;
  std::size_t rounds = 0, additions = 0;
  const auto draw_row = [&](const std::string& name) {
    drawing.shapes.push_back(Label{0, y, name, 11, Anchor::begin, kMutedPaint});
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      drawing.shapes.push_back(Rectangle{x_of(lane) - box / 2, y - 9, box, 18,
                                         sums[lane] == total ? kGoodPaint : kRaisedPaint,
                                         kMutedPaint});
      const auto text = fmt::format("{}", sums[lane]);
      drawing.shapes.push_back(
          Label{x_of(lane), y, text, fitting_size(text, box - 2, 11), Anchor::middle, kTextPaint});
    }
  };
  draw_row("start");
  for (std::size_t half = lanes / 2, step = 1; half > 0; half /= 2, step *= 2) {
    const auto before = sums;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const auto from = order.source(lane, lanes, half, step);
      if (!from) continue;
      sums[lane] += before[*from];
      ++additions;
      for (const auto other : {lane, *from})
        drawing.shapes.push_back(Polyline{{{x_of(other), y + 9}, {x_of(lane), y + kRowHeight - 9}},
                                          lane_paint(static_cast<std::uint32_t>(lane * 32 / lanes)),
                                          1.5F});
    }
    y += kRowHeight;
    draw_row(fmt::format("round {}", ++rounds));
  }
  drawing.height = y + 14;
  const auto knowing = std::ranges::count(sums, total);
  drawing.caption = fmt::format(
      "Numbers 1 to {}, {} rounds, {} additions: {} of {} lanes {} the total, {} (green). In the "
      "other lanes is what they have added up by then.",
      lanes, rounds, additions, knowing, lanes, knowing == 1 ? "has" : "have", total);
  if (static_cast<std::size_t>(knowing) == lanes)
    drawing.caption.resize(drawing.caption.find(" In the other"));
  return drawing;
}

}  // namespace

constinit const Kind kExchange{"exchange", kExchangeNumbers, {}, draw_exchange, kExchangeTexts};

}  // namespace warpscope::figures
