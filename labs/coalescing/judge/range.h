// Opinions on add_one: what was written beside the range, or in the wrong part of it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "labs/judge/error_pattern.h"
#include "labs/judge/new_case.h"
#include "labs/judge/unwritten.h"

namespace warpscope::labs::coalescing {

inline std::string value_text(float value) {
  return looks_unwritten(value) ? "never written" : fmt::format("{}", value);
}

/// True when a first part of the range was increased by 1 more than once and the rest never: every
/// block worked on the elements of block 0.
inline bool is_first_block_repeated(std::span<const float> before, std::span<const float> after) {
  std::size_t changed = 0;
  bool is_repeated = false;
  while (changed < after.size() && after[changed] != before[changed]) {
    const float increase = after[changed] - before[changed];
    // Adding 1 thousands of times rounds away low bits of the fraction.
    const bool is_whole = std::abs(increase - std::round(increase)) < 0.01F;
    if (!is_whole || increase < 0.5F) return false;
    is_repeated = is_repeated || increase > 1.5F;
    ++changed;
  }
  return is_repeated && changed < after.size() &&
         std::ranges::equal(after.subspan(changed), before.subspan(changed));
}

/// Something before the range was changed: besides it, or instead of its end?
inline judge::Opinion opinion_on_early_write(std::span<const float> data,
                                             std::span<const float> before, std::size_t offset,
                                             std::size_t first) {
  judge::Opinion opinion;
  opinion.message = fmt::format(
      "data[{}] lies before the range, which begins at data[{}], and was changed from {} to {}",
      first, offset, before[first], value_text(data[first]));
  const auto is_increased = [&](std::size_t i) { return data[i] == before[i] + 1.0F; };
  const std::size_t count = data.size() - offset;
  const std::size_t end = first + count;
  bool is_range_right = true;
  bool is_shifted = true;
  for (std::size_t i = first; i < data.size(); ++i) {
    if (i >= offset) is_range_right = is_range_right && is_increased(i);
    is_shifted = is_shifted && (i < end ? is_increased(i) : data[i] == before[i]);
  }
  if (is_range_right) {
    opinion.finding = "missing-lower-guard";
    opinion.cause = fmt::format(
        "The range is right, but elements before it were changed too, from data[{}] on; it begins "
        "at data[{}].",
        first, offset);
  } else if (is_shifted) {
    opinion.finding = "range-too-early";
    opinion.cause = fmt::format(
        "data[{}] to data[{}] were increased: as many elements as should be, but {} too early. The "
        "range begins at data[{}].",
        first, end - 1, offset - first, offset);
  }
  return opinion;
}

/// " (…)" where it can be told what was done instead of adding 1.
inline std::string times_added(float before, float after) {
  if (after == before) return " (nothing was added)";
  if (after == before + 1.0F + 1.0F) return " (1 was added twice)";
  return {};
}

inline judge::Opinion examine_add_one(const judge::Case& set, const std::vector<float>& data) {
  const auto before = input<float>(set, "data");
  const auto offset = parameter<std::size_t>(set, "offset");
  const auto first_changed =
      static_cast<std::size_t>(std::ranges::mismatch(data, before).in1 - data.begin());
  if (first_changed < offset) return opinion_on_early_write(data, before, offset, first_changed);
  const auto range = std::span(data).subspan(offset);
  const auto original = std::span(before).subspan(offset);
  std::vector<Element> elements(range.size());
  for (std::size_t i = 0; i < range.size(); ++i) {
    elements[i] = range[i] == original[i] + 1.0F ? Element::right
                  : range[i] == original[i]      ? Element::untouched
                                                 : Element::wrong;
  }
  judge::Opinion opinion = opinion_on(
      {.elements = elements, .name = "the range", .first = offset, .output = "data"},
      [&](std::size_t i) {
        return fmt::format("data[{}], {} after the beginning of the range, is {}, expected {}{}",
                           offset + i, i, value_text(range[i]), original[i] + 1.0F,
                           times_added(original[i], range[i]));
      });
  if (!opinion.is_correct && is_first_block_repeated(original, range)) {
    opinion.finding = "local-for-global-index";
    opinion.cause =
        "The first elements were increased more than once and the others never: every "
        "block computed the same indices, from threadIdx alone.";
  }
  return opinion;
}

}  // namespace warpscope::labs::coalescing
