// Stages of a ring between a producer that loads chunks and a consumer that computes with them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/quantity.h"
#include "presentation/figures/kinds.h"

namespace warpscope::figures {
namespace {

constexpr std::array kPipelineNumbers{
    NumberParameter{"stages", 2, 1, 8},        NumberParameter{"load", 300, 1, 10000},
    NumberParameter{"compute", 100, 1, 10000}, NumberParameter{"issue", 20, 0, 10000},
    NumberParameter{"chunks", 8, 1, 32},
};

/// When a chunk is loaded and used, in cycles.
struct Chunk {
  std::int64_t load_begin = 0, load_end = 0, compute_begin = 0, compute_end = 0;
};

/// A stage is loaded anew once its chunk has been used. Loads begin at least `issue` cycles apart
/// and then go on side by side.
std::vector<Chunk> schedule(const Values& values) {
  const auto stages = static_cast<std::size_t>(values.number("stages"));
  std::vector<Chunk> chunks(static_cast<std::size_t>(values.number("chunks")));
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    auto& it = chunks[i];
    if (i > 0) it.load_begin = chunks[i - 1].load_begin + values.number("issue");
    if (i >= stages) it.load_begin = std::max(it.load_begin, chunks[i - stages].compute_end);
    it.load_end = it.load_begin + values.number("load");
    it.compute_begin = i > 0 ? std::max(it.load_end, chunks[i - 1].compute_end) : it.load_end;
    it.compute_end = it.compute_begin + values.number("compute");
  }
  return chunks;
}

class PipelineFigure {
 public:
  explicit PipelineFigure(const Values& values)
      : values_(values), chunks_(schedule(values)), end_(chunks_.back().compute_end) {}

  Drawing draw() {
    const auto stages = static_cast<std::size_t>(values_.number("stages"));
    for (std::size_t stage = 0; stage < stages; ++stage)
      name_row(stage, fmt::format("stage {}", stage));
    name_row(stages, "consumer");
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      const auto& it = chunks_[i];
      const auto hue = lane_paint(static_cast<std::uint32_t>(i) * 5);
      bar(i % stages, it.load_begin, it.load_end, fmt::format("load {}", i), hue);
      if (it.load_end < it.compute_end)
        bar(i % stages, it.load_end, it.compute_end, "", kWastedPaint);
      bar(stages, it.compute_begin, it.compute_end, fmt::format("{}", i), hue);
    }
    const float bottom = static_cast<float>(stages + 1) * kRow + 8;
    drawing_.shapes.push_back(Label{kNames, bottom, "0", 9, Anchor::begin, kMutedPaint});
    drawing_.shapes.push_back(
        Label{drawing_.width, bottom, fmt::format("{} cycles", end_), 9, Anchor::end, kMutedPaint});
    drawing_.height = bottom + 8;
    const auto busy = static_cast<std::int64_t>(chunks_.size()) * values_.number("compute");
    drawing_.caption = fmt::format(
        "{} chunks through {} {}: {} cycles; the consumer works in {} % of them. Grey: loaded, and "
        "not yet free. Times are those of the figure, not measured.",
        chunks_.size(), stages, stages == 1 ? "stage" : "stages", end_,
        ratio_text(100.0 * static_cast<double>(busy) / static_cast<double>(end_)));
    return std::move(drawing_);
  }

 private:
  static constexpr float kRow = 26, kNames = 70;

  void name_row(std::size_t row, const std::string& name) {
    drawing_.shapes.push_back(
        Label{0, (static_cast<float>(row) + 0.5F) * kRow, name, 11, Anchor::begin, kMutedPaint});
  }

  void bar(std::size_t row, std::int64_t from, std::int64_t to, const std::string& text,
           Paint paint) {
    const float scale = (drawing_.width - kNames) / static_cast<float>(end_);
    const Rectangle box{kNames + static_cast<float>(from) * scale,
                        static_cast<float>(row) * kRow + 2,
                        static_cast<float>(to - from) * scale,
                        kRow - 4,
                        paint,
                        kMutedPaint};
    drawing_.shapes.push_back(box);
    const float size = fitting_size(text, box.width - 2, 11);
    if (text.empty() || size < 5) return;
    drawing_.shapes.push_back(Label{box.x + box.width / 2, box.y + box.height / 2, text, size,
                                    Anchor::middle, kTextPaint});
  }

  const Values& values_;
  std::vector<Chunk> chunks_;
  std::int64_t end_;
  Drawing drawing_;
};

Drawing draw_pipeline(const Values& values) { return PipelineFigure(values).draw(); }

}  // namespace

constinit const Kind kPipeline{"pipeline", kPipelineNumbers, {}, draw_pipeline};

}  // namespace warpscope::figures
