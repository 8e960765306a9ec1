#include "runner/run/progress_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quantity.h"
#include "base/text_of_others.h"
#include "record/kernel_name.h"

namespace warpscope::runner {
namespace {

constexpr std::size_t kFewestOfKernel = 8;
constexpr double kMinute = 60, kHour = 3600, kDay = 86400;

/// "12.3 million", "850 thousand", "12".
std::string rate_text(double per_s) {
  if (per_s >= 1e9) return fmt::format("{:.1f} thousand million", per_s / 1e9);
  if (per_s >= 1e6) return fmt::format("{:.1f} million", per_s / 1e6);
  if (per_s >= 1e3) return fmt::format("{:.0f} thousand", per_s / 1e3);
  return fmt::format("{:.0f}", per_s);
}

}  // namespace

std::string about_time_text(double time_s) {
  if (time_s < 1) return "1 s";
  if (time_s < 2 * kMinute) return fmt::format("{:.0f} s", time_s);
  if (time_s < 2 * kHour) return fmt::format("{:.0f} min", time_s / kMinute);
  if (time_s < 2 * kDay) {
    const auto hours = std::floor(time_s / kHour);
    return fmt::format("{:.0f} h {:.0f} min", hours,
                       std::floor((time_s - hours * kHour) / kMinute));
  }
  return fmt::format("{:.0f} days", time_s / kDay);
}

std::string cut_to_width(std::string text, std::size_t width) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_inside = (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
    if (!is_inside && ++characters > width) {
      text.resize(i);
      break;
    }
  }
  return text;
}

std::string launch_progress_text(const device::LaunchProgressed& progress, std::size_t width) {
  const auto blocks = static_cast<double>(std::max<std::uint64_t>(progress.blocks, 1));
  const auto finished = static_cast<double>(progress.finished_blocks);
  auto text = fmt::format(": {} of {} blocks ({:.0f} %)", count_text(progress.finished_blocks),
                          count_text(progress.blocks), std::floor(100 * finished / blocks));
  if (progress.running_s > 0) {
    text += fmt::format(", {} warp instructions/s",
                        rate_text(static_cast<double>(progress.instructions) / progress.running_s));
  }
  if (finished > 0)
    text += fmt::format(", about {} left",
                        about_time_text(progress.running_s * (blocks - finished) / finished));
  const auto room = width > text.size() ? width - text.size() : 0;
  return one_line_of_others(
             record::short_kernel_name(progress.kernel, std::max(room, kFewestOfKernel))) +
         text;
}

}  // namespace warpscope::runner
