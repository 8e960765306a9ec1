// DMA warps and compute warps hand buffers to each other: who waits when, and for what.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "presentation/figures/kinds.h"

namespace warpscope::figures {
namespace {

constexpr std::array kHandshakeNumbers{
    NumberParameter{"stages", 2, 1, 4},
    NumberParameter{"load", 300, 1, 10000},
    NumberParameter{"compute", 200, 1, 10000},
    NumberParameter{"tiles", 4, 1, 8},
};

/// One round of both sides, in cycles. The engine waits for its own loads, as `vector` does.
struct Round {
  std::int64_t ready = 0;  ///< the DMA warps wait for an empty buffer from here on
  std::int64_t empty = 0;  ///< and have one
  std::int64_t full = 0;   ///< and have filled it
  std::int64_t asked = 0;  ///< the compute warps wait for a full buffer from here on
  std::int64_t begun = 0;  ///< and have one
  std::int64_t used = 0;   ///< and have used it
};

std::vector<Round> rounds_of(const Values& values) {
  const auto stages = static_cast<std::size_t>(values.number("stages"));
  std::vector<Round> rounds(static_cast<std::size_t>(values.number("tiles")));
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    auto& it = rounds[i];
    if (i > 0) {
      it.ready = rounds[i - 1].full;
      it.asked = rounds[i - 1].used;
    }
    it.empty = i < stages ? it.ready : std::max(it.ready, rounds[i - stages].used);
    it.full = it.empty + values.number("load");
    it.begun = std::max(it.asked, it.full);
    it.used = it.begun + values.number("compute");
  }
  return rounds;
}

class HandshakeFigure {
 public:
  explicit HandshakeFigure(const Values& values)
      : stages_(static_cast<std::size_t>(values.number("stages"))),
        rounds_(rounds_of(values)),
        end_(rounds_.back().used) {}

  Drawing draw() {
    name(kDmaRow, "DMA warps");
    name(kComputeRow, "compute warps");
    for (std::size_t i = 0; i < rounds_.size(); ++i) {
      const auto& it = rounds_[i];
      const auto paint = lane_paint(static_cast<std::uint32_t>(i) * 5);
      bar(kDmaRow, it.ready, it.empty, "wait", kWastedPaint);
      bar(kDmaRow, it.empty, it.full, fmt::format("fill {}", i), paint);
      bar(kComputeRow, it.asked, it.begun, "wait", kWastedPaint);
      bar(kComputeRow, it.begun, it.used, fmt::format("use {}", i), paint);
      // finish_async_dma: the buffer is full.
      message(kDmaRow + kRow, it.full, kComputeRow, it.begun, kGoodPaint);
      // start_async_dma: the buffer is empty again.
      if (i + stages_ < rounds_.size())
        message(kComputeRow, it.used, kDmaRow + kRow, rounds_[i + stages_].empty, kBadPaint);
    }
    const float bottom = kComputeRow + kRow + 12;
    text(kNames, bottom, "0", Anchor::begin);
    text(drawing_.width, bottom, fmt::format("{} cycles", end_), Anchor::end);
    drawing_.height = bottom + 8;
    drawing_.caption = caption();
    return std::move(drawing_);
  }

 private:
  static constexpr float kRow = 26, kNames = 96, kDmaRow = 4, kComputeRow = 74;

  void text(float x, float y, std::string words, Anchor anchor) {
    drawing_.shapes.push_back(Label{x, y, std::move(words), 10, anchor, kMutedPaint});
  }
  void name(float y, std::string words) { text(0, y + kRow / 2, std::move(words), Anchor::begin); }

  float x_of(std::int64_t cycles) const {
    return kNames +
           static_cast<float>(cycles) * (drawing_.width - kNames) / static_cast<float>(end_);
  }

  void bar(float y, std::int64_t from, std::int64_t to, const std::string& words, Paint paint) {
    if (to <= from) return;
    const Rectangle box{x_of(from), y, x_of(to) - x_of(from), kRow, paint, kMutedPaint};
    drawing_.shapes.push_back(box);
    const float size = fitting_size(words, box.width - 2, 11);
    if (size < 5) return;
    drawing_.shapes.push_back(Label{box.x + box.width / 2, box.y + box.height / 2, words, size,
                                    Anchor::middle, kTextPaint});
  }

  void message(float from_y, std::int64_t sent, float to_y, std::int64_t heard, Paint paint) {
    drawing_.shapes.push_back(Polyline{{{x_of(sent), from_y}, {x_of(heard), to_y}}, paint, 2});
    drawing_.shapes.push_back(Dot{x_of(heard), to_y, 3, paint});
  }

  std::string caption() const {
    std::int64_t waited = 0;
    for (const auto& it : rounds_) waited += it.begun - it.asked;
    return fmt::format(
        "{} {}. Down: finish_async_dma(), the buffer is full. Up: start_async_dma(), it is empty "
        "again. The compute warps wait {} of {} cycles. Times are those of the figure.",
        stages_, stages_ == 1 ? "buffer" : "buffers", waited, end_);
  }

  std::size_t stages_;
  std::vector<Round> rounds_;
  std::int64_t end_;
  Drawing drawing_;
};

Drawing draw_handshake(const Values& values) { return HandshakeFigure(values).draw(); }

}  // namespace

constinit const Kind kHandshake{"handshake", kHandshakeNumbers, {}, draw_handshake};

}  // namespace warpscope::figures
