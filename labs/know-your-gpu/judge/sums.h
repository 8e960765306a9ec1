// Opinions on sums of two arrays, and what the host is shown in place of these.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labs/judge/new_case.h"
#include "labs/judge/number_order.h"
#include "labs/judge/value_opinion.h"
#include "labs/know-your-gpu/cpu.h"
#include "labs/know-your-gpu/judge/shapes.h"

namespace warpscope::labs::know_your_gpu {

/// Numbers between the whole ones, of which sums of two are exact as well.
inline judge::StandIn other_floats(const judge::Array& array, const NumberOrder& order) {
  auto values = array.as<float>();
  for (float& value : values)
    value = static_cast<float>(order(static_cast<std::uint32_t>(value) - 1)) + 1.5F;
  return {array_of(values), judge::MatchBy::lone_words};
}

inline judge::Opinion examine_sum(const judge::Case& set, const Floats& sum) {
  const auto a = input<float>(set, "a"), b = input<float>(set, "b");
  Floats expected(a.size());
  add_on_cpu(a.data(), b.data(), expected.data(), static_cast<int>(a.size()));
  // add has memory of its own, whose bytes are 0 before anybody writes; no sum is.
  const bool is_zero_unwritten =
      set.task == "add" && std::ranges::any_of(sum, [](float value) { return value != 0; });
  const auto is_untouched = [&](std::size_t i) {
    return looks_unwritten(sum[i]) || (is_zero_unwritten && sum[i] == 0);
  };
  auto opinion = opinion_on_values(
      "sum", sum, expected, {.is_untouched = is_untouched, .unwritten = "was never written"});
  bool is_all_untouched = !sum.empty();
  for (std::size_t i = 0; i < sum.size() && is_all_untouched; ++i)
    is_all_untouched = sum[i] != expected[i] && is_untouched(i);
  // Managed memory is not copied: what the host does not see was not there yet when it looked.
  if (is_all_untouched && set.task == "add_managed") {
    opinion.finding = "result-read-too-early";
    opinion.cause = "When " + set.task + " returned, no sum was there; a kernel wrote them later.";
  }
  return opinion;
}

}  // namespace warpscope::labs::know_your_gpu
