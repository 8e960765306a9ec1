// Where the wrong elements of an output are.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "labs/judge/error_pattern.h"

namespace warpscope::labs {
namespace {

bool is_wrong(Element element) { return element != Element::right; }

/// Elements [first, end).
struct Range {
  std::size_t first = 0, end = 0;
};

/// Where `holds(i)` for i below `count`, if that is one range.
template <typename Holds>
std::optional<Range> only_range(std::size_t count, Holds holds) {
  Range range;
  while (range.first < count && !holds(range.first)) ++range.first;
  range.end = range.first;
  while (range.end < count && holds(range.end)) ++range.end;
  for (std::size_t i = range.end; i < count; ++i) {
    if (holds(i)) return std::nullopt;
  }
  return range;
}

std::string range_in_words(const Range& range, std::size_t count) {
  if (range.first == 0) return fmt::format(", the first {}", range.end);
  if (range.end == count) return fmt::format(", all from {} on", range.first);
  return fmt::format(", all from {} to {}", range.first, range.end - 1);
}

/// Of elements that are right or wrong by their number modulo `period`; nothing where they are not.
std::string period_in_words(std::span<const Element> elements, std::size_t period) {
  for (std::size_t i = period; i < elements.size(); ++i) {
    if (is_wrong(elements[i]) != is_wrong(elements[i - period])) return {};
  }
  const auto range = only_range(period, [&](std::size_t i) { return is_wrong(elements[i]); });
  if (!range) return {};
  if (range->end == range->first + 1)
    return fmt::format(", all i with i % {} == {}", period, range->first);
  if (range->first == 0) return fmt::format(", all i with i % {} < {}", period, range->end);
  if (range->end == period) return fmt::format(", all i with i % {} >= {}", period, range->first);
  return {};
}

}  // namespace

std::string positions_in_words(std::span<const Element> elements) {
  constexpr std::size_t kFewest = 2, kMostPeriod = 1024;
  const auto count = elements.size();
  const auto wrong = static_cast<std::size_t>(std::ranges::count_if(elements, is_wrong));
  if (wrong < kFewest || count - wrong < kFewest) return {};
  const auto range = only_range(count, [&](std::size_t i) { return is_wrong(elements[i]); });
  if (range) return range_in_words(*range, count);
  for (std::size_t period = 2; period <= kMostPeriod && 2 * period <= count; period *= 2) {
    if (auto words = period_in_words(elements, period); !words.empty()) return words;
  }
  return {};
}

}  // namespace warpscope::labs
