// Opinions on floats that may be beside the exact value by so much and no more.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "labs/judge/unwritten.h"
#include "labs/judge/value_opinion.h"

namespace warpscope::labs::ln2 {

using Floats = std::vector<float>;
using Exact = std::vector<long double>;

/// The unit in the last place of floats near `value`: what is between two neighbours there.
inline long double unit_at(long double value) {
  constexpr int kDigits = std::numeric_limits<float>::digits;
  constexpr int kLeastExponent = std::numeric_limits<float>::min_exponent - 1;
  if (value == 0) return std::numeric_limits<float>::denorm_min();
  return std::ldexp(1.0L, std::max(std::ilogb(std::abs(value)), kLeastExponent) - kDigits + 1);
}

/// What a lab says of a float that is not accepted.
struct FloatWords {
  std::function<std::string(std::size_t)> place{};  ///< behind NAME[I], with a blank before
  std::function<std::string(std::size_t)> note{};   ///< behind what is expected
};

/// Each float is right that is at most `allowed[i]` beside `exact[i]`.
inline judge::Opinion opinion_within(const std::string& name, const Floats& given,
                                     const Exact& exact, const Exact& allowed,
                                     const FloatWords& words = {}) {
  std::vector<Element> elements(given.size());
  const auto off = [&](std::size_t i) { return std::abs(given[i] - exact[i]); };
  for (std::size_t i = 0; i < given.size(); ++i) {
    // NaN is beside everything, and nobody writes its unwritten form.
    elements[i] = off(i) <= allowed[i]        ? Element::right
                  : looks_unwritten(given[i]) ? Element::untouched
                                              : Element::wrong;
  }
  return opinion_on({.elements = elements, .name = name, .output = name}, [&](std::size_t i) {
    const auto where =
        fmt::format("{}[{}]{}", name, i, words.place ? words.place(i) : std::string());
    if (elements[i] == Element::untouched)
      return fmt::format("{} is never written, expected {:.9g}", where, exact[i]);
    const long double unit = unit_at(exact[i]);
    return fmt::format("{} is {:.9g}, expected {:.9g}: {:.3g} ulp beside it, {:.3g} are accepted{}",
                       where, given[i], exact[i], off(i) / unit, allowed[i] / unit,
                       words.note ? words.note(i) : std::string());
  });
}

/// The same by units in the last place of each exact value.
inline judge::Opinion opinion_within_units(const std::string& name, const Floats& given,
                                           const Exact& exact,
                                           const std::function<long double(std::size_t)>& units,
                                           const FloatWords& words = {}) {
  Exact allowed(exact.size());
  for (std::size_t i = 0; i < exact.size(); ++i) allowed[i] = units(i) * unit_at(exact[i]);
  return opinion_within(name, given, exact, allowed, words);
}

}  // namespace warpscope::labs::ln2
