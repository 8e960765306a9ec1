// Blocks of a launch on one multiprocessor, what keeps the next one out, and the waves of a grid.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "arch/occupancy.h"
#include "arch/profile.h"
#include "base/quantity.h"
#include "presentation/figures/kinds.h"

namespace warpscope::figures {
namespace {

constexpr std::array kResidentNumbers{
    NumberParameter{"threads", 256, 1, 1024},
    NumberParameter{"registers", 32, 1, 255},
    NumberParameter{"shared", 0, 0, 240000},
    NumberParameter{"blocks", 64, 1, 4096},
};
constexpr std::array kResidentTexts{TextParameter{"profile", "mini"}};
constexpr std::array kLimits{"blocks", "threads", "registers", "shared memory"};

class ResidentsFigure {
 public:
  explicit ResidentsFigure(const Values& values)
      : profile_(*values.profile), blocks_(static_cast<std::uint32_t>(values.number("blocks"))) {
    needs_.threads = static_cast<std::uint64_t>(values.number("threads"));
    needs_.registers = static_cast<std::uint32_t>(values.number("registers"));
    needs_.shared_bytes = static_cast<std::uint64_t>(values.number("shared"));
    fitting_ = arch::occupancy(profile_.sm, needs_);
    warps_ = static_cast<std::uint32_t>(arch::warps_of(needs_.threads));
  }

  Drawing draw() {
    draw_warps();
    draw_limits();
    draw_waves();
    drawing_.caption = caption();
    return std::move(drawing_);
  }

 private:
  static constexpr float kCell = 17, kTop = 16, kLimitsAt = 330, kRow = 22;
  static constexpr std::uint32_t kAcross = 16;
  static constexpr std::uint32_t kMostWaves = 12;

  std::uint32_t slots() const { return profile_.sm.max_threads / arch::kWarpThreads; }
  std::uint32_t at_a_time() const { return profile_.sm.count * fitting_.blocks(); }
  std::uint32_t waves() const {
    return at_a_time() == 0 ? 0 : (blocks_ + at_a_time() - 1) / at_a_time();
  }

  void label(float x, float y, std::string text, float size = 11, Anchor anchor = Anchor::begin,
             Paint paint = kTextPaint) {
    drawing_.shapes.push_back(Label{x, y, std::move(text), size, anchor, paint});
  }

  /// A cell for each warp that a multiprocessor can hold; those of a block have one colour.
  void draw_warps() {
    label(0, 6, fmt::format("a multiprocessor: room for {} warps", slots()), 11);
    const auto held = fitting_.blocks() * warps_;
    for (std::uint32_t slot = 0; slot < slots(); ++slot) {
      const bool is_used = slot < held;
      const auto row = slot / kAcross, column = slot % kAcross;
      drawing_.shapes.push_back(
          Rectangle{static_cast<float>(column) * kCell, kTop + static_cast<float>(row) * kCell,
                    kCell - 2, kCell - 2, is_used ? lane_paint(slot / warps_ * 5) : kNoPaint,
                    is_used ? kMutedPaint : kBorderPaint});
    }
  }

  /// How many blocks there is room for by each limit; the shortest bar decides.
  void draw_limits() {
    label(kLimitsAt, 6, "blocks that fit, by", 11);
    const auto least = fitting_.blocks();
    const float width = drawing_.width - kLimitsAt - 140;
    const auto most = std::max(1U, *std::ranges::max_element(fitting_.room));
    for (std::size_t i = 0; i < kLimits.size(); ++i) {
      const float y = kTop + static_cast<float>(i) * kRow;
      const auto room = fitting_.room.at(i);
      label(kLimitsAt, y + kRow / 2, kLimits.at(i), 11, Anchor::begin, kMutedPaint);
      drawing_.shapes.push_back(
          Rectangle{kLimitsAt + 100, y + 3,
                    std::max(2.0F, width * static_cast<float>(room) / static_cast<float>(most)),
                    kRow - 6, room == least ? kBadPaint : kRaisedPaint, kMutedPaint});
      label(drawing_.width, y + kRow / 2, fmt::format("{}", room), 11, Anchor::end);
    }
  }

  /// The blocks that are on the device at a time, one wave after the other.
  void draw_waves() {
    const float top = kTop + 4 * kRow + 14;
    const auto shown = std::min(waves(), kMostWaves);
    label(0, top, fmt::format("{} blocks on {} multiprocessors", blocks_, profile_.sm.count), 11);
    const float width = drawing_.width / static_cast<float>(std::max(1U, shown));
    for (std::uint32_t wave = 0; wave < shown; ++wave) {
      const auto blocks = std::min(blocks_ - wave * at_a_time(), at_a_time());
      const float part = static_cast<float>(blocks) / static_cast<float>(at_a_time());
      const float x = static_cast<float>(wave) * width;
      drawing_.shapes.push_back(Rectangle{x, top + 10, width - 3, 30, kNoPaint, kBorderPaint});
      drawing_.shapes.push_back(Rectangle{x, top + 10 + 30 * (1 - part), width - 3, 30 * part,
                                          part < 1 ? kWastedPaint : kGoodPaint, kMutedPaint});
      label(x + width / 2, top + 50, fmt::format("wave {}: {}", wave + 1, blocks),
            fitting_size("wave 00: 0000", width - 4, 10), Anchor::middle, kMutedPaint);
    }
    drawing_.height = top + 60;
  }

  std::string limiters() const {
    std::string text;
    for (std::size_t i = 0; i < kLimits.size(); ++i) {
      if (fitting_.room.at(i) != fitting_.blocks()) continue;
      text += (text.empty() ? "" : " and ") + std::string(kLimits.at(i));
    }
    return text;
  }

  std::string caption() const {
    if (fitting_.blocks() == 0)
      return fmt::format(
          "{}: not one block of {} threads with {} registers each fits, for want of "
          "{}; the launch fails.",
          profile_.name, needs_.threads, needs_.registers, limiters());
    const auto held = fitting_.blocks() * warps_;
    const auto rest = blocks_ - (waves() - 1) * at_a_time();
    return fmt::format(
        "{}: {} blocks of {} threads at a time, {} of {} warps: occupancy {} %. The limit: {}. "
        "{} blocks are {} {}; in the last one {} % of the places have a block.",
        profile_.name, fitting_.blocks(), needs_.threads, held, slots(),
        ratio_text(100.0 * held / slots()), limiters(), blocks_, waves(),
        waves() == 1 ? "wave" : "waves", ratio_text(100.0 * rest / at_a_time()));
  }

  const arch::Profile& profile_;
  std::uint32_t blocks_, warps_ = 1;
  arch::BlockNeeds needs_;
  arch::Occupancy fitting_;
  Drawing drawing_;
};

Drawing draw_residents(const Values& values) { return ResidentsFigure(values).draw(); }

}  // namespace

constinit const Kind kResidents{"residents",    kResidentNumbers, {},  draw_residents,
                                kResidentTexts, nullptr,          true};

}  // namespace warpscope::figures
