// Cases and answers of combine() and best_of_slots(), and opinions on what keep_positive() kept.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "labs/atomics/cpu.h"
#include "labs/atomics/judge/inputs.h"
#include "labs/atomics/judge/words.h"
#include "labs/judge/new_case.h"

namespace warpscope::labs::atomics {

using Ints = std::vector<std::int32_t>;

inline judge::Case combine_case(Chances& random, const std::string& task, int count) {
  // Not all bits are set in the or, nor cleared in the and.
  const auto in =
      random.many(count, [&] { return (random.below(1U << 31) & 0xFFFF0FFFU) | 0x300U; });
  Words words = random.words_below(static_cast<int>(kWords), 1U << 30);
  words[kInc] = random.below(kLimit);
  words[kDec] = random.below(kLimit);
  words[kMin] = 0xFFFFFFF0;
  words[kMax] = 5;
  words[kAnd] = 0xFFFFFFFF;
  words[kLargest] = std::bit_cast<std::uint32_t>(-1e9F);
  return NewCase(task, count)
      .input("in", in)
      .input("words", words)
      .output<std::uint32_t>("words", static_cast<int>(kWords));
}

/// combine() of numbers whose floats are all below 0: as whole numbers their bits compare the other
/// way round. kLargest is neither the smallest nor the largest of them before the call.
inline judge::Case combine_below_0_case(Chances& random, const std::string& task, int count) {
  constexpr std::uint32_t kSign = 1U << 31;
  auto set = combine_case(random, task, count);
  set.name = task + "/below-0";
  auto in = set.inputs.at("in").as<std::uint32_t>();
  for (std::uint32_t& x : in) x |= kSign;
  in.front() = kSign | 0x300U;  // about -2097151
  in.back() = 0xFFFF0F00U;      // about -60
  auto words = set.inputs.at("words").as<std::uint32_t>();
  words[kLargest] = std::bit_cast<std::uint32_t>(-1e6F);
  set.inputs.at("in") = array_of(in);
  set.inputs.at("words") = array_of(words);
  return set;
}

inline judge::Case best_case(Chances& random, const std::string& label, int count,
                             std::uint32_t slots) {
  // Few different values, so that the largest comes several times.
  const auto values =
      random.many(count, [&] { return static_cast<float>(random.below(64)) - 100.0F; });
  return NewCase("best_of_slots", label)
      .parameter("slots", slots)
      .input("keys", random.words_below(count, slots))
      .input("values", values)
      .output<float>("best_value", slots)
      .output<std::int32_t>("best_index", slots);
}

inline judge::Opinion examine_keep_positive(const judge::Case& set, Ints out, std::uint32_t kept) {
  Ints expected;
  for (const int value : input<std::int32_t>(set, "in")) {
    if (value > 0) expected.push_back(value);
  }
  std::ranges::sort(expected);
  std::ranges::sort(out);
  judge::Opinion opinion;
  if (kept != expected.size()) {
    opinion.message = fmt::format("*kept is {}, and {} values are above 0", kept, expected.size());
    const auto count = input<std::int32_t>(set, "in").size();
    if (kept > count)
      opinion.message +=
          fmt::format("; there are only {} values: threads without one were counted", count);
  } else if (out != expected) {
    const auto missing = std::ranges::find_if(
        expected, [&](int value) { return !std::ranges::binary_search(out, value); });
    opinion.message = fmt::format("the value {} is above 0 and not in out", *missing);
  } else {
    opinion.is_correct = true;
  }
  return opinion;
}

inline judge::Opinion examine_combine(const judge::Case& set, const Words& words) {
  constexpr std::array kNames{"kAdd", "kSub", "kInc", "kDec",      "kMin",    "kMax",
                              "kAnd", "kOr",  "kXor", "kExchange", "kLargest"};
  static_assert(kNames.size() == kWords);
  const Words in = input<std::uint32_t>(set, "in");
  const Words before = input<std::uint32_t>(set, "words");
  Words expected = before;
  auto largest = std::bit_cast<float>(expected[kLargest]);
  combine_on_cpu(in.data(), static_cast<int>(in.size()), expected.data(), &largest);
  expected[kLargest] = std::bit_cast<std::uint32_t>(largest);
  if (std::ranges::find(in, words[kExchange]) != in.end()) expected[kExchange] = words[kExchange];
  judge::Opinion opinion;
  if (words == before && before != expected) {
    opinion.message =
        "no word was changed: each of them is what it was before the call, as when nothing is "
        "copied back to it";
    return opinion;
  }
  for (std::size_t word = 0; word < kNames.size(); ++word) {
    if (words[word] == expected[word]) continue;
    const auto separator = opinion.message.empty() ? "" : "; ";
    opinion.message += word == kLargest
                           ? fmt::format("{}words[kLargest] is the float {}, expected {}",
                                         separator, std::bit_cast<float>(words[word]), largest)
                           : fmt::format("{}words[{}] is {}, expected {}", separator, kNames[word],
                                         words[word], expected[word]);
    opinion.message += combined_word_in_words(word, words[word], before[word], in);
  }
  if (are_sums_from_zero(words, before, expected))
    opinion.message += "; it is as if the words had been 0 before the call";
  opinion.message += blocks_in_words(words, before, in);
  opinion.is_correct = opinion.message.empty();
  return opinion;
}

inline judge::Opinion examine_best(const judge::Case& set, const Floats& best_value,
                                   const Ints& best_index) {
  const Words keys = input<std::uint32_t>(set, "keys");
  const Floats values = input<float>(set, "values");
  Floats expected_value(best_value.size(), -std::numeric_limits<float>::infinity());
  Ints expected_index(best_index.size(), -1);
  best_on_cpu(keys.data(), values.data(), static_cast<int>(keys.size()), expected_value.data(),
              expected_index.data());
  judge::Opinion opinion;
  for (std::size_t slot = 0; slot < best_value.size(); ++slot) {
    if (best_value[slot] == expected_value[slot] && best_index[slot] == expected_index[slot]) {
      continue;
    }
    opinion.message =
        fmt::format("slot {} has value {} and index {}, expected {} and {}", slot, best_value[slot],
                    best_index[slot], expected_value[slot], expected_index[slot]);
    const auto index = static_cast<std::size_t>(best_index[slot]);
    const bool is_there = best_index[slot] >= 0 && index < values.size();
    if (is_there && values[index] != best_value[slot]) {
      opinion.message += "; they come from different threads";
    } else if (is_there && best_value[slot] == expected_value[slot]) {
      opinion.message += "; of equal values the first one stays";
    } else if (best_index[slot] == -1) {
      opinion.message += fmt::format("; nothing was stored there, and {} is the index of lane {}",
                                     expected_index[slot], expected_index[slot] % 32);
    } else if (is_there && best_value[slot] < expected_value[slot]) {
      opinion.message += fmt::format(
          "; thread {} has a larger value and left nothing: what does one do without the lock?",
          expected_index[slot]);
    }
    return opinion;
  }
  opinion.is_correct = true;
  return opinion;
}

}  // namespace warpscope::labs::atomics
