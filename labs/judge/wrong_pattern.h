// How the wrong elements of an output compare with the answer, where they have that in common. Each
// sentence is said only where it holds for what it speaks of; empty otherwise.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "labs/judge/error_pattern.h"

namespace warpscope::labs {

/// T, or for whole numbers one in which overflow has a meaning: it wraps, as in CUDA's sums.
template <typename T>
using Wrapping = std::conditional_t<std::is_integral_v<T>, std::uint64_t, T>;

template <typename T>
T multiplied(T value, unsigned times) {
  return static_cast<T>(static_cast<Wrapping<T>>(value) * static_cast<Wrapping<T>>(times));
}
template <typename T>
T difference(T value, T other) {
  return static_cast<T>(static_cast<Wrapping<T>>(value) - static_cast<Wrapping<T>>(other));
}

/// "; each wrong one is exactly 2 times what is expected", or a part of it. `wrong`: their indices.
template <typename T>
std::string ratio_in_words(std::span<const T> given, std::span<const T> answer,
                           std::span<const std::size_t> wrong) {
  constexpr std::array kTimes{2U, 3U, 4U, 8U, 16U, 32U, 64U, 128U, 256U, 512U, 1024U};
  constexpr std::size_t kFewest = 3;  // that it is no chance
  if (wrong.size() < kFewest) return {};
  for (const unsigned times : kTimes) {
    const char* lanes = times == 32 ? " (a warp has 32 lanes)" : "";
    if (std::ranges::all_of(wrong,
                            [&](auto i) { return given[i] == multiplied(answer[i], times); }))
      return fmt::format("; each wrong one is exactly {} times what is expected{}", times, lanes);
    if (std::ranges::all_of(wrong, [&](auto i) {
          return given[i] != T{} && answer[i] == multiplied(given[i], times);
        }))
      return fmt::format("; each wrong one, times {}, is what is expected{}", times, lanes);
  }
  return {};
}

/// "; 960 of the 1024 wrong ones are the answer of the element 2 places before".
template <typename T>
std::string shift_in_words(std::span<const T> given, std::span<const T> answer,
                           std::span<const std::size_t> wrong) {
  constexpr std::size_t kFewest = 8;     // that it is no chance
  constexpr std::size_t kMostTried = 8;  // places where the first few values stand
  if (wrong.size() < kFewest) return {};
  // One at an edge may have what is nobody's answer: another one is looked at then.
  for (std::size_t sample = 0; sample < kMostTried; ++sample) {
    const std::size_t middle = wrong[(wrong.size() / 2 + sample * 5) % wrong.size()];
    std::size_t tried = 0;
    for (std::size_t from = 0; from < answer.size() && tried < kMostTried; ++from) {
      if (answer[from] != given[middle] || from == middle) continue;
      ++tried;
      // Unsigned numbers: what is before the array is behind it, too.
      const std::size_t distance = from - middle;
      const auto is_shifted = [&](std::size_t i) {
        return i + distance < answer.size() && given[i] == answer[i + distance];
      };
      const auto shifted = static_cast<std::size_t>(std::ranges::count_if(wrong, is_shifted));
      if (shifted < kFewest || 4 * shifted < 3 * wrong.size()) continue;
      return fmt::format("; {} of the {} wrong ones are the answer of the element {} {} {}",
                         shifted, wrong.size(), from > middle ? distance : middle - from,
                         (from > middle ? distance : middle - from) == 1 ? "place" : "places",
                         from > middle ? "further on" : "before");
    }
  }
  return {};
}

/// How the wrong values of an output compare with the answer, as the end of a sentence. `elements`:
/// what became of each; those that nobody wrote are left out.
template <typename T>
std::string values_in_words(std::span<const T> given, std::span<const T> answer,
                            std::span<const Element> elements) {
  constexpr std::size_t kFewest = 3;
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i] == Element::wrong) wrong.push_back(i);
  }
  if (wrong.size() < 2) return {};
  const auto all = [&](auto holds) { return std::ranges::all_of(wrong, holds); };
  if (all([&](auto i) { return given[i] == T{}; })) return "; each wrong one is 0";
  if (auto ratio = ratio_in_words(given, answer, wrong); !ratio.empty()) return ratio;
  if (wrong.size() < kFewest) return {};
  const T first = given[wrong[0]];
  const bool is_more = first > answer[wrong[0]];
  const auto off = [&](std::size_t i) {
    return is_more ? difference(given[i], answer[i]) : difference(answer[i], given[i]);
  };
  if (all([&](auto i) { return off(i) == off(wrong[0]); }))
    return fmt::format("; each wrong one is {} too {}", off(wrong[0]), is_more ? "large" : "small");
  if (all([&](auto i) { return given[i] == first; }))
    return fmt::format("; each wrong one is {}", first);
  return shift_in_words(given, answer, std::span<const std::size_t>(wrong));
}

}  // namespace warpscope::labs
