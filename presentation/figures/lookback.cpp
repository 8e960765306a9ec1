// Blocks of a prefix sum in one launch, in time: who works on which tile, and for whom it waits.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "presentation/figures/kinds.h"

namespace warpscope::figures {
namespace {

constexpr std::array kLookbackNumbers{
    NumberParameter{"tiles", 8, 1, 16},     NumberParameter{"resident", 4, 1, 16},
    NumberParameter{"work", 200, 1, 10000}, NumberParameter{"ask", 60, 1, 10000},
    NumberParameter{"store", 60, 1, 10000}, NumberParameter{"slow", 0, 0, 16},
    NumberParameter{"at_once", 1, 1, 32},
};
constexpr std::array kLookbackTexts{
    TextParameter{"way", "look-back"},
    TextParameter{"takes", "counter"},
    TextParameter{"begins", "in order"},
};

/// What a block does, in cycles.
struct Block {
  std::size_t tile = 0, place = 0;  ///< place: of those that the GPU holds
  std::int64_t begun = 0;
  std::int64_t told = 0;  ///< the tile's own sum is known to all
  std::int64_t knows = 0, ended = 0;
  std::int64_t waited = 0;  ///< between these two for others
  bool has_ended = false;
};

class Grid {
 public:
  explicit Grid(const Values& values)
      : values_(values), tiles_(size("tiles")), resident_(size("resident")), of_tile_(tiles_) {
    one_of("way", "look-back", "chain");
    one_of("takes", "counter", "number");
    one_of("begins", "in order", "reversed");
    for (std::size_t place = 0; place < std::min(resident_, tiles_); ++place) begin(place, 0);
    go_on();
    while (blocks_.size() < tiles_) {
      const auto first = first_that_ends();
      if (!first) break;
      blocks_[*first].has_ended = true;
      begin(blocks_[*first].place, blocks_[*first].ended);
      go_on();
    }
  }

  const std::vector<Block>& blocks() const { return blocks_; }
  bool hangs() const { return known_ < tiles_; }
  std::size_t tiles() const { return tiles_; }
  std::size_t resident() const { return std::min(resident_, tiles_); }
  bool knows(const Block& block) const { return block.tile < known_; }
  std::int64_t end() const {
    std::int64_t end = 1;
    for (const Block& block : blocks_) end = std::max(end, block.ended);
    return hangs() ? std::max<std::int64_t>(2 * values_.number("work"), end * 3 / 2) : end;
  }

 private:
  std::size_t size(std::string_view key) const {
    return static_cast<std::size_t>(values_.number(key));
  }
  void one_of(std::string_view key, std::string_view one, std::string_view other) const {
    if (values_.text(key) != one && values_.text(key) != other)
      throw std::runtime_error(fmt::format("\"{}\" is {} or {}.", key, one, other));
  }

  /// The next block, in a place that is free.
  void begin(std::size_t place, std::int64_t time) {
    const std::size_t turn = blocks_.size();
    const bool by_number = values_.text("takes") == "number";
    const bool is_reversed = values_.text("begins") == "reversed";
    Block block{.tile = by_number && is_reversed ? tiles_ - 1 - turn : turn, .place = place};
    block.begun = time;
    const std::int64_t slower = block.tile + 1 == size("slow") ? 3 : 1;
    block.told = time + slower * values_.number("work");
    of_tile_[block.tile] = turn;
    blocks_.push_back(block);
  }

  /// Tiles, from the first on, of which all before have begun.
  void go_on() {
    for (; known_ < tiles_ && of_tile_[known_]; ++known_) {
      Block& block = blocks_[*of_tile_[known_]];
      const auto [knows, waited] = looked_back(block);
      block.knows = knows;
      block.waited = waited;
      block.ended = knows + values_.number("store");
    }
  }

  const Block& of(std::size_t tile) const { return blocks_[*of_tile_[tile]]; }

  /// When the block knows what is before its tile, and how long it waited for that.
  std::pair<std::int64_t, std::int64_t> looked_back(const Block& block) const {
    const bool is_chain = values_.text("way") == "chain";
    std::int64_t now = block.told, waited = 0;
    std::size_t at = block.tile;
    while (at > 0) {
      const std::size_t many = is_chain ? 1 : std::min(at, size("at_once"));
      std::int64_t ready = now;
      for (std::size_t k = 1; k <= many; ++k)
        ready = std::max(ready, is_chain ? of(at - k).knows : of(at - k).told);
      waited += ready - now;
      now = ready + values_.number("ask");
      bool has_prefix = false;
      for (std::size_t k = 1; k <= many; ++k) has_prefix = has_prefix || of(at - k).knows <= ready;
      if (has_prefix) break;
      at -= many;
    }
    return {now, waited};
  }

  std::optional<std::size_t> first_that_ends() const {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (blocks_[i].has_ended || !knows(blocks_[i])) continue;
      if (!first || blocks_[i].ended < blocks_[*first].ended) first = i;
    }
    return first;
  }

  const Values& values_;
  std::size_t tiles_, resident_;
  std::size_t known_ = 0;  ///< so many tiles, from the first on, know what is before them
  std::vector<Block> blocks_;
  std::vector<std::optional<std::size_t>> of_tile_;
};

class LookbackFigure {
 public:
  explicit LookbackFigure(const Values& values) : grid_(values), end_(grid_.end()) {}

  Drawing draw() {
    for (std::size_t place = 0; place < grid_.resident(); ++place)
      text(0, y_of(place) + kBar / 2, fmt::format("place {}", place), Anchor::begin);
    for (const Block& block : grid_.blocks()) draw_block(block);
    const float bottom = y_of(grid_.resident()) + 8;
    text(kNames, bottom, "0", Anchor::begin);
    text(drawing_.width, bottom, grid_.hangs() ? "for ever" : fmt::format("{} cycles", end_),
         Anchor::end);
    drawing_.height = bottom + 8;
    drawing_.caption = caption();
    return std::move(drawing_);
  }

 private:
  static constexpr float kNames = 60, kTop = 4, kBar = 22, kRow = 28;

  static float y_of(std::size_t place) { return kTop + static_cast<float>(place) * kRow; }
  float x_of(std::int64_t cycles) const {
    return kNames +
           static_cast<float>(cycles) * (drawing_.width - kNames) / static_cast<float>(end_);
  }
  void text(float x, float y, std::string words, Anchor anchor) {
    drawing_.shapes.push_back(Label{x, y, std::move(words), 10, anchor, kMutedPaint});
  }

  void bar(const Block& block, std::int64_t from, std::int64_t to, const std::string& words,
           Paint paint) {
    if (to <= from) return;
    const Rectangle box{x_of(from), y_of(block.place), x_of(to) - x_of(from), kBar,
                        paint,      kMutedPaint};
    drawing_.shapes.push_back(box);
    const float size = fitting_size(words, box.width - 2, 11);
    if (size < 5) return;
    drawing_.shapes.push_back(Label{box.x + box.width / 2, box.y + box.height / 2, words, size,
                                    Anchor::middle, kTextPaint});
  }

  void draw_block(const Block& block) {
    const auto paint = lane_paint(static_cast<std::uint32_t>(block.tile) * 2);
    bar(block, block.begun, block.told, fmt::format("tile {}", block.tile), paint);
    if (!grid_.knows(block)) {
      bar(block, block.told, end_, fmt::format("waits for tile {}", block.tile - 1), kBadPaint);
      return;
    }
    bar(block, block.told, block.told + block.waited, "waits", kWastedPaint);
    bar(block, block.told + block.waited, block.knows, "asks", kRaisedPaint);
    bar(block, block.knows, block.ended, "stores", kGoodPaint);
  }

  std::string caption() const {
    if (grid_.hangs())
      return fmt::format(
          "All {} blocks that the GPU holds wait for a tile whose block has not begun. {} of {} "
          "blocks never begin.",
          grid_.resident(), grid_.tiles() - grid_.blocks().size(), grid_.tiles());
    std::int64_t waited = 0;
    for (const Block& block : grid_.blocks()) waited += block.waited;
    return fmt::format(
        "{} tiles, {} blocks at a time: {} cycles, of which the blocks together wait {}. A block's "
        "waits are drawn in one piece. Times are those of the figure.",
        grid_.tiles(), grid_.resident(), end_, waited);
  }

  Grid grid_;
  std::int64_t end_;
  Drawing drawing_;
};

Drawing draw_lookback(const Values& values) { return LookbackFigure(values).draw(); }

}  // namespace

constinit const Kind kLookback{"lookback", kLookbackNumbers, {}, draw_lookback, kLookbackTexts};

}  // namespace warpscope::figures
