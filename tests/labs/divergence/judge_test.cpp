// The divergence lab's judge: its inputs are what the lab says of them, and it sees what is wrong.
// That its answers are right is seen where the reference's kernels are graded.
#include "labs/judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "labs/divergence/cpu.h"
#include "tests/labs/judge/made_cases.h"

namespace warpscope::judge {
namespace {

using Words = std::vector<std::uint32_t>;
using Codes = std::vector<std::uint8_t>;

constexpr std::uint32_t kNeverWritten = 0xFFFFFFFF;

Words input_of(const Case& set, const std::string& name) {
  return set.inputs.at(name).as<std::uint32_t>();
}

class DivergenceJudge : public testing::Test {
 protected:
  DivergenceJudge() : judge_(find_judge("divergence")), cases_(made_cases("divergence", 7)) {}

  const Case& find(const std::string& name) const {
    const auto found = std::ranges::find(cases_, name, &Case::name);
    EXPECT_NE(found, cases_.end()) << name;
    return found == cases_.end() ? cases_.front() : *found;
  }
  Opinion examine(const Case& set, const Words& values) const {
    const auto& [name, shape] = *set.outputs.begin();
    if (shape.type == ElementType::i32) {
      const std::vector<std::int32_t> numbers(values.begin(), values.end());
      return judge_->examine(set, {{name, Array::of(std::span<const std::int32_t>(numbers))}});
    }
    return judge_->examine(set, {{name, Array::of(std::span<const std::uint32_t>(values))}});
  }
  static Words right_values(const Case& set) {
    if (set.task == "collatz") {
      const Words numbers = input_of(set, "numbers");
      std::vector<std::int32_t> steps(numbers.size());
      labs::divergence::collatz_on_cpu(numbers, steps);
      return {steps.begin(), steps.end()};
    }
    const Words words = input_of(set, set.task == "interpret" ? "words" : "in");
    Words out(words.size());
    if (set.task == "encode") labs::divergence::encode_on_cpu(words, out);
    if (set.task == "repair") labs::divergence::repair_on_cpu(words, out);
    if (set.task == "interpret") {
      labs::divergence::interpret_on_cpu(set.inputs.at("codes").as<std::uint8_t>(), words, out);
    }
    return out;
  }

  std::unique_ptr<Judge> judge_;
  const std::vector<Case>& cases_;
};

TEST_F(DivergenceJudge, SetsEveryTaskAtTheAgreedSizes) {
  for (const std::string task : {"encode", "repair", "interpret", "collatz"}) {
    for (const std::size_t size : {0, 1, 31, 32, 33, 1023, 1025}) {
      EXPECT_EQ(find(task + "/" + std::to_string(size)).outputs.begin()->second.count, size);
    }
  }
  std::set<std::string> names;
  for (const Case& set : cases_) EXPECT_TRUE(names.insert(set.name).second) << set.name;
}

TEST_F(DivergenceJudge, IsTheSameForTheSameSeedOnly) {
  const auto again = judge_->cases(7);
  const auto other = judge_->cases(8);
  ASSERT_EQ(again.size(), cases_.size());
  std::size_t differing = 0;
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    for (const auto& [name, array] : cases_[i].inputs) {
      EXPECT_TRUE(std::ranges::equal(again[i].inputs.at(name).bytes(), array.bytes()));
      differing += std::ranges::equal(other[i].inputs.at(name).bytes(), array.bytes()) ? 0 : 1;
    }
  }
  EXPECT_GT(differing, cases_.size() / 2);
}

TEST_F(DivergenceJudge, DamagesAsManyWordsAsTheSweepSays) {
  for (const int damaged : {0, 32, 256, 1024}) {
    const Words words = input_of(find("repair/bursts-" + std::to_string(damaged)), "in");
    for (std::size_t begin = 0; begin < words.size(); begin += 32) {
      const auto count = std::count_if(words.begin() + static_cast<std::ptrdiff_t>(begin),
                                       words.begin() + static_cast<std::ptrdiff_t>(begin) + 32,
                                       labs::divergence::is_damaged);
      EXPECT_TRUE(count == 0 || count == 32) << "a burst is as long as a warp's words";
    }
    EXPECT_EQ(std::ranges::count_if(words, labs::divergence::is_damaged),
              static_cast<std::ptrdiff_t>(words.size()) * damaged / 1024);
  }
  const Words scattered = input_of(find("repair/scattered-256"), "in");
  EXPECT_NEAR(static_cast<double>(std::ranges::count_if(scattered, labs::divergence::is_damaged)),
              256, 60);
}

TEST_F(DivergenceJudge, ArrangesTheOperationsByLaneByWarpAndByChance) {
  for (const std::size_t ways : {2, 4, 8, 16, 32}) {
    const auto codes = [&](const std::string& arrangement) {
      return find("interpret/" + arrangement + "-" + std::to_string(ways))
          .inputs.at("codes")
          .as<std::uint8_t>();
    };
    const Codes by_lane = codes("by-lane");
    EXPECT_EQ(std::set(by_lane.begin(), by_lane.begin() + 32).size(), ways);
    const Codes by_warp = codes("by-warp");
    EXPECT_EQ(std::set(by_warp.begin(), by_warp.begin() + 32).size(), 1U);
    for (const Codes& all : {by_lane, by_warp, codes("shuffled")}) {
      const std::set different(all.begin(), all.end());
      EXPECT_EQ(different.size(), ways);
      EXPECT_LT(*different.rbegin(), 32);
    }
  }
}

TEST_F(DivergenceJudge, TakesNumbersWhoseWayFitsIn32Bits) {
  const Case& set = find("collatz/16384");
  const Words numbers = input_of(set, "numbers");
  const auto effort = set.inputs.at("effort").as<std::uint8_t>();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    ASSERT_GE(numbers[i], 1U);
    ASSERT_LE(numbers[i], 100000U);
    std::uint64_t n = numbers[i];
    int steps = 0;
    for (; n != 1; ++steps) {
      n = n % 2 == 1 ? 3 * n + 1 : n / 2;
      ASSERT_LE(n, UINT32_MAX) << numbers[i];
    }
    ASSERT_EQ(steps, labs::divergence::collatz_steps(numbers[i]));
    ASSERT_EQ(effort[i], steps / 12);
  }
  EXPECT_EQ(labs::divergence::collatz_steps(6), 8);
  EXPECT_EQ(labs::divergence::collatz_steps(27), 111);
}

TEST_F(DivergenceJudge, AcceptsTheAnswerAndNothingElse) {
  for (const Case& set : cases_) {
    const Words right = right_values(set);
    const Opinion opinion = examine(set, right);
    EXPECT_TRUE(opinion.is_correct) << set.name << ": " << opinion.message;
    // The points of a sweep are large, and are examined as the other cases are.
    const std::size_t tries = set.sweep.empty() ? 7 : 1;
    for (std::size_t i = 0; i < right.size(); i += 1 + right.size() / tries) {
      Words values = right;
      values[i] ^= 1U;
      EXPECT_FALSE(examine(set, values).is_correct) << set.name << " element " << i;
    }
  }
}

TEST_F(DivergenceJudge, TellsCountsOfAWarpFromCountsThatBeginElsewhere) {
  constexpr std::size_t kWarp = 32;
  for (const char* name : {"collatz/33", "collatz/1025", "collatz/16384"}) {
    const Case& set = find(name);
    const Words right = right_values(set);
    Words later = right, of_warp = right;
    for (std::size_t i = 0; i < right.size(); ++i) {
      ++later[i];
      const auto first = right.begin() + static_cast<std::ptrdiff_t>(i / kWarp * kWarp);
      const auto lanes = std::min(kWarp, right.size() - i / kWarp * kWarp);
      of_warp[i] = *std::max_element(first, first + static_cast<std::ptrdiff_t>(lanes));
    }
    const std::string begun_at_1 = examine(set, later).message;
    EXPECT_NE(begun_at_1.find("every count is one too large"), std::string::npos) << begun_at_1;
    EXPECT_EQ(begun_at_1.find("longest"), std::string::npos) << begun_at_1;
    const std::string counted_on = examine(set, of_warp).message;
    EXPECT_NE(counted_on.find("count of the longest"), std::string::npos) << counted_on;
    EXPECT_EQ(counted_on.find("every count"), std::string::npos) << counted_on;
  }
}

TEST_F(DivergenceJudge, SaysThatResultsWereLeftInAnotherOrder) {
  const Case& set = find("interpret/33");
  Words values = right_values(set);
  std::ranges::sort(values);
  const Opinion opinion = examine(set, values);
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_NE(opinion.message.find("all values are there, but in another order"), std::string::npos)
      << opinion.message;
}

TEST_F(DivergenceJudge, SaysThatLanesWentOnCounting) {
  const Case& set = find("collatz/33");
  const Words right = right_values(set);
  Words values(right.size(), *std::max_element(right.begin(), right.begin() + 32));
  values.back() = right.back();
  EXPECT_NE(examine(set, values).message.find("went on counting"), std::string::npos);
  values[3] = right[3] - 1;  // too few, so it was no waiting
  EXPECT_EQ(examine(set, values).message.find("went on counting"), std::string::npos);
}

TEST_F(DivergenceJudge, SaysThatTheWordWithoutAPartnerIsMissing) {
  const Case& set = find("encode/1023");
  Words values = right_values(set);
  values.back() = kNeverWritten;
  const Opinion opinion = examine(set, values);
  EXPECT_TRUE(opinion.finding.empty()) << opinion.finding;
  EXPECT_NE(opinion.message.find("the last of an odd number has no partner"), std::string::npos)
      << opinion.message;
}

TEST_F(DivergenceJudge, SaysWhatAWrongValueIs) {
  const auto message_at = [&](const Case& set, std::size_t i, std::uint32_t value) {
    Words values = right_values(set);
    values[i] = value;
    return examine(set, values).message;
  };
  const auto expect_in = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  namespace rules = labs::divergence;
  const Case& encode = find("encode/33");
  const Words words = input_of(encode, "in");
  expect_in(message_at(encode, 1, rules::mix(rules::even_rule(words[1]))), "that is the even rule");
  expect_in(message_at(encode, 2, rules::mix(rules::odd_rule(words[2]))), "that is the odd rule");
  const Case& broken = find("repair/bursts-1024");
  expect_in(message_at(broken, 5, input_of(broken, "in")[5]), "is damaged and was not repaired");
  const Case& whole = find("repair/bursts-0");
  expect_in(message_at(whole, 5, rules::repaired(input_of(whole, "in")[5])),
            "is not damaged and was repaired");
  expect_in(message_at(whole, 5, kNeverWritten), "it must be copied");
  const Case& by_lane = find("interpret/by-lane-32");
  expect_in(message_at(by_lane, 3, rules::operation(9, input_of(by_lane, "words")[3])),
            "that is operation 9, the word's code is 3");
}

TEST_F(DivergenceJudge, ShowsTheHostWordsThatAreNotTheDevices) {
  for (const auto& set : cases_) {
    const bool is_large = set.outputs.begin()->second.count >= 256;
    const bool is_of_host = set.task == "interpret" || set.task == "collatz";
    const auto stand_ins = judge_->stand_ins(set, 8);
    EXPECT_EQ(stand_ins.size(), is_large && is_of_host ? 1U : 0U) << set.name;
    for (const auto& [name, stand_in] : stand_ins) {
      const Words held = input_of(set, name);
      const Words shown = stand_in.array.as<std::uint32_t>();
      ASSERT_EQ(shown.size(), held.size());
      EXPECT_EQ(stand_in.match_by, MatchBy::neighbouring_words);
      std::map<std::uint32_t, std::uint32_t> held_of;
      for (std::size_t i = 0; i < held.size(); ++i)
        EXPECT_EQ(held_of.try_emplace(shown[i], held[i]).first->second, held[i]) << set.name;
    }
  }
}

TEST_F(DivergenceJudge, TellsTheOnlyAnswer) {
  for (const char* name :
       {"interpret/by-lane-4", "collatz/1025", "encode/33", "repair/bursts-32"}) {
    const Case& set = find(name);
    const auto answer = judge_->only_answer(set);
    EXPECT_TRUE(judge_->examine(set, answer).is_correct) << name;
    auto bytes = answer.begin()->second.bytes();
    std::vector<std::byte> other(bytes.begin(), bytes.end());
    other[5] ^= std::byte{1};
    const auto& [output, shape] = *set.outputs.begin();
    EXPECT_FALSE(judge_->examine(set, {{output, Array(shape.type, other)}}).is_correct) << name;
  }
}

TEST_F(DivergenceJudge, ShowsNumbersOfTheSameEffortAndOtherSteps) {
  const Case& set = find("collatz/16384");
  const Words held = input_of(set, "numbers");
  const auto shown = judge_->stand_ins(set, 8).at("numbers").array.as<std::uint32_t>();
  const std::set<std::uint32_t> all(held.begin(), held.end());
  const auto effort = set.inputs.at("effort").as<std::uint8_t>();
  int same = 0;
  for (std::size_t i = 0; i < held.size(); ++i) {
    ASSERT_GE(shown[i], 1U);
    ASSERT_LE(shown[i], 100000U);
    const auto steps = labs::divergence::collatz_steps(shown[i]);
    EXPECT_EQ(steps / 12, effort[i]);
    if (shown[i] == held[i]) {
      ++same;
      continue;
    }
    EXPECT_NE(steps, labs::divergence::collatz_steps(held[i])) << held[i];
    EXPECT_FALSE(all.contains(shown[i])) << "an upload of what came back would change it";
  }
  EXPECT_LT(same, 64);
}

TEST_F(DivergenceJudge, NamesAGridThatIsTooSmall) {
  const Case& set = find("encode/1023");
  Words values = right_values(set);
  std::fill(values.begin() + 512, values.end(), kNeverWritten);
  EXPECT_EQ(examine(set, values).finding, "grid-too-small");
}

}  // namespace
}  // namespace warpscope::judge
