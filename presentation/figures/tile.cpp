// A transpose through a tile of shared memory, made small: which elements one warp reads and
// writes, and in which banks they lie.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "presentation/figures/kinds.h"

namespace warpscope::figures {
namespace {

/// Lanes of the warp, rows and columns of the tile, and banks: 32 on a GPU.
constexpr std::size_t kSide = 8;

constexpr std::array<std::int64_t, 2> kYesOrNo{0, 1};
constexpr std::array kTileNumbers{
    NumberParameter{"line", 2, 0, kSide - 1},
    NumberParameter{"padding", 0, 0, 3},
    NumberParameter{"swizzle", 0, 0, 1, false, kYesOrNo},
};

class TileFigure {
 public:
  explicit TileFigure(const Values& values)
      : line_(static_cast<std::size_t>(values.number("line"))),
        padding_(static_cast<std::size_t>(values.number("padding"))),
        is_swizzled_(values.number("swizzle") == 1) {}

  Drawing draw() {
    matrix(
        0, "in: reads row", [&](std::size_t row, std::size_t) { return row == line_; },
        [](std::size_t, std::size_t column) { return column; });
    tile();
    matrix(
        drawing_.width - kSide * kCell, "out: writes row",
        [&](std::size_t row, std::size_t) { return row == line_; },
        [](std::size_t, std::size_t column) { return column; });
    arrow(kSide * kCell + 6, tile_x() - 6);
    arrow(tile_x() + static_cast<float>(kSide + padding_) * kCell + 6,
          drawing_.width - kSide * kCell - 6);
    drawing_.height = kTop + kSide * kCell + 6;
    drawing_.caption = fmt::format(
        "A warp of {0} lanes and {0} banks in place of 32. It reads row {1} of in, side by side, "
        "and "
        "stores it as a row of the tile. After the barrier it takes column {1} of the tile, whose "
        "elements lie in {2} {3}: {4} {5}, and writes row {1} of out, side by side. Numbers: the "
        "bank.",
        kSide, line_, banks_of_column(), banks_of_column() == 1 ? "bank" : "banks", passes(),
        passes() == 1 ? "pass" : "passes");
    return std::move(drawing_);
  }

 private:
  static constexpr float kCell = 21, kTop = 22;

  float tile_x() const {
    return (drawing_.width - static_cast<float>(kSide + padding_) * kCell) / 2;
  }

  std::size_t place(std::size_t row, std::size_t column) const {
    return row * (kSide + padding_) + (is_swizzled_ ? column ^ row : column);
  }
  std::size_t bank(std::size_t row, std::size_t column) const { return place(row, column) % kSide; }

  /// How many elements of the column each bank has.
  std::array<std::size_t, kSide> counts() const {
    std::array<std::size_t, kSide> all{};
    for (std::size_t row = 0; row < kSide; ++row) ++all.at(bank(row, line_));
    return all;
  }
  std::size_t passes() const { return std::ranges::max(counts()); }
  std::size_t banks_of_column() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(counts(), [](std::size_t count) { return count > 0; }));
  }

  void cell(float x, std::size_t row, std::size_t column, Paint paint, const std::string& text) {
    const Rectangle box{x + static_cast<float>(column) * kCell,
                        kTop + static_cast<float>(row) * kCell,
                        kCell - 2,
                        kCell - 2,
                        paint,
                        kBorderPaint};
    drawing_.shapes.push_back(box);
    if (!text.empty())
      drawing_.shapes.push_back(Label{box.x + box.width / 2, box.y + box.height / 2, text, 9,
                                      Anchor::middle, kTextPaint});
  }

  static Paint paint_of(std::size_t lane) {
    return lane_paint(static_cast<std::uint32_t>(lane * 32 / kSide));
  }

  template <typename IsTouched, typename LaneOf>
  void matrix(float x, const std::string& name, IsTouched is_touched, LaneOf lane_of) {
    drawing_.shapes.push_back(Label{x, 8, fmt::format("{} {}", name, line_), 11});
    for (std::size_t row = 0; row < kSide; ++row) {
      for (std::size_t column = 0; column < kSide; ++column)
        cell(x, row, column, is_touched(row, column) ? paint_of(lane_of(row, column)) : kNoPaint,
             "");
    }
  }

  /// Each element stands where it is stored; the column that is taken is coloured by lane.
  void tile() {
    drawing_.shapes.push_back(Label{tile_x(), 8, fmt::format("tile: takes column {}", line_), 11});
    for (std::size_t row = 0; row < kSide; ++row) {
      for (std::size_t at = kSide; at < kSide + padding_; ++at)
        cell(tile_x(), row, at, kWastedPaint, "");
      for (std::size_t column = 0; column < kSide; ++column) {
        const auto at = place(row, column) - row * (kSide + padding_);
        cell(tile_x(), row, at, column == line_ ? paint_of(row) : kNoPaint,
             fmt::format("{}", bank(row, column)));
      }
    }
  }

  void arrow(float from, float to) {
    const float y = kTop + kSide * kCell / 2;
    drawing_.shapes.push_back(Polyline{{{from, y}, {to, y}}, kMutedPaint, 1.5F});
    drawing_.shapes.push_back(
        Polyline{{{to - 6, y - 4}, {to, y}, {to - 6, y + 4}}, kMutedPaint, 1.5F});
  }

  std::size_t line_, padding_;
  bool is_swizzled_;
  Drawing drawing_;
};

Drawing draw_tile(const Values& values) { return TileFigure(values).draw(); }

}  // namespace

constinit const Kind kTile{"tile", kTileNumbers, {}, draw_tile};

}  // namespace warpscope::figures
