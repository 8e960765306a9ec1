// Whether an element of an output is near enough to its answer, and how that is said.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "labs/judge/unwritten.h"
#include "runner/data_lab/data_lab.h"

namespace warpscope::runner {

/// Numbers in the order of the values that they are the bits of; neighbours differ by 1.
template <typename T>
std::int64_t place_of(T value) {
  using Bits = std::conditional_t<sizeof(T) == sizeof(std::int32_t), std::int32_t, std::int64_t>;
  const auto bits = std::bit_cast<Bits>(value);
  const auto place = static_cast<std::int64_t>(bits);
  return place >= 0 ? place : static_cast<std::int64_t>(std::numeric_limits<Bits>::min()) - place;
}

/// Of two places; those of doubles can be further apart than a signed number.
inline std::uint64_t distance(std::int64_t one, std::int64_t other) {
  const auto low = static_cast<std::uint64_t>(std::min(one, other));
  return static_cast<std::uint64_t>(std::max(one, other)) - low;
}

/// The answer may be of a wider type than the value; then nothing is said in steps.
template <typename T, typename Answer>
bool is_near(T value, Answer answer, const Tolerance& tolerance) {
  if (value == answer) return true;
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(value) || !std::isfinite(answer)) return false;
  }
  if constexpr (std::is_floating_point_v<T> && std::is_same_v<T, Answer>) {
    if (tolerance.ulp > 0 && distance(place_of(value), place_of(answer)) <= tolerance.ulp)
      return true;
  }
  const auto wanted = static_cast<double>(answer);
  const auto away = std::abs(static_cast<double>(value) - wanted);
  return (tolerance.relative > 0 && away <= tolerance.relative * std::abs(wanted)) ||
         (tolerance.absolute > 0 && away <= tolerance.absolute);
}

/// " up to 2 ulp"; empty where the answer must be met.
inline std::string tolerance_text(const Tolerance& tolerance) {
  if (tolerance.is_exact()) return {};
  std::vector<std::string> ways;
  if (tolerance.ulp > 0) ways.push_back(fmt::format("{} ulp", tolerance.ulp));
  if (tolerance.relative > 0) ways.push_back(fmt::format("{:g} of it", tolerance.relative));
  if (tolerance.absolute > 0) ways.push_back(fmt::format("{:g}", tolerance.absolute));
  return fmt::format(" up to {}", fmt::join(ways, " or "));
}

/// As many digits as a float has, of a double beside which floats are looked at.
template <typename T, typename Answer>
std::string answer_text(Answer answer) {
  if constexpr (std::is_same_v<T, Answer>) return fmt::format("{}", answer);
  return fmt::format("{:.9g}", static_cast<double>(answer));
}

/// Also NaN is the same as itself.
template <typename T>
bool is_same(T one, T other) {
  return std::bit_cast<std::array<std::byte, sizeof(T)>>(one) ==
         std::bit_cast<std::array<std::byte, sizeof(T)>>(other);
}

}  // namespace warpscope::runner
