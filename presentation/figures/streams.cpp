// Copies and kernels of several streams on the engines of a device, in time.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/quantity.h"
#include "presentation/figures/kinds.h"
#include "vgpu/timing/streams/virtual_clock.h"

namespace warpscope::figures {
namespace {

using timing::Interval;
using timing::VirtualClock;

constexpr std::array kStreamsNumbers{
    NumberParameter{"chunks", 4, 1, 16},         NumberParameter{"streams", 4, 1, 16},
    NumberParameter{"copy", 80, 1, 1000},        NumberParameter{"kernel", 80, 1, 1000},
    NumberParameter{"start", 8, 0, 100},         NumberParameter{"ask", 2, 0, 100},
    NumberParameter{"engines", 2, 1, 3},         NumberParameter{"breadth_first", 0, 0, 1},
    NumberParameter{"pageable", 0, 0, 1},        NumberParameter{"default_stream", 0, 0, 1},
    NumberParameter{"wait_for_kernel", 0, 0, 1},
};

constexpr double kMicrosecond = 1e-6;
/// Of a copy; so many that none counts as small.
constexpr double kBytesPerMicrosecond = 1e6;

enum class Engine : std::uint8_t { copy_in, kernel, copy_out };

struct Operation {
  Engine engine = Engine::kernel;
  std::size_t chunk = 0;
  Interval when;
};

timing::Profile profile_of(const Values& values) {
  timing::Profile profile;
  profile.copy_engines = static_cast<std::uint32_t>(values.number("engines"));
  profile.launch.host_enqueue_s = static_cast<double>(values.number("ask")) * kMicrosecond;
  profile.copy.fixed_s = static_cast<double>(values.number("start")) * kMicrosecond;
  profile.copy.pinned_bytes_per_s = kBytesPerMicrosecond / kMicrosecond;
  profile.copy.pageable_bytes_per_s = profile.copy.pinned_bytes_per_s / 2;
  return profile;
}

/// Asks a virtual GPU's clock for a job's operations, as a host would that runs ahead.
class Host {
 public:
  explicit Host(const Values& values) : values_(values), clock_(profile_of(values)) {
    for (std::int64_t i = 0; i < values.number("streams"); ++i) {
      streams_.push_back(clock_.create_stream(true));
    }
    if (values.number("default_stream") != 0) streams_.front() = timing::kLegacyDefaultStream;
  }

  std::vector<Operation> run() {
    const auto chunks = static_cast<std::size_t>(values_.number("chunks"));
    if (values_.number("breadth_first") != 0) {
      for (std::size_t i = 0; i < chunks; ++i) copy(Engine::copy_in, i);
      for (std::size_t i = 0; i < chunks; ++i) launch(i);
      for (std::size_t i = 0; i < chunks; ++i) copy(Engine::copy_out, i);
    } else {
      for (std::size_t i = 0; i < chunks; ++i) {
        copy(Engine::copy_in, i);
        launch(i);
        copy(Engine::copy_out, i);
      }
    }
    return std::move(operations_);
  }

 private:
  timing::StreamId stream_of(std::size_t chunk) const { return streams_[chunk % streams_.size()]; }

  void copy(Engine engine, std::size_t chunk) {
    const bool is_in = engine == Engine::copy_in;
    const bool is_pinned = values_.number("pageable") == 0;
    if (is_in && values_.number("wait_for_kernel") != 0)
      clock_.wait_until(stream_of(chunk), last_kernel_end_s_);
    const double bytes = static_cast<double>(values_.number("copy")) * kBytesPerMicrosecond /
                         static_cast<double>(values_.number("chunks"));
    const auto when = clock_.copy(
        stream_of(chunk), is_in ? VirtualClock::Copy::to_device : VirtualClock::Copy::to_host,
        static_cast<std::uint64_t>(bytes), is_pinned);
    // As in the runtime: a copy to pageable memory is done when its call returns.
    if (!is_in && !is_pinned) clock_.synchronize(stream_of(chunk));
    operations_.push_back({engine, chunk, when});
  }
  void launch(std::size_t chunk) {
    const double duration_s = static_cast<double>(values_.number("kernel")) * kMicrosecond /
                              static_cast<double>(values_.number("chunks"));
    operations_.push_back({Engine::kernel, chunk, clock_.launch(stream_of(chunk), duration_s)});
    last_kernel_end_s_ = operations_.back().when.end_s;
  }

  const Values& values_;
  VirtualClock clock_;
  std::vector<timing::StreamId> streams_;
  std::vector<Operation> operations_;
  double last_kernel_end_s_ = 0;
};

class StreamsFigure {
 public:
  explicit StreamsFigure(const Values& values) : values_(values), operations_(Host(values).run()) {
    begin_s_ = operations_.front().when.start_s;
    for (const auto& it : operations_) {
      begin_s_ = std::min(begin_s_, it.when.start_s);
      end_s_ = std::max(end_s_, it.when.end_s);
      busy_s_ += it.when.end_s - it.when.start_s;
    }
  }

  Drawing draw() {
    const bool is_shared = values_.number("engines") == 1;
    const std::size_t rows = is_shared ? 2 : 3;
    name_row(0, is_shared ? "copies" : "copies in");
    name_row(1, "kernels");
    if (!is_shared) name_row(2, "copies out");
    for (const auto& it : operations_) {
      const bool is_kernel = it.engine == Engine::kernel;
      const std::size_t out_row = is_shared ? 0 : 2;
      bar(is_kernel ? 1 : (it.engine == Engine::copy_in ? 0 : out_row), it);
    }
    const float bottom = static_cast<float>(rows) * kRow + 8;
    drawing_.shapes.push_back(Label{kNames, bottom, "0", 9, Anchor::begin, kMutedPaint});
    drawing_.shapes.push_back(
        Label{drawing_.width, bottom, time_text(end_s_ - begin_s_), 9, Anchor::end, kMutedPaint});
    drawing_.height = bottom + 8;
    drawing_.caption = fmt::format(
        "{} {}, {} copy {}: {} in all, {} operations at once on average. By the virtual GPU's "
        "clock; how long a kernel and a copy take is the figure's own.",
        values_.number("chunks"), values_.number("chunks") == 1 ? "chunk" : "chunks",
        values_.number("engines"), is_shared ? "engine" : "engines", time_text(end_s_ - begin_s_),
        ratio_text(busy_s_ / (end_s_ - begin_s_)));
    return std::move(drawing_);
  }

 private:
  static constexpr float kRow = 26, kNames = 80;

  void name_row(std::size_t row, std::string_view name) {
    drawing_.shapes.push_back(Label{0, (static_cast<float>(row) + 0.5F) * kRow, std::string(name),
                                    11, Anchor::begin, kMutedPaint});
  }

  void bar(std::size_t row, const Operation& it) {
    const double scale = static_cast<double>(drawing_.width - kNames) / (end_s_ - begin_s_);
    const auto hue = lane_paint(static_cast<std::uint32_t>(it.chunk) * 5);
    const Rectangle box{kNames + static_cast<float>((it.when.start_s - begin_s_) * scale),
                        static_cast<float>(row) * kRow + 2,
                        static_cast<float>((it.when.end_s - it.when.start_s) * scale),
                        kRow - 4,
                        hue,
                        kMutedPaint};
    drawing_.shapes.push_back(box);
    constexpr std::array kWords{"in", "", "out"};
    const auto text =
        fmt::format("{} {}", kWords.at(static_cast<std::size_t>(it.engine)), it.chunk + 1);
    const float size = fitting_size(text, box.width - 2, 11);
    if (size < 5) return;
    drawing_.shapes.push_back(Label{box.x + box.width / 2, box.y + box.height / 2, text, size,
                                    Anchor::middle, kTextPaint});
  }

  const Values& values_;
  std::vector<Operation> operations_;
  double begin_s_ = 0, end_s_ = 0, busy_s_ = 0;
  Drawing drawing_;
};

Drawing draw_streams(const Values& values) { return StreamsFigure(values).draw(); }

}  // namespace

constinit const Kind kStreams{"streams", kStreamsNumbers, {}, draw_streams};

}  // namespace warpscope::figures
