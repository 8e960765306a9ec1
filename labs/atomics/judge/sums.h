// Cases and answers of the functions that add floats.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "labs/atomics/judge/inputs.h"
#include "labs/atomics/judge/words.h"
#include "labs/judge/new_case.h"

namespace warpscope::labs::atomics {

using judge::Case;
using judge::Opinion;

// Sums of the same numbers, each in another order. What rounding does to them is far below the
// tolerance: they are not judged by it, their spread is drawn.
inline constexpr std::array kSpreadSizes{1 << 8, 1 << 10, 1 << 12, 1 << 14};
inline constexpr int kMostSpread = 1 << 20;
inline constexpr std::uint64_t kSpreadCalls = 8;
inline constexpr double kSpreadTolerance = 1e-4;
// Of an n-number sum, whatever the order: n roundings of half a unit each are never all one way.
inline constexpr double kSumTolerance = 1e-5;

inline Case sum_case(const std::string& task, const std::string& label, const Floats& values) {
  NewCase set(task, label);
  set.input("in", values).useful_bytes(sizeof(float) * values.size());
  if (task == "sum_repeatable") return set.output<float>("result", 1);
  return set.output<float>("results", 2).output<std::uint32_t>("tickets", 2);
}

/// Of a function that adds floats: it is called several times with the same numbers.
inline void add_spread(std::vector<Case>& all, Chances& random, int count) {
  Floats values = random.fractions(count);
  for (float& value : values) value = std::abs(value);  // so that no sum is small by chance
  for (const char* task : {"sum_repeatable", "sum_in_one_launch"}) {
    Case set = sum_case(task, std::to_string(count), values);
    set.name = "spread/" + set.name;
    set.sweep = "spread";
    set.sweep_x = count;
    set.schedule = 1;
    set.useful_bytes *= kSpreadCalls;
    for (auto& [name, shape] : set.outputs) shape.count = kSpreadCalls;
    all.push_back(std::move(set));
  }
}

/// Exact: each number is a whole number of units, and so is the sum.
inline double exact_sum(const Floats& values) {
  std::int64_t units = 0;
  for (const float value : values) units += std::llround(value * kUnitsPerFloat);
  return static_cast<double>(units) / kUnitsPerFloat;
}

inline Opinion examine_sum_repeatable(const Case& set, float result) {
  const Floats in = input<float>(set, "in");
  const double exact = exact_sum(in);
  const auto expected = static_cast<float>(exact);
  Opinion opinion;
  opinion.is_correct = result == expected;
  if (!opinion.is_correct) {
    opinion.message =
        fmt::format("the sum is {:.6f}, {:+.6f} beside the exact sum {:.6f}", result,
                    static_cast<double>(result) - static_cast<double>(expected), expected) +
        wrong_sum_in_words(in, std::llround(exact * kUnitsPerFloat), result);
  }
  return opinion;
}

/// Of results that are right within the tolerance.
inline double spread_ulp(const Floats& results, double exact) {
  const auto sum = static_cast<float>(exact);
  const double unit = double{std::nextafter(sum, std::numeric_limits<float>::infinity())} - sum;
  const auto [least, largest] = std::ranges::minmax(results);
  return (double{largest} - least) / unit;
}

/// Of sum_repeatable. How far the sums are apart is no mistake here: other cases ask for that.
inline Opinion examine_spread(const Case& set, const Floats& results) {
  const double exact = exact_sum(input<float>(set, "in"));
  Opinion opinion;
  for (const float result : results) {
    if (std::abs(result - exact) <= kSpreadTolerance * exact) continue;
    opinion.message = fmt::format("a sum is {}, expected about {}", result, exact);
    return opinion;
  }
  opinion.is_correct = true;
  return opinion;
}

inline Opinion examine_sum_in_one_launch(const Case& set, const Floats& results,
                                         const Words& tickets) {
  const auto which = [](std::size_t call) {
    return call == 0   ? std::string("first call")
           : call == 1 ? std::string("second call")
                       : fmt::format("call with number {}", call + 1);
  };
  const Floats in = input<float>(set, "in");
  const double expected = exact_sum(in);
  double magnitude = 0;
  for (const float value : in) magnitude += std::abs(static_cast<double>(value));
  Opinion opinion;
  for (std::size_t call = 0; call < results.size(); ++call) {
    if (!(std::abs(results[call] - expected) <= kSumTolerance * magnitude)) {
      opinion.message = fmt::format("after the {} the sum is {}, expected about {}", which(call),
                                    results[call], expected);
      if (results[call] == 0 && !in.empty()) {
        opinion.message += fmt::format(
            "; *ticket is {}. Nothing was stored, or a 0: has a block seen that it is the last "
            "one? "
            "atomicAdd and atomicInc give what was there before, so the last block gets the number "
            "of blocks less one",
            tickets[call]);
      }
      return opinion;
    }
    if (tickets[call] != 0) {
      opinion.message = fmt::format("after the {} *ticket is {}, and the next call needs 0",
                                    which(call), tickets[call]);
      return opinion;
    }
  }
  opinion.is_correct = true;
  return opinion;
}

}  // namespace warpscope::labs::atomics
