#include "labs/judge/error_pattern.h"

#include <algorithm>
#include <ranges>

namespace warpscope::labs {

Diagnosis diagnose(const WrittenArray& output) {
  const auto& [elements, name, element_bytes, first, key] = output;
  const std::size_t count = elements.size();
  const auto last_touched = std::ranges::find_if(elements | std::views::reverse,
                                                 [](Element e) { return e != Element::untouched; });
  const auto rest = static_cast<std::size_t>(last_touched - elements.rbegin());
  if (rest == 0 || rest == count) return {};
  const auto written = elements.first(count - rest);
  if (!std::ranges::all_of(written, [](Element e) { return e == Element::right; })) return {};

  const std::string range = rest == 1
                                ? "element " + std::to_string(count - 1) + " of " + name + " was"
                                : "elements " + std::to_string(count - rest) + " to " +
                                      std::to_string(count - 1) + " of " + name + " were";
  const bool is_rest_of_four = rest == count % 4 || rest == (first + count) % 4;
  if (rest <= 3 && is_rest_of_four) {
    // A grid that was rounded down leaves count % 32 elements or more. Where that is the same
    // number, this size cannot tell the two mistakes apart; another one will.
    if (rest == count % 32) return {};
    return {
        .finding = "vector-tail-missed",
        .cause = "All groups of four were processed, but " + range +
                 " not written: the elements after the last whole group need a path of their own."};
  }
  return {
      .finding = "grid-too-small",
      .cause = "Everything before is right, but " + range + " not written: no thread took them."};
}

}  // namespace warpscope::labs
