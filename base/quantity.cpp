#include "base/quantity.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>

namespace warpscope {
namespace {

constexpr const char* kNothing = "–";

struct Scale {
  double factor;
  const char* unit;
};

/// In the first unit in which the value has at most three digits before the point; in the last one
/// it may have more.
std::string scaled(double value, std::span<const Scale> scales) {
  for (const auto& scale : scales) {
    if (std::abs(value * scale.factor) < 999.5) {
      return fmt::format("{:.3g} {}", value * scale.factor, scale.unit);
    }
  }
  return fmt::format("{:.4g} {}", value * scales.back().factor, scales.back().unit);
}

}  // namespace

std::string time_text(double time_s) {
  static constexpr std::array kScales{Scale{1e9, "ns"}, Scale{1e6, "µs"}, Scale{1e3, "ms"},
                                      Scale{1, "s"}};
  return scaled(time_s, kScales);
}

std::string bytes_text(std::uint64_t count) {
  // Up to 1023 of a unit stay in it: four digits, but whole ones.
  constexpr std::uint64_t kStep = 1024;
  const std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(count);
  std::size_t unit = 0;
  while (std::round(value) >= kStep && unit + 1 < kUnits.size()) {
    value /= kStep;
    ++unit;
  }
  return value < 999.5 ? fmt::format("{:.3g} {}", value, kUnits[unit])
                       : fmt::format("{:.0f} {}", value, kUnits[unit]);
}

std::string bytes_text_of(std::optional<double> count) {
  constexpr double kMost = 0x1p60;
  const bool is_possible = count && *count >= 0 && *count <= kMost;
  return is_possible ? bytes_text(static_cast<std::uint64_t>(*count)) : kNothing;
}

std::string bandwidth_text(std::optional<double> bytes_per_s) {
  static constexpr std::array kScales{Scale{1, "B/s"}, Scale{1e-3, "kB/s"}, Scale{1e-6, "MB/s"},
                                      Scale{1e-9, "GB/s"}, Scale{1e-12, "TB/s"}};
  return bytes_per_s ? scaled(*bytes_per_s, kScales) : kNothing;
}

std::string count_text(std::uint64_t value) {
  auto digits = std::to_string(value);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

std::string number_text(double value) {
  constexpr double kFewestWithThousands = 10000;
  constexpr double kMost = 1e15;
  const bool is_large_count = value >= kFewestWithThousands && value <= kMost;
  return is_large_count ? count_text(static_cast<std::uint64_t>(std::llround(value)))
                        : fmt::format("{:.4g}", value);
}

std::string ratio_text(std::optional<double> value) {
  if (!value) return kNothing;
  auto text = fmt::format("{:.2f}", *value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace warpscope
