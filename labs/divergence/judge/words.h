// The answers of this lab, and what a wrong one shows of the mistake behind it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labs/divergence/cpu.h"
#include "labs/judge/new_case.h"
#include "labs/judge/unwritten.h"
#include "labs/judge/value_opinion.h"

namespace warpscope::labs::divergence {

inline constexpr int kOperations = 32;
using Words = std::vector<std::uint32_t>;

/// Whether the wrong output is the right one in another order: the work was sorted, and its results
/// were left so.
inline bool is_another_order(Words values, Words expected) {
  if (values.size() < 2) return false;
  std::ranges::sort(values);
  std::ranges::sort(expected);
  return values == expected;
}

/// What a wrong value is, where it can be told: " (…)", or nothing.
inline std::string explanation(const judge::Case& set, std::size_t i, std::uint32_t value) {
  if (set.task == "encode") {
    const auto word = input<std::uint32_t>(set, "in")[i];
    const bool is_even = i % 2 == 0;
    const auto other = mix(is_even ? odd_rule(word) : even_rule(word));
    if (value == other) return fmt::format(" (that is the {} rule)", is_even ? "odd" : "even");
  }
  if (set.task == "repair") {
    const auto word = input<std::uint32_t>(set, "in")[i];
    if (is_damaged(word) && value == word) return " (the word is damaged and was not repaired)";
    if (!is_damaged(word) && value == repaired(word))
      return " (the word is not damaged and was repaired)";
    if (!is_damaged(word) && looks_unwritten(value))
      return " (the word is not damaged; it must be copied)";
  }
  if (set.task == "interpret") {
    const auto word = input<std::uint32_t>(set, "words")[i];
    const auto code = input<std::uint8_t>(set, "codes")[i];
    for (std::uint8_t other = 0; other < kOperations; ++other) {
      if (value == operation(other, word))
        return fmt::format(" (that is operation {}, the word's code is {})", other, code);
    }
    // Few words by chance: a code that gives another word's result is a mistake of the order.
    const auto words = input<std::uint32_t>(set, "words");
    for (std::size_t other = 0; other < words.size(); ++other) {
      if (words[other] != word && value == operation(code, words[other]))
        return fmt::format(
            " (that is the word's operation, {}, of words[{}]: are words and codes in the same "
            "order when they meet?)",
            code, other);
    }
    const auto once = operation(code, word);
    for (std::uint8_t other = 0; other < kOperations; ++other) {
      if (value == operation(other, once))
        return fmt::format(
            " (operation {} was right, and then operation {} was applied to its result: does its "
            "case end with return or break?)",
            code, other);
    }
  }
  return {};
}

/// A word without a partner, and nothing else, was left out.
inline bool is_last_alone_missing(const Words& values, const Words& expected) {
  const std::size_t count = values.size();
  return count % 2 == 1 && looks_unwritten(values.back()) &&
         std::equal(values.begin(), values.end() - 1, expected.begin());
}

/// No number has a count of its own: at most as many different ones as there are warps, none is too
/// small, and one of each warp is right. Lanes that were done went on counting with those that were
/// not.
inline bool is_counted_by_warp(std::vector<std::int32_t> steps, const Words& expected) {
  constexpr std::size_t kLanes = 32;
  const std::size_t warps = (steps.size() + kLanes - 1) / kLanes;
  if (steps.size() < 2) return false;
  std::size_t right = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] < static_cast<std::int32_t>(expected[i])) return false;
    right += steps[i] == static_cast<std::int32_t>(expected[i]) ? 1 : 0;
  }
  std::ranges::sort(steps);
  const auto different =
      static_cast<std::size_t>(std::ranges::unique(steps).begin() - steps.begin());
  return different <= warps && right >= warps;
}

/// By how much every count is beside its number's; 0 where they do not agree in that.
inline std::int32_t common_difference(const std::vector<std::int32_t>& steps,
                                      const Words& expected) {
  const auto difference = [&](std::size_t i) {
    return steps[i] - static_cast<std::int32_t>(expected[i]);
  };
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (difference(i) != difference(0)) return 0;
  }
  return steps.size() < 2 ? 0 : difference(0);
}

inline judge::Opinion compare(const judge::Case& set, const Words& values, const Words& expected) {
  judge::Opinion opinion =
      opinion_on_values(set.outputs.begin()->first, values, expected,
                        {.note = [&](std::size_t i) { return explanation(set, i, values[i]); }});
  if (!opinion.is_correct && is_another_order(values, expected))
    opinion.message += "; all values are there, but in another order";
  return opinion;
}

inline judge::Opinion examine_encode(const judge::Case& set, const Words& values,
                                     const Words& expected) {
  judge::Opinion opinion = compare(set, values, expected);
  if (opinion.is_correct || !is_last_alone_missing(values, expected)) return opinion;
  // Not a grid that is too small, as one size alone looks.
  opinion.finding.clear();
  opinion.rest = {};
  opinion.message +=
      "; only the last word is missing: where words are taken in pairs, the last of an odd number "
      "has no partner";
  return opinion;
}

inline judge::Opinion examine_collatz(const judge::Case& set,
                                      const std::vector<std::int32_t>& steps,
                                      const Words& expected) {
  judge::Opinion opinion = compare(set, {steps.begin(), steps.end()}, expected);
  if (!opinion.is_correct && is_counted_by_warp(steps, expected)) {
    opinion.message +=
        "; all numbers of a warp have the count of the longest: lanes that were done went on "
        "counting";
  }
  if (const auto off = common_difference(steps, expected); off == 1 || off == -1)
    opinion.message += fmt::format("; every count is one too {}", off > 0 ? "large" : "small");
  return opinion;
}

inline Words answers(const judge::Case& set) {
  if (set.task == "collatz") {
    const auto numbers = input<std::uint32_t>(set, "numbers");
    std::vector<std::int32_t> steps(numbers.size());
    collatz_on_cpu(numbers, steps);
    return {steps.begin(), steps.end()};
  }
  const auto words = input<std::uint32_t>(set, set.task == "interpret" ? "words" : "in");
  Words expected(words.size());
  if (set.task == "encode") encode_on_cpu(words, expected);
  if (set.task == "repair") repair_on_cpu(words, expected);
  if (set.task == "interpret") interpret_on_cpu(input<std::uint8_t>(set, "codes"), words, expected);
  return expected;
}

}  // namespace warpscope::labs::divergence
