// The answers of this lab, and what a wrong one shows of the mistake behind it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labs/judge/new_case.h"
#include "labs/judge/value_opinion.h"
#include "labs/ln2/cpu.h"
#include "labs/ln2/judge/floats.h"

namespace warpscope::labs::ln2 {

using Integers = std::vector<std::int32_t>;
using Words = std::vector<std::uint32_t>;

inline constexpr std::size_t kOrders = 4;
inline constexpr long double kRounding = 0x1p-24L;  // of a float, relative, at most

/// Row `row` of an array in which number k of row r is at k * rows + r.
inline Floats row_of(const Floats& in, std::size_t rows, std::size_t row) {
  Floats numbers(in.size() / rows);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = in[k * rows + row];
  return numbers;
}

inline std::string series_note(int first, int terms, float value) {
  const auto answer = series<long double>(first, terms);
  const auto is_near = [&](long double other) {
    return std::abs(value - other) < 0.25L / (first + terms) / (first + terms);
  };
  if (std::isinf(value)) return " (a term was divided by 0)";
  if (is_near(-answer)) return " (every sign is the other way round)";
  if (is_near(series<long double>(first, terms - 1))) return " (that is without the last term)";
  if (is_near(series<long double>(first, terms + 1))) return " (that is with one term too many)";
  return {};
}

inline judge::Opinion examine_series(const judge::Case& set, const Floats& sums) {
  const auto first = input<std::int32_t>(set, "first");
  const int terms = parameter(set, "terms");
  Exact exact(first.size());
  Exact allowed(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    exact[i] = series<long double>(first[i], terms);
    long double sizes = 0;
    for (int k = first[i]; k < first[i] + terms; ++k) sizes += 1.0L / k;
    // A rounding of each quotient, and of a sum that it goes through for each other number.
    allowed[i] = (terms + 2) * kRounding * sizes;
  }
  return opinion_within(
      "sums", sums, exact, allowed,
      {.place = [&](std::size_t i) { return fmt::format(" (from term {} on)", first[i]); },
       .note = [&](std::size_t i) { return series_note(first[i], terms, sums[i]); }});
}

inline std::array<float, kOrders> sums_of(const Floats& row) {
  return {first_to_last(row), last_to_first(row), by_halves(row), by_size(row)};
}

inline judge::Opinion examine_orders(const judge::Case& set, const Floats& sums) {
  static constexpr std::array kNames{"first to last", "last to first", "by halves", "by size"};
  const auto in = input<float>(set, "in");
  const auto rows = parameter<std::size_t>(set, "rows");
  Floats answer(sums.size());
  std::vector<std::array<float, kOrders>> of_row(rows);
  double spread = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    const auto row = row_of(in, rows, r);
    of_row[r] = sums_of(row);
    for (std::size_t order = 0; order < kOrders; ++order)
      answer[order * rows + r] = of_row[r][order];
    std::array<float, kOrders> got{};
    for (std::size_t order = 0; order < kOrders; ++order) got[order] = sums[order * rows + r];
    const auto [least, largest] = std::ranges::minmax(got);
    const auto unit = static_cast<double>(unit_at(exact_sum(row)));
    spread = std::max(spread, (double{largest} - least) / unit);
  }
  const auto note = [&](std::size_t i) {
    const std::size_t asked = i / rows;
    for (std::size_t order = 0; order < kOrders; ++order) {
      const bool is_other =
          of_row[i % rows][order] != answer[i] && sums[i] == of_row[i % rows][order];
      if (is_other) return fmt::format(" (asked was {}, that is {})", kNames[asked], kNames[order]);
    }
    return fmt::format(" ({})", kNames[asked]);
  };
  auto opinion = opinion_on_values("sums", sums, answer, {.note = note});
  if (opinion.is_correct && rows > 0) opinion.result_spread_ulp = spread;
  return opinion;
}

inline judge::Opinion examine_compensated(const judge::Case& set, const Floats& sums) {
  const auto in = input<float>(set, "in");
  const auto rows = sums.size();
  Exact exact(rows);
  Exact allowed(rows);
  for (std::size_t r = 0; r < rows; ++r) {
    const auto row = row_of(in, rows, r);
    exact[r] = exact_sum(row);
    long double sizes = 0;
    for (const float value : row) sizes += std::abs(value);
    const auto count = static_cast<long double>(row.size());
    allowed[r] =
        2 * kRounding * std::abs(exact[r]) + 2 * count * count * kRounding * kRounding * sizes;
  }
  return opinion_within("sums", sums, exact, allowed);
}

/// One function of an input.
inline judge::Opinion examine_function(const std::string& name, const Floats& given,
                                       const Floats& in, long double (*function)(float),
                                       const std::function<long double(std::size_t)>& units) {
  Exact exact(in.size());
  std::ranges::transform(in, exact.begin(), function);
  return opinion_within_units(
      name, given, exact, units,
      {.place = [&](std::size_t i) { return fmt::format(" (of {:.9g})", in[i]); },
       .note =
           [&](std::size_t i) {
             return given[i] == 0 ? std::string(" (no digit is left: what was subtracted?)")
                                  : std::string();
           }});
}

inline judge::Opinion examine_special(const judge::Case& set, const Outputs& outputs) {
  const auto within = [](long double units) { return [units](std::size_t) { return units; }; };
  auto opinion = examine_function("cosines", output<float>(outputs, "cosines"),
                                  input<float>(set, "x"), cos_pi, within(2));
  if (opinion.is_correct)
    opinion = examine_function("tails", output<float>(outputs, "tails"), input<float>(set, "z"),
                               tail, within(6));
  if (opinion.is_correct)
    opinion = examine_function("inverses", output<float>(outputs, "inverses"),
                               input<float>(set, "p"), inverse_erfc, within(5));
  return opinion;
}

inline judge::Opinion examine_exponentials(const judge::Case& set, const Outputs& outputs) {
  const auto x = input<float>(set, "x");
  const auto accurate = output<float>(outputs, "accurate");
  const auto fast = output<float>(outputs, "fast");
  auto opinion =
      examine_function("accurate", accurate, x, exponential, [](std::size_t) { return 3.0L; });
  if (opinion.is_correct)
    opinion = examine_function("fast", fast, x, exponential,
                               [&](std::size_t i) { return 3 + std::abs(1.173L * x[i]); });
  if (!opinion.is_correct || x.empty()) return opinion;
  long double spread = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    spread = std::max(spread, std::abs(static_cast<long double>(accurate[i]) - fast[i]) /
                                  unit_at(exponential(x[i])));
  opinion.result_spread_ulp = static_cast<double>(spread);
  return opinion;
}

inline judge::Opinion examine_brighten(const judge::Case& set, const Floats& out) {
  const auto in = input<float>(set, "in");
  Exact exact(in.size());
  Exact allowed(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    exact[i] = brightened(in[i]);
    allowed[i] = exact[i] / 4096;
  }
  return opinion_within("out", out, exact, allowed);
}

inline judge::Opinion examine_bits(const judge::Case& set, const Outputs& outputs) {
  const auto words = input<std::uint32_t>(set, "words");
  const auto of_word = [&](std::size_t i) { return fmt::format(" (of {:#010x})", words[i]); };
  Words reversed_words(words.size());
  std::ranges::transform(words, reversed_words.begin(), reversed);
  auto opinion = opinion_on_values("reversed", output<std::uint32_t>(outputs, "reversed"),
                                   reversed_words, {.place = of_word});
  const auto compare = [&](const char* name, std::int32_t (*function)(std::uint32_t)) {
    if (!opinion.is_correct) return;
    const auto given = output<std::int32_t>(outputs, name);
    Integers answer(words.size());
    std::ranges::transform(words, answer.begin(), function);
    opinion = opinion_on_values(
        name, given, answer, {.is_untouched = [](std::size_t) { return false; }, .place = of_word});
  };
  compare("ones", ones);
  compare("leading", leading);
  compare("lowest", lowest);
  return opinion;
}

}  // namespace warpscope::labs::ln2
