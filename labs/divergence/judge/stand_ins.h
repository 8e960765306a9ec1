// What the host of a grading gets in place of this lab's inputs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

#include "labs/judge/array_of.h"
#include "labs/judge/inputs.h"
#include "labs/judge/judge.h"

namespace warpscope::labs::divergence {

inline constexpr std::uint32_t kLargestNumber = 100000;
inline constexpr int kStepsPerEffort = 12;

/// Other words for interpret(): it can order its work by the codes, which stay.
inline judge::StandIn other_words(const judge::Array& words, std::uint64_t seed) {
  return {array_of(Inputs<Distinct32>(seed).words(words.count())),
          judge::MatchBy::neighbouring_words};
}

/// Of Collatz's rule, for each number from 1 on: until a smaller one is reached, whose steps are
/// there.
inline std::vector<std::int32_t> steps_up_to(std::uint32_t largest) {
  std::vector<std::int32_t> steps(std::size_t{largest} + 1);
  for (std::uint32_t first = 2; first <= largest; ++first) {
    std::uint32_t n = first;
    std::int32_t taken = 0;
    for (; n >= first; ++taken) n = n % 2 == 1 ? 3 * n + 1 : n / 2;
    steps[first] = taken + steps[n];
  }
  return steps;
}

/// For each number another one that is not among them and has other steps but the same effort: the
/// next above it that nothing else stands for, or the next below. So an order by effort stays, and
/// one by size nearly. A few small numbers have none, and stand for themselves.
inline judge::StandIn other_numbers(const judge::Array& array) {
  const auto numbers = array.as<std::uint32_t>();
  constexpr std::size_t kNumbers = kLargestNumber + 1;
  static const auto steps = steps_up_to(kLargestNumber);
  std::vector<bool> is_taken(kNumbers);
  for (const auto n : numbers) is_taken[n] = true;
  is_taken[1] = true;  // may well fill gaps
  std::map<std::int32_t, std::vector<std::uint32_t>> of_effort;
  for (std::uint32_t n = 1; n < kNumbers; ++n) of_effort[steps[n] / kStepsPerEffort].push_back(n);
  std::map<std::uint32_t, std::uint32_t> shown;
  for (const auto n : numbers) {
    if (shown.contains(n)) continue;
    const auto can_stand_for = [&](std::uint32_t other) {
      return !is_taken[other] && steps[other] != steps[n];
    };
    const auto& same = of_effort[steps[n] / kStepsPerEffort];
    const auto at = std::ranges::lower_bound(same, n);
    std::uint32_t other = n;  // it stands for itself, unless another one can
    const auto above = std::find_if(at, same.end(), can_stand_for);
    if (above != same.end()) {
      other = *above;
    } else {
      const auto below = std::find_if(std::reverse_iterator(at), same.rend(), can_stand_for);
      if (below != same.rend()) other = *below;
    }
    is_taken[other] = true;
    shown[n] = other;
  }
  std::vector<std::uint32_t> others(numbers.size());
  std::ranges::transform(numbers, others.begin(), [&](auto n) { return shown.at(n); });
  return {array_of(others), judge::MatchBy::neighbouring_words};
}

}  // namespace warpscope::labs::divergence
