// Cases and answers of the divergence lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "labs/divergence/cpu.h"
#include "labs/judge/array_of.h"
#include "labs/judge/awkward_sizes.h"
#include "labs/judge/error_pattern.h"
#include "labs/judge/unwritten.h"

namespace warpscope::labs {
namespace {

using judge::Array;
using judge::Case;
using judge::ElementType;
using judge::Opinion;
using Words = std::vector<std::uint32_t>;
using Bytes = std::vector<std::uint8_t>;

constexpr std::array kWaysSwept{2, 4, 8, 16, 32};
constexpr std::array kDamagedSwept{0, 32, 64, 128, 256, 512, 1024};  // of each 1024 words
constexpr int kSweptItems = 1 << 14;
constexpr int kManyWords = 1 << 15;
constexpr int kScatteredWords = 1 << 10;
constexpr int kLanes = 32;
constexpr int kOperations = 32;
constexpr std::uint32_t kLargestNumber = 100000;
constexpr int kStepsPerEffort = 12;
constexpr std::uint64_t kFewestShown = 256;

/// Numbers 0 … 2^32 - 1 in an order that depends on the seed; none comes twice.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed)
      : next_(static_cast<std::uint32_t>(seed * 0x9E3779B97F4A7C15U >> 32)) {}
  std::uint32_t next() {
    // Odd factors and shifts are one-to-one on 32 bits.
    std::uint32_t x = next_++;
    x = (x ^ x >> 16) * 0x7FEB352DU;
    x = (x ^ x >> 15) * 0x846CA68BU;
    return x ^ x >> 16;
  }
  /// 0 … bound - 1.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(std::uint64_t{next()} * bound >> 32);
  }
  Words words(int count) {
    Words values(static_cast<std::size_t>(count));
    std::ranges::generate(values, [this] { return next(); });
    return values;
  }

 private:
  std::uint32_t next_;
};

Case case_of(std::string_view task, const std::string& label, const std::string& output,
             ElementType type, std::size_t count) {
  Case set;
  set.name = fmt::format("{}/{}", task, label);
  set.task = task;
  set.outputs = {{output, {type, count}}};
  set.useful_bytes = 2 * sizeof(std::uint32_t) * count;
  return set;
}

Case encode_case(Numbers& numbers, int count) {
  Case set = case_of("encode", std::to_string(count), "out", ElementType::u32,
                     static_cast<std::size_t>(count));
  set.inputs["in"] = array_of(numbers.words(count));
  return set;
}

/// `damaged(i)` says which words are.
template <typename IsDamaged>
Case repair_case(Numbers& numbers, const std::string& label, int count, IsDamaged damaged) {
  Words words = numbers.words(count);
  for (std::size_t i = 0; i < words.size(); ++i) {
    // One bit more or less makes a word damaged, or not.
    if (divergence::is_damaged(words[i]) != damaged(static_cast<int>(i))) words[i] ^= 1U;
  }
  Case set = case_of("repair", label, "out", ElementType::u32, words.size());
  set.inputs["in"] = array_of(words);
  return set;
}

/// `damaged` of each 1024 words, in bursts of 32 that lie in one warp's words.
Case repair_bursts(Numbers& numbers, int damaged, int scale) {
  const int bursts = damaged / kLanes;
  const auto first = static_cast<int>(numbers.below(kLanes));
  Case set = repair_case(numbers, fmt::format("bursts-{}", damaged), scale * kManyWords,
                         [&](int i) { return (i / kLanes + first) % kLanes < bursts; });
  set.sweep = "repair-bursts";
  set.sweep_x = damaged;
  return set;
}

/// As many, each at a place of its own.
Case repair_scattered(Numbers& numbers, int damaged, int scale) {
  Case set =
      repair_case(numbers, fmt::format("scattered-{}", damaged), scale * kScatteredWords,
                  [&](int) { return numbers.below(1024) < static_cast<std::uint32_t>(damaged); });
  set.sweep = "repair-scattered";
  set.sweep_x = damaged;
  return set;
}

Case interpret_case(Numbers& numbers, const std::string& label, const Bytes& codes) {
  Case set = case_of("interpret", label, "results", ElementType::u32, codes.size());
  set.inputs["codes"] = array_of(codes);
  set.inputs["words"] = array_of(numbers.words(static_cast<int>(codes.size())));
  return set;
}

/// `code(i)`: one of `ways` operations, chosen from all 32, for word i.
template <typename Code>
Case interpret_sweep(Numbers& numbers, std::string_view arrangement, int ways, int scale,
                     Code code) {
  Bytes codes(static_cast<std::size_t>(scale * kSweptItems));
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = static_cast<std::uint8_t>(code(static_cast<int>(i)) * (kOperations / ways));
  }
  Case set = interpret_case(numbers, fmt::format("{}-{}", arrangement, ways), codes);
  set.sweep = fmt::format("interpret-{}", arrangement);
  set.sweep_x = ways;
  return set;
}

Case collatz_case(Numbers& numbers, int count) {
  Words starts(static_cast<std::size_t>(count));
  std::ranges::generate(starts, [&] { return 1 + numbers.below(kLargestNumber); });
  Bytes effort(starts.size());
  std::ranges::transform(starts, effort.begin(), [](std::uint32_t n) {
    return static_cast<std::uint8_t>(divergence::collatz_steps(n) / kStepsPerEffort);
  });
  Case set = case_of("collatz", std::to_string(count), "steps", ElementType::i32, starts.size());
  set.inputs["numbers"] = array_of(starts);
  set.inputs["effort"] = array_of(effort);
  return set;
}

/// Other words for interpret(): it can order its work by the codes, which stay.
judge::StandIn other_words(const Array& words, std::uint64_t seed) {
  Numbers numbers(seed);
  return {array_of(numbers.words(static_cast<int>(words.count()))),
          judge::StandIn::Known::by_words};
}

/// Of Collatz's rule, for each number from 1 on: until a smaller one is reached, whose steps are
/// there.
std::vector<std::int32_t> steps_up_to(std::uint32_t largest) {
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
judge::StandIn other_numbers(const Array& array) {
  const auto numbers = array.as<std::uint32_t>();
  constexpr std::size_t kNumbers = kLargestNumber + 1;
  static const auto steps = steps_up_to(kLargestNumber);
  std::vector<bool> is_taken(kNumbers);
  for (const auto n : numbers) is_taken[n] = true;
  is_taken[1] = true;  // may well fill gaps
  std::map<std::int32_t, Words> of_effort;
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
  Words others(numbers.size());
  std::ranges::transform(numbers, others.begin(), [&](auto n) { return shown.at(n); });
  return {array_of(others), judge::StandIn::Known::by_words};
}

std::string value_text(std::uint32_t value) {
  return looks_unwritten(value) ? "never written" : std::to_string(value);
}

/// Whether the wrong output is the right one in another order: the work was sorted, and its results
/// were left so.
bool is_another_order(Words values, Words expected) {
  if (values.size() < 2) return false;
  std::ranges::sort(values);
  std::ranges::sort(expected);
  return values == expected;
}

/// What a wrong value is, where it can be told: " (…)", or nothing.
std::string explanation(const Case& set, std::size_t i, std::uint32_t value) {
  namespace rules = divergence;
  if (set.task == "encode") {
    const auto word = set.inputs.at("in").as<std::uint32_t>()[i];
    const bool is_even = i % 2 == 0;
    const auto other = rules::mix(is_even ? rules::odd_rule(word) : rules::even_rule(word));
    if (value == other) return fmt::format(" (that is the {} rule)", is_even ? "odd" : "even");
  }
  if (set.task == "repair") {
    const auto word = set.inputs.at("in").as<std::uint32_t>()[i];
    const bool is_damaged = rules::is_damaged(word);
    if (is_damaged && value == word) return " (the word is damaged and was not repaired)";
    if (!is_damaged && value == rules::repaired(word)) {
      return " (the word is not damaged and was repaired)";
    }
    if (!is_damaged && looks_unwritten(value))
      return " (the word is not damaged; it must be copied)";
  }
  if (set.task == "interpret") {
    const auto word = set.inputs.at("words").as<std::uint32_t>()[i];
    const auto code = set.inputs.at("codes").as<std::uint8_t>()[i];
    for (std::uint8_t other = 0; other < kOperations; ++other) {
      if (value == rules::operation(other, word)) {
        return fmt::format(" (that is operation {}, the word's code is {})", other, code);
      }
    }
  }
  return {};
}

Opinion compare(const Case& set, const Words& values, const Words& expected) {
  const std::string& name = set.outputs.begin()->first;
  const auto elements = elements_of(values, expected);
  Opinion opinion =
      opinion_on({.elements = elements, .name = name, .output = name}, [&](std::size_t i) {
        return fmt::format("{}[{}] is {}, expected {}{}", name, i, value_text(values[i]),
                           expected[i], explanation(set, i, values[i]));
      });
  if (!opinion.is_correct && is_another_order(values, expected)) {
    opinion.message += "; all values are there, but in another order";
  }
  return opinion;
}

/// A word without a partner, and nothing else, was left out.
bool is_last_alone_missing(const Words& values, const Words& expected) {
  const std::size_t count = values.size();
  return count % 2 == 1 && looks_unwritten(values.back()) &&
         std::equal(values.begin(), values.end() - 1, expected.begin());
}

Opinion examine_encode(const Case& set, const Words& values, const Words& expected) {
  Opinion opinion = compare(set, values, expected);
  if (!opinion.is_correct && is_last_alone_missing(values, expected)) {
    // Not a grid that is too small, as one size alone looks.
    opinion.finding.clear();
    opinion.rest = {};
    opinion.message +=
        "; only the last word is missing: where words are taken in pairs, the last of an odd "
        "number "
        "has no partner";
  }
  return opinion;
}

/// No number has a count of its own: at most as many different ones as there are warps, and none is
/// too small. Lanes that were done went on counting with those that were not.
bool is_counted_by_warp(std::vector<std::int32_t> steps, const Words& expected) {
  constexpr std::size_t kLanes = 32;
  if (steps.size() < 2) return false;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] < static_cast<std::int32_t>(expected[i])) return false;
  }
  std::ranges::sort(steps);
  const auto different =
      static_cast<std::size_t>(std::ranges::unique(steps).begin() - steps.begin());
  return different <= (steps.size() + kLanes - 1) / kLanes;
}

Opinion examine_collatz(const Case& set, const std::vector<std::int32_t>& steps,
                        const Words& expected) {
  Opinion opinion = compare(set, {steps.begin(), steps.end()}, expected);
  if (!opinion.is_correct && is_counted_by_warp(steps, expected)) {
    opinion.message +=
        "; all numbers of a warp have the count of the longest: lanes that were done went on "
        "counting";
  }
  return opinion;
}

Words answers(const Case& set) {
  if (set.task == "collatz") {
    const auto numbers = set.inputs.at("numbers").as<std::uint32_t>();
    std::vector<std::int32_t> steps(numbers.size());
    divergence::collatz_on_cpu(numbers, steps);
    return {steps.begin(), steps.end()};
  }
  const auto words = set.inputs.at(set.task == "interpret" ? "words" : "in").as<std::uint32_t>();
  Words expected(words.size());
  if (set.task == "encode") divergence::encode_on_cpu(words, expected);
  if (set.task == "repair") divergence::repair_on_cpu(words, expected);
  if (set.task == "interpret") {
    divergence::interpret_on_cpu(set.inputs.at("codes").as<std::uint8_t>(), words, expected);
  }
  return expected;
}

// `scale`: how many times the words that the labels speak of.

void add_repair_sweeps(std::vector<Case>& all, Numbers& numbers, int scale) {
  for (const int damaged : kDamagedSwept) all.push_back(repair_bursts(numbers, damaged, scale));
  for (const int damaged : kDamagedSwept) all.push_back(repair_scattered(numbers, damaged, scale));
}

void add_interpret_sweeps(std::vector<Case>& all, Numbers& numbers, int scale) {
  for (const int ways : kWaysSwept) {
    all.push_back(
        interpret_sweep(numbers, "by-lane", ways, scale, [&](int i) { return i % ways; }));
  }
  for (const int ways : kWaysSwept) {
    all.push_back(
        interpret_sweep(numbers, "by-warp", ways, scale, [&](int i) { return i / kLanes % ways; }));
  }
  for (const int ways : kWaysSwept) {
    all.push_back(interpret_sweep(numbers, "shuffled", ways, scale, [&](int) {
      return static_cast<int>(numbers.below(static_cast<std::uint32_t>(ways)));
    }));
  }
}

class DivergenceJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Numbers numbers(seed);
    std::vector<Case> all;
    for (const int size : kAwkwardSizes) all.push_back(encode_case(numbers, size));
    all.push_back(encode_case(numbers, kManyWords + 1));
    for (const int size : kAwkwardSizes) {
      all.push_back(repair_case(numbers, std::to_string(size), size,
                                [&](int) { return numbers.below(4) == 0; }));
    }
    add_repair_sweeps(all, numbers, 1);
    for (const int size : kAwkwardSizes) {
      Bytes codes(static_cast<std::size_t>(size));
      std::ranges::generate(codes,
                            [&] { return static_cast<std::uint8_t>(numbers.below(kOperations)); });
      all.push_back(interpret_case(numbers, std::to_string(size), codes));
    }
    add_interpret_sweeps(all, numbers, 1);
    for (const int size : kAwkwardSizes) all.push_back(collatz_case(numbers, size));
    all.push_back(collatz_case(numbers, kSweptItems));
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Numbers numbers(seed);
    judge::Measured measured;
    add_repair_sweeps(measured.cases, numbers, judge::kH200Scale);
    add_interpret_sweeps(measured.cases, numbers, judge::kH200Scale);
    for (const Case& set : measured.cases) measured.data_scale[set.sweep] = judge::kH200Scale;
    return measured;
  }

  /// Of a few words it might be chance that they are there.
  std::map<std::string, judge::StandIn> stand_ins(const Case& set,
                                                  std::uint64_t seed) const override {
    if (set.outputs.begin()->second.count < kFewestShown) return {};
    if (set.task == "interpret") return {{"words", other_words(set.inputs.at("words"), seed)}};
    if (set.task == "collatz") return {{"numbers", other_numbers(set.inputs.at("numbers"))}};
    return {};
  }

  /// Results are brought into their order by the host, whoever sorts.
  std::map<std::string, Array> only_answer(const Case& set) const override {
    const auto words = array_of(answers(set));
    const auto& [name, shape] = *set.outputs.begin();
    return {{name, Array(shape.type, {words.bytes().begin(), words.bytes().end()})}};
  }

  Opinion examine(const Case& set, const std::map<std::string, Array>& outputs) const override {
    const auto& output = outputs.begin()->second;
    const Words expected = answers(set);
    if (set.task == "collatz") {
      return examine_collatz(set, output.as<std::int32_t>(), expected);
    }
    const auto values = output.as<std::uint32_t>();
    return set.task == "encode" ? examine_encode(set, values, expected)
                                : compare(set, values, expected);
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::DivergenceJudge>();
}
