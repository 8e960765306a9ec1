#include "runner/data_lab/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "labs/judge/error_pattern.h"
#include "labs/judge/unwritten.h"
#include "runner/data_lab/with_type.h"

namespace warpscope::runner {
namespace {

using labs::Element;

/// Numbers in the order of the values that they are the bits of; neighbours differ by 1.
template <typename T>
std::int64_t place_of(T value) {
  using Bits = std::conditional_t<sizeof(T) == sizeof(std::int32_t), std::int32_t, std::int64_t>;
  const auto bits = std::bit_cast<Bits>(value);
  const auto place = static_cast<std::int64_t>(bits);
  return place >= 0 ? place : static_cast<std::int64_t>(std::numeric_limits<Bits>::min()) - place;
}

/// Of two places; those of doubles can be further apart than a signed number.
std::uint64_t distance(std::int64_t one, std::int64_t other) {
  const auto low = static_cast<std::uint64_t>(std::min(one, other));
  return static_cast<std::uint64_t>(std::max(one, other)) - low;
}

template <typename T>
bool is_near(T value, T answer, const Tolerance& tolerance) {
  if (value == answer) return true;
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(value) || !std::isfinite(answer)) return false;
    if (tolerance.ulp > 0 && distance(place_of(value), place_of(answer)) <= tolerance.ulp)
      return true;
  }
  const auto wanted = static_cast<double>(answer);
  const auto away = std::abs(static_cast<double>(value) - wanted);
  return (tolerance.relative > 0 && away <= tolerance.relative * std::abs(wanted)) ||
         (tolerance.absolute > 0 && away <= tolerance.absolute);
}

std::string tolerance_text(const Tolerance& tolerance) {
  if (tolerance.is_exact()) return {};
  std::vector<std::string> ways;
  if (tolerance.ulp > 0) ways.push_back(fmt::format("{} ulp", tolerance.ulp));
  if (tolerance.relative > 0) ways.push_back(fmt::format("{:g} of it", tolerance.relative));
  if (tolerance.absolute > 0) ways.push_back(fmt::format("{:g}", tolerance.absolute));
  return fmt::format(" up to {}", fmt::join(ways, " or "));
}

template <typename T>
bool is_same(T one, T other) {
  return std::bit_cast<std::array<std::byte, sizeof(T)>>(one) ==
         std::bit_cast<std::array<std::byte, sizeof(T)>>(other);
}

template <typename T>
judge::Opinion opinion(const DataArgument& argument, const ComparedArray& arrays) {
  const auto given = arrays.given.as<T>();
  const auto answer = arrays.answer.as<T>();
  const auto before = arrays.before == nullptr ? std::vector<T>() : arrays.before->as<T>();
  const auto is_untouched = [&](std::size_t i) {
    return before.empty() ? labs::looks_unwritten(given[i]) : is_same(given[i], before[i]);
  };
  std::vector<Element> elements(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    elements[i] = is_near(given[i], answer[i], argument.tolerance) ? Element::right
                  : is_untouched(i)                                ? Element::untouched
                                                                   : Element::wrong;
  }
  return labs::opinion_on({.elements = elements,
                           .name = argument.name,
                           .element_bytes = sizeof(T),
                           .output = argument.name},
                          [&](std::size_t i) {
                            const auto found = elements[i] == Element::untouched && before.empty()
                                                   ? std::string("never written")
                                                   : fmt::format("{}", given[i]);
                            return fmt::format("{}[{}] is {}, expected {}{}", argument.name, i,
                                               found, answer[i],
                                               tolerance_text(argument.tolerance));
                          });
}

}  // namespace

judge::Opinion opinion_on_array(const DataArgument& argument, const ComparedArray& arrays) {
  return with_type(argument.type, [&]<typename T>(T) { return opinion<T>(argument, arrays); });
}

bool has_nan(const lab_protocol::Array& answer) {
  return with_type(answer.type(), [&]<typename T>(T) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::ranges::any_of(answer.as<T>(), [](T value) { return std::isnan(value); });
    }
    return false;
  });
}

}  // namespace warpscope::runner
