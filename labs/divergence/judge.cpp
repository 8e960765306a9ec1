// Cases and answers of the divergence lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "labs/divergence/cpu.h"
#include "labs/divergence/judge/stand_ins.h"
#include "labs/divergence/judge/words.h"
#include "labs/judge/awkward_sizes.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/judge/value_opinion.h"

namespace warpscope::labs {
namespace {

using divergence::kOperations;
using divergence::Words;
using judge::Array;
using judge::Case;
using judge::Opinion;
using Bytes = std::vector<std::uint8_t>;
/// None of the words comes twice.
using Numbers = Inputs<Distinct32>;

constexpr std::array kWaysSwept{2, 4, 8, 16, 32};
constexpr std::array kDamagedSwept{0, 32, 64, 128, 256, 512, 1024};  // of each 1024 words
constexpr int kSweptItems = 1 << 14;
constexpr int kManyWords = 1 << 15;
constexpr int kScatteredWords = 1 << 10;
constexpr int kLanes = 32;
constexpr std::uint64_t kFewestShown = 256;
constexpr std::size_t kMovedBytes = 2 * sizeof(std::uint32_t);  // of each element

Case encode_case(Numbers& numbers, int count) {
  return NewCase("encode", count)
      .input("in", numbers.words(count))
      .output<std::uint32_t>("out", count)
      .useful_bytes(kMovedBytes * static_cast<std::size_t>(count));
}

/// `damaged(i)` says which words are.
template <typename IsDamaged>
Case repair_case(Numbers& numbers, const std::string& label, int count, IsDamaged damaged) {
  Words words = numbers.words(count);
  for (std::size_t i = 0; i < words.size(); ++i) {
    // One bit more or less makes a word damaged, or not.
    if (divergence::is_damaged(words[i]) != damaged(static_cast<int>(i))) words[i] ^= 1U;
  }
  return NewCase("repair", label)
      .input("in", words)
      .output<std::uint32_t>("out", count)
      .useful_bytes(kMovedBytes * words.size());
}

/// `damaged` of each 1024 words, in bursts of 32 that lie in one warp's words.
Case repair_bursts(Numbers& numbers, int damaged, int scale) {
  const int bursts = damaged / kLanes;
  const auto first = static_cast<int>(numbers.below(kLanes));
  return in_sweep(repair_case(numbers, fmt::format("bursts-{}", damaged), scale * kManyWords,
                              [&](int i) { return (i / kLanes + first) % kLanes < bursts; }),
                  "repair-bursts", damaged);
}

/// As many, each at a place of its own.
Case repair_scattered(Numbers& numbers, int damaged, int scale) {
  return in_sweep(
      repair_case(numbers, fmt::format("scattered-{}", damaged), scale * kScatteredWords,
                  [&](int) { return numbers.below(1024) < static_cast<std::uint32_t>(damaged); }),
      "repair-scattered", damaged);
}

Case interpret_case(Numbers& numbers, const std::string& label, const Bytes& codes) {
  return NewCase("interpret", label)
      .input("codes", codes)
      .input("words", numbers.words(codes.size()))
      .output<std::uint32_t>("results", codes.size())
      .useful_bytes(kMovedBytes * codes.size());
}

/// `code(i)`: one of `ways` operations, chosen from all 32, for word i.
template <typename Code>
Case interpret_sweep(Numbers& numbers, std::string_view arrangement, int ways, int scale,
                     Code code) {
  Bytes codes(static_cast<std::size_t>(scale * kSweptItems));
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = static_cast<std::uint8_t>(code(static_cast<int>(i)) * (kOperations / ways));
  }
  return in_sweep(interpret_case(numbers, fmt::format("{}-{}", arrangement, ways), codes),
                  fmt::format("interpret-{}", arrangement), ways);
}

Case collatz_case(Numbers& numbers, int count) {
  auto starts = numbers.many(count, [&] { return 1 + numbers.below(divergence::kLargestNumber); });
  // The only one without a step.
  if (count > 1 && count != kSweptItems) starts[static_cast<std::size_t>(count) / 2] = 1;
  Bytes effort(starts.size());
  std::ranges::transform(starts, effort.begin(), [](std::uint32_t n) {
    return static_cast<std::uint8_t>(divergence::collatz_steps(n) / divergence::kStepsPerEffort);
  });
  return NewCase("collatz", count)
      .input("numbers", starts)
      .input("effort", effort)
      .output<std::int32_t>("steps", count)
      .useful_bytes(kMovedBytes * starts.size());
}

/// `scale`: how many times the words that the labels speak of.
void add_sweeps_of_repair(std::vector<Case>& all, Numbers& numbers, int scale) {
  for (const int damaged : kDamagedSwept) all.push_back(repair_bursts(numbers, damaged, scale));
  for (const int damaged : kDamagedSwept) all.push_back(repair_scattered(numbers, damaged, scale));
}

void add_sweeps_of_interpret(std::vector<Case>& all, Numbers& numbers, int scale) {
  const auto add = [&](std::string_view arrangement, auto code) {
    for (const int ways : kWaysSwept)
      all.push_back(
          interpret_sweep(numbers, arrangement, ways, scale, [&](int i) { return code(i, ways); }));
  };
  add("by-lane", [](int i, int ways) { return i % ways; });
  add("by-warp", [](int i, int ways) { return i / kLanes % ways; });
  add("shuffled", [&](int, int ways) {
    return static_cast<int>(numbers.below(static_cast<std::uint32_t>(ways)));
  });
}

class DivergenceJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Numbers numbers(seed);
    std::vector<Case> all;
    for (const int size : kAwkwardSizes) all.push_back(encode_case(numbers, size));
    all.push_back(encode_case(numbers, kManyWords + 1));
    for (const int size : kAwkwardSizes)
      all.push_back(repair_case(numbers, std::to_string(size), size,
                                [&](int) { return numbers.below(4) == 0; }));
    add_sweeps_of_repair(all, numbers, 1);
    for (const int size : kAwkwardSizes) {
      const auto codes =
          numbers.many(size, [&] { return static_cast<std::uint8_t>(numbers.below(kOperations)); });
      all.push_back(interpret_case(numbers, std::to_string(size), codes));
    }
    add_sweeps_of_interpret(all, numbers, 1);
    for (const int size : kAwkwardSizes) all.push_back(collatz_case(numbers, size));
    all.push_back(collatz_case(numbers, kSweptItems));
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Numbers numbers(seed);
    std::vector<Case> all;
    add_sweeps_of_repair(all, numbers, judge::kH200Scale);
    add_sweeps_of_interpret(all, numbers, judge::kH200Scale);
    return measured_of(std::move(all));
  }

  /// Of a few words it might be chance that they are there.
  std::map<std::string, judge::StandIn> stand_ins(const Case& set,
                                                  std::uint64_t seed) const override {
    if (set.outputs.begin()->second.count < kFewestShown) return {};
    if (set.task == "interpret")
      return {{"words", divergence::other_words(set.inputs.at("words"), seed)}};
    if (set.task == "collatz")
      return {{"numbers", divergence::other_numbers(set.inputs.at("numbers"))}};
    return {};
  }

  /// Results are brought into their order by the host, whoever sorts.
  std::map<std::string, Array> only_answer(const Case& set) const override {
    const auto words = array_of(divergence::answers(set));
    const auto& [name, shape] = *set.outputs.begin();
    return {{name, Array(shape.type, {words.bytes().begin(), words.bytes().end()})}};
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    const auto& given = outputs.begin()->second;
    const Words expected = divergence::answers(set);
    if (set.task == "collatz")
      return divergence::examine_collatz(set, given.as<std::int32_t>(), expected);
    const auto values = given.as<std::uint32_t>();
    return set.task == "encode" ? divergence::examine_encode(set, values, expected)
                                : divergence::compare(set, values, expected);
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::DivergenceJudge>();
}
