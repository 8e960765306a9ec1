#include "viewer/model/numbers.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace warpscope::viewer {
namespace {

/// Three significant digits, without an exponent for what appears here.
std::string three_digits(double value) {
  const double size = std::abs(value);
  return fixed(value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

}  // namespace

std::string grouped(std::uint64_t value) {
  const std::string digits = std::to_string(value);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += "\u00a0";
    out += digits[i];
  }
  return out;
}

std::string fixed(double value, int decimals) { return fmt::format("{:.{}f}", value, decimals); }

std::string compact(double value) {
  if (value == std::floor(value) && std::abs(value) < 10000) return fixed(value, 0);
  return three_digits(value);
}

std::string duration(double seconds) {
  const double size = std::abs(seconds);
  if (size == 0) return "0";
  if (size < 999.5e-9) return three_digits(seconds * 1e9) + " ns";
  if (size < 999.5e-6) return three_digits(seconds * 1e6) + " µs";
  if (size < 999.5e-3) return three_digits(seconds * 1e3) + " ms";
  return three_digits(seconds) + " s";
}

std::string bytes(std::uint64_t count) {
  auto value = static_cast<double>(count);
  if (count < 1024) return std::to_string(count) + " B";
  for (const std::string_view unit : {"KiB", "MiB", "GiB"}) {
    value /= 1024;
    if (value < 1023.5 || unit == "GiB") return compact(value) + " " + std::string(unit);
  }
  return {};
}

std::string bandwidth(double bytes_per_s) {
  if (bytes_per_s < 1e9) return three_digits(bytes_per_s / 1e6) + " MB/s";
  return three_digits(bytes_per_s / 1e9) + " GB/s";
}

}  // namespace warpscope::viewer
