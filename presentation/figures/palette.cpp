#include "presentation/figures/palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace warpscope::figures {
namespace {

using Role = Paint::Role;

struct Named {
  Role role;
  const char* name;
  std::uint32_t light, dark;
};

constexpr std::array kNamed{
    Named{Role::text, "text", 0x1E2329, 0xDDE1E7},
    Named{Role::muted, "muted", 0x5F6873, 0x949CA8},
    Named{Role::border, "border", 0xC3C9D0, 0x3A414C},
    Named{Role::raised, "raised", 0xF0F2F4, 0x24282F},
    Named{Role::wasted, "wasted", 0xD3D7DC, 0x454C57},
    Named{Role::good, "good", 0xBFE3CC, 0x25553B},
    Named{Role::bad, "bad", 0xF6BDB6, 0x7A2E2B},
};

struct TwoGrounds {
  std::uint32_t light, dark;
};

/// Student's and reference's colours of the viewer first.
constexpr std::array<TwoGrounds, kSeriesPaints> kSeries{{{0xC05A00, 0xF2994A},
                                                         {0x1272B0, 0x4FB0E8},
                                                         {0x22774A, 0x63B98A},
                                                         {0x7A4FB5, 0xB9A3E3},
                                                         {0xB03060, 0xE07AA0},
                                                         {0x6B6B00, 0xC9C35A}}};

/// Hue in degrees; saturation and lightness from 0 to 1.
std::uint32_t from_hsl(double hue, double saturation, double lightness) {
  const auto channel = [&](double shift) {
    const double k = std::fmod(shift + hue / 30, 12);
    const double a = saturation * std::min(lightness, 1 - lightness);
    const double value = lightness - a * std::max(-1.0, std::min({k - 3, 9 - k, 1.0}));
    return static_cast<std::uint32_t>(std::lround(255 * value));
  };
  return channel(0) << 16 | channel(8) << 8 | channel(4);
}

}  // namespace

std::uint32_t rgb(Paint paint, bool is_dark) {
  if (paint.role == Role::lane) {
    const double hue = 200 - 310.0 * paint.lane / 32;  // from blue over green and red to violet
    return from_hsl(std::fmod(hue + 360, 360), is_dark ? 0.45 : 0.7, is_dark ? 0.33 : 0.78);
  }
  if (paint.role == Role::series) {
    const auto& color = kSeries[paint.lane % kSeriesPaints];
    return is_dark ? color.dark : color.light;
  }
  const auto* found = std::ranges::find(kNamed, paint.role, &Named::role);
  return found == kNamed.end() ? 0 : is_dark ? found->dark : found->light;
}

std::string css_name(Paint paint) {
  if (paint.role == Role::lane) return fmt::format("--figure-lane-{}", paint.lane);
  if (paint.role == Role::series) return fmt::format("--figure-series-{}", paint.lane);
  const auto* found = std::ranges::find(kNamed, paint.role, &Named::role);
  return fmt::format("--figure-{}", found == kNamed.end() ? "none" : found->name);
}

std::string css_colors(bool is_dark) {
  std::string text;
  const auto add = [&](Paint paint) {
    text += fmt::format("{}:#{:06x};", css_name(paint), rgb(paint, is_dark));
  };
  for (const auto& named : kNamed) add({named.role});
  for (std::uint32_t lane = 0; lane < 32; ++lane) add(lane_paint(lane));
  for (std::uint32_t i = 0; i < kSeriesPaints; ++i) add(series_paint(i));
  return text;
}

}  // namespace warpscope::figures
