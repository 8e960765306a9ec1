// The memories of a GPU, from the fastest and smallest to the largest.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "arch/profile.h"
#include "base/quantity.h"
#include "presentation/figures/kinds.h"

namespace warpscope::figures {
namespace {

constexpr std::array kMemoryTexts{TextParameter{"profile", "h200"}};

/// One of them.
struct Level {
  std::string name, whose, size, speed;
};

std::string cycles_text(double cycles) { return ratio_text(cycles) + " cycles"; }

std::vector<Level> levels_of(const arch::Profile& profile) {
  constexpr std::uint64_t kRegisterBytes = 4;
  const auto& sm = profile.sm;
  const auto& caches = profile.clock.caches;
  return {
      {"registers", "of a thread", bytes_text(kRegisterBytes * sm.registers) + " in each SM",
       cycles_text(profile.latency.dependent_instruction_cycles)},
      {"shared memory", "of a block", bytes_text(sm.shared_bytes) + " in each SM at most",
       cycles_text(profile.latency.shared_load_cycles)},
      {"L1 cache", "of an SM", "what shared memory leaves of " + bytes_text(sm.l1_and_shared.bytes),
       cycles_text(caches.l1_hit_cycles)},
      {"L2 cache", "of all", bytes_text(profile.memory.l2_bytes),
       fmt::format(
           "{}, {}",
           cycles_text(caches.l2_asked_cycles + caches.l2_hit_cycles + caches.handed_over_cycles),
           bandwidth_text(profile.memory.l2_bytes_per_s))},
      {"global memory", "of all",
       fmt::format("{} GB", std::round(1e-9 * static_cast<double>(profile.memory_bytes))),
       fmt::format("{} under load, {}", cycles_text(profile.latency.global_load_cycles),
                   bandwidth_text(profile.memory.dram_bytes_per_s))},
      {"host memory", "of the host", "over the bus",
       bandwidth_text(profile.copy.pinned_bytes_per_s) + " each way"},
  };
}

Drawing draw_memory(const Values& values) {
  constexpr float kHeight = 34, kGap = 6, kNarrowest = 300;
  const auto levels = levels_of(*values.profile);
  Drawing drawing;
  float y = 2;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const auto& level = levels[i];
    const float step = (drawing.width - kNarrowest) / static_cast<float>(levels.size() - 1);
    const float width = kNarrowest + step * static_cast<float>(i);
    const float x = (drawing.width - width) / 2;
    drawing.shapes.push_back(Rectangle{x, y, width, kHeight,
                                       lane_paint(static_cast<std::uint32_t>(i) * 5), kMutedPaint});
    const auto text = fmt::format("{} {}", level.name, level.whose);
    drawing.shapes.push_back(Label{drawing.width / 2, y + kHeight * 0.3F, text,
                                   fitting_size(text, width - 8, 12), Anchor::middle, kTextPaint});
    const auto numbers = fmt::format("{}; {}", level.size, level.speed);
    drawing.shapes.push_back(Label{drawing.width / 2, y + kHeight * 0.72F, numbers,
                                   fitting_size(numbers, width - 8, 10.5F), Anchor::middle,
                                   kTextPaint});
    y += kHeight + kGap;
  }
  drawing.height = y;
  drawing.caption = fmt::format(
      "{}: sizes, latencies and bandwidths of its profile, which says of each number "
      "whether it was published, measured or assumed. {} multiprocessors (SM).",
      values.profile->title, values.profile->sm.count);
  return drawing;
}

}  // namespace

constinit const Kind kMemory{"memory", {}, {}, draw_memory, kMemoryTexts, nullptr, true};

}  // namespace warpscope::figures
