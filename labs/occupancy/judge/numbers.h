// What the functions that compute have to answer, element by element.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "labs/judge/value_opinion.h"
#include "labs/occupancy/cpu.h"

namespace warpscope::labs::occupancy {

inline constexpr int kFilters = 40;  // of exercise.h

/// Of add_strided and add_wide.
inline judge::Opinion examine_sum(const judge::Case& set, const std::vector<float>& sum) {
  const auto a = input<float>(set, "a"), b = input<float>(set, "b");
  std::vector<float> expected(a.size());
  add_on_cpu(a.data(), b.data(), expected.data(), static_cast<int>(a.size()));
  return opinion_on_values("sum", sum, expected);
}

/// Of scale_rows and smooth_rows.
inline judge::Opinion examine_rows(const judge::Case& set, const std::vector<float>& out) {
  const auto in = input<float>(set, "in");
  const int rows = parameter(set, "rows"), width = parameter(set, "width");
  std::vector<float> expected(in.size());
  if (set.task == "scale_rows") {
    const auto factor = input<float>(set, "factor");
    scale_rows_on_cpu(in.data(), factor.data(), expected.data(), rows, width);
  } else {
    smooth_rows_on_cpu(in.data(), expected.data(), rows, width);
  }
  const auto place = [&](std::size_t i) {
    const auto of_row = static_cast<std::size_t>(width);
    return fmt::format(" (row {}, element {})", i / of_row, i % of_row);
  };
  return opinion_on_values("out", out, expected, {.place = place});
}

/// Of filter and filter_filling.
inline judge::Opinion examine_filter(const judge::Case& set, const std::vector<float>& out) {
  const auto in = input<float>(set, "in"), weights = input<float>(set, "weights");
  const int channels = parameter(set, "channels");
  std::vector<float> expected(out.size());
  filter_on_cpu(in.data(), weights.data(), expected.data(), channels, parameter(set, "samples"),
                kFilters);
  const auto place = [&](std::size_t i) {
    const auto of_filter = static_cast<std::size_t>(channels);
    return fmt::format(" (filter {}, channel {})", i / of_filter, i % of_filter);
  };
  return opinion_on_values("out", out, expected, {.place = place});
}

}  // namespace warpscope::labs::occupancy
