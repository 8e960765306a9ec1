// An mbarrier: arrivals and bytes that its phase still waits for, and the parity that it shows.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "presentation/figures/kinds.h"

namespace warpscope::figures {
namespace {

constexpr std::array kBarrierNumbers{
    NumberParameter{"arrivals", 1, 1, 4},
    NumberParameter{"bytes", 4096, 0, 32768},
    NumberParameter{"pieces", 2, 1, 4},
    NumberParameter{"phases", 2, 1, 3},
};

/// After an event.
struct State {
  std::string event;
  std::int64_t phase = 0, arrivals = 0, bytes = 0;
};

/// PTX ISA, "mbarrier": a phase is complete when no arrival is pending and no byte is expected;
/// then the count of arrivals is set up again for the next phase.
class Barrier {
 public:
  explicit Barrier(std::int64_t arrivals) : expected_(arrivals) {
    state_.arrivals = arrivals;
    note(fmt::format("init, {} to arrive", arrivals));
  }

  void expect_and_arrive(std::int64_t bytes) {
    state_.bytes += bytes;
    --state_.arrivals;
    complete_if_done();
    note(bytes > 0 ? fmt::format("arrive, expect {} bytes", bytes) : "arrive");
  }

  void receive(std::int64_t bytes) {
    state_.bytes -= bytes;
    complete_if_done();
    note(fmt::format("{} bytes are there", bytes));
  }

  const std::vector<State>& history() const { return history_; }

 private:
  void complete_if_done() {
    if (state_.arrivals != 0 || state_.bytes != 0) return;
    ++state_.phase;
    state_.arrivals = expected_;
  }
  void note(std::string event) {
    state_.event = std::move(event);
    history_.push_back(state_);
  }

  std::int64_t expected_;
  State state_;
  std::vector<State> history_;
};

Drawing draw_phases(const Values& values) {
  constexpr float kRowHeight = 20, kEvents = 10, kArrivals = 300, kBytes = 420, kPhase = 560;
  Barrier barrier(values.number("arrivals"));
  const auto bytes = values.number("bytes"), pieces = values.number("pieces");
  for (std::int64_t phase = 0; phase < values.number("phases"); ++phase) {
    barrier.expect_and_arrive(bytes);
    for (std::int64_t i = 1; i < values.number("arrivals"); ++i) barrier.expect_and_arrive(0);
    for (std::int64_t i = 0; i < pieces && bytes > 0; ++i)
      barrier.receive(bytes * (i + 1) / pieces - bytes * i / pieces);
  }
  Drawing drawing;
  const auto label = [&](float x, float y, std::string text, Paint paint) {
    drawing.shapes.push_back(Label{x, y, std::move(text), 11, Anchor::begin, paint});
  };
  label(kEvents, 8, "event", kMutedPaint);
  label(kArrivals, 8, "arrivals left", kMutedPaint);
  label(kBytes, 8, "bytes expected", kMutedPaint);
  label(kPhase, 8, "phase, parity", kMutedPaint);
  float y = 18;
  std::int64_t before = 0;
  for (const auto& state : barrier.history()) {
    const bool is_done = state.phase != before;
    drawing.shapes.push_back(Rectangle{0, y, drawing.width, kRowHeight - 2,
                                       is_done ? kGoodPaint : kNoPaint, kBorderPaint});
    const float middle = y + (kRowHeight - 2) / 2;
    label(kEvents, middle, state.event, kTextPaint);
    label(kArrivals, middle, fmt::format("{}", state.arrivals), kTextPaint);
    label(kBytes, middle, count_text(static_cast<std::uint64_t>(state.bytes)), kTextPaint);
    label(kPhase, middle,
          fmt::format("{}, {}{}", state.phase, state.phase % 2, is_done ? ": complete" : ""),
          kTextPaint);
    before = state.phase;
    y += kRowHeight;
  }
  drawing.height = y;
  drawing.caption = fmt::format(
      "{} {} completed (green). Who waits for phase p asks with the parity p % 2, and is let "
      "through "
      "when the barrier shows the other one; with the wrong parity, at once or a phase too late.",
      before, before == 1 ? "phase is" : "phases are");
  return drawing;
}

}  // namespace

constinit const Kind kPhases{"phases", kBarrierNumbers, {}, draw_phases};

}  // namespace warpscope::figures
