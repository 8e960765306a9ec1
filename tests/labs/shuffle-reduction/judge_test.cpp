// The shuffle-reduction lab's judge against answers that are computed here once more, right and
// wrong.
#include "labs/judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tests/labs/judge/made_cases.h"

namespace warpscope::judge {
namespace {

using Words = std::vector<std::uint32_t>;
using Answer = std::map<std::string, Words>;

Words words_of(const Array& array) {
  if (array.type() == ElementType::u32) return array.as<std::uint32_t>();
  Words words;
  for (const std::int32_t value : array.as<std::int32_t>()) {
    words.push_back(static_cast<std::uint32_t>(value));
  }
  return words;
}

std::uint32_t total_of(std::span<const std::uint32_t> words) {
  std::uint32_t total = 0;
  for (const auto word : words) total += word;
  return total;
}

// Written without the lab's cpu.h, element by element.
Answer right_answer(const Case& set) {
  if (set.task == "sum") return {{"out", {total_of(words_of(set.inputs.at("in")))}}};
  if (set.task == "segment_sums") {
    const Words in = words_of(set.inputs.at("in"));
    Words sums;
    for (std::size_t begin = 0; begin < in.size(); begin += 1024) {
      sums.push_back(total_of(std::span(in).subspan(begin, 1024)));
    }
    return {{"sums", sums}};
  }
  if (set.task == "centre_rows") {
    const Words in = words_of(set.inputs.at("in"));
    const auto columns = static_cast<std::size_t>(set.parameters.at("columns"));
    Words out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      const auto row = std::span(in).subspan(i / columns * columns, columns);
      out[i] = static_cast<std::uint32_t>(columns) * in[i] - total_of(row);
    }
    return {{"out", out}};
  }
  if (set.task == "decode") {
    const Words table = words_of(set.inputs.at("table"));
    Words out;
    for (const auto code : words_of(set.inputs.at("codes"))) out.push_back(table.at(code));
    return {{"out", out}};
  }
  const Words in = words_of(set.inputs.at("in"));
  Words bits((in.size() + 31) / 32, 0);
  Words kinds(bits.size(), 0);
  Words counts(bits.size(), 0);
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i] <= set.parameters.at("limit")) continue;
    bits[i / 32] |= 1U << i % 32;
    ++counts[i / 32];
  }
  for (std::size_t group = 0; group < bits.size(); ++group) {
    const auto numbers = std::min<std::size_t>(32, in.size() - 32 * group);
    kinds[group] = counts[group] == 0 ? 0 : counts[group] == numbers ? 2 : 1;
  }
  return {{"bits", bits}, {"kinds", kinds}};
}

class ShuffleReductionJudge : public testing::Test {
 protected:
  ShuffleReductionJudge()
      : judge_(find_judge("shuffle-reduction")), cases_(made_cases("shuffle-reduction", 7)) {}

  const Case& find(const std::string& name) const {
    const auto found = std::ranges::find(cases_, name, &Case::name);
    EXPECT_NE(found, cases_.end()) << name;
    return found == cases_.end() ? cases_.front() : *found;
  }
  Opinion examine(const Case& set, const Answer& answer) const {
    std::map<std::string, Array> outputs;
    for (const auto& [name, words] : answer) {
      if (set.outputs.at(name).type == ElementType::u32) {
        outputs[name] = Array::of(std::span<const std::uint32_t>(words));
      } else {
        const std::vector<std::int32_t> numbers(words.begin(), words.end());
        outputs[name] = Array::of(std::span<const std::int32_t>(numbers));
      }
    }
    return judge_->examine(set, outputs);
  }

  std::unique_ptr<Judge> judge_;
  const std::vector<Case>& cases_;
};

TEST_F(ShuffleReductionJudge, SetsEveryTaskAtTheAgreedSizes) {
  for (const std::string task : {"sum", "centre_rows", "decode", "pack"}) {
    for (const int size : {0, 1, 31, 32, 33, 1023, 1025}) {
      EXPECT_EQ(find(task + "/" + std::to_string(size)).task, task);
    }
  }
  std::set<std::string> names;
  for (const Case& set : cases_) EXPECT_TRUE(names.insert(set.name).second) << set.name;
}

TEST_F(ShuffleReductionJudge, IsTheSameForTheSameSeedOnly) {
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

TEST_F(ShuffleReductionJudge, AcceptsTheAnswer) {
  for (const Case& set : cases_) {
    const Opinion opinion = examine(set, right_answer(set));
    EXPECT_TRUE(opinion.is_correct) << set.name << ": " << opinion.message;
  }
}

TEST_F(ShuffleReductionJudge, SeesEverySingleWrongWord) {
  for (const Case& set : cases_) {
    const Answer right = right_answer(set);
    for (const auto& [name, words] : right) {
      if (words.size() > 1100) continue;  // small sizes: every position
      for (std::size_t i = 0; i < words.size(); ++i) {
        Answer answer = right;
        answer[name][i] ^= 1U << i % 32;
        EXPECT_FALSE(examine(set, answer).is_correct) << set.name << " " << name << " " << i;
      }
    }
  }
}

TEST_F(ShuffleReductionJudge, SetsGroupsOfEveryKind) {
  const Words kinds = right_answer(find("pack/1023")).at("kinds");
  for (const std::uint32_t kind : {0U, 1U, 2U}) {
    EXPECT_NE(std::ranges::find(kinds, kind), kinds.end()) << kind;
  }
  // The group with missing numbers is full at one size: a lane without a number must not vote no.
  EXPECT_EQ(right_answer(find("pack/1025")).at("kinds").back(), 2U);
}

TEST_F(ShuffleReductionJudge, CountsWordsThatNobodyWrote) {
  const Case& set = find("sum/1023");
  Answer answer = right_answer(set);
  answer["out"][0] -= 7;
  EXPECT_NE(examine(set, answer).message.find("7 less than the sum: 7 words"), std::string::npos)
      << examine(set, answer).message;
}

TEST_F(ShuffleReductionJudge, SaysWhichNumbersWereAdded) {
  const Case& set = find("sum/1023");
  const Words in = words_of(set.inputs.at("in"));
  const Opinion opinion = examine(set, {{"out", {total_of(std::span(in).first(1020))}}});
  EXPECT_NE(opinion.message.find("sum of the first 1020 of 1023 numbers"), std::string::npos)
      << opinion.message;
  const Opinion doubled = examine(set, {{"out", {2 * total_of(in)}}});
  EXPECT_NE(doubled.message.find("added 2 times"), std::string::npos) << doubled.message;
}

TEST_F(ShuffleReductionJudge, SaysThatOnlyLane0HadTheTotal) {
  const Case& set = find("centre_rows/33");
  Answer answer = right_answer(set);
  for (std::size_t i = 0; i < answer["out"].size(); ++i) {
    if (i % 19 != 0) answer["out"][i] += 5;
  }
  const Opinion opinion = examine(set, answer);
  EXPECT_NE(opinion.message.find("only lane 0 had the total"), std::string::npos)
      << opinion.message;
  answer["out"][0] += 5;
  EXPECT_EQ(examine(set, answer).message.find("only lane 0"), std::string::npos);
}

TEST_F(ShuffleReductionJudge, AsksWhomLanesAskedWhereColumnsAreRightOrWrongAsAWhole) {
  const Case& set = find("centre_rows/33");
  Answer answer = right_answer(set);
  for (std::size_t i = 0; i < answer["out"].size(); ++i) {
    if (i % 19 >= 16) answer["out"][i] += 5;
  }
  const std::string message = examine(set, answer).message;
  EXPECT_NE(message.find("16 of 19 columns are right in every row"), std::string::npos) << message;
  EXPECT_EQ(message.find("only lane 0"), std::string::npos) << message;
}

TEST_F(ShuffleReductionJudge, AsksForTheLaneThatKeepsAnEntry) {
  const Case& set = find("decode/33");
  Answer answer = right_answer(set);
  answer["out"][32] = 0;
  const auto code = words_of(set.inputs.at("codes")).back();
  const std::string message = examine(set, answer).message;
  const bool is_lane_missing = code >= 1;
  EXPECT_EQ(message.find("Was it there") != std::string::npos, is_lane_missing) << message;
}

TEST_F(ShuffleReductionJudge, SaysThatValueAndLaneOfAShuffleAreSwapped) {
  const Case& set = find("decode/1023");
  const Words codes = words_of(set.inputs.at("codes")), table = words_of(set.inputs.at("table"));
  Answer answer = right_answer(set);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::size_t other = i / 32 * 32 + table[i % 32] % 32;
    answer["out"][i] = other < codes.size() ? codes[other] : 0;
  }
  const std::string message = examine(set, answer).message;
  EXPECT_NE(message.find("takes the value first"), std::string::npos) << message;
  EXPECT_EQ(message.find("Was it there"), std::string::npos) << message;
}

// What a total is, by the numbers that went into it.
TEST_F(ShuffleReductionJudge, NamesWhatATotalHasTooMuchOrTooLittle) {
  const Case& set = find("sum/1025");
  const Words in = words_of(set.inputs.at("in"));
  const std::uint32_t right = total_of(in);
  const auto message = [&](std::uint32_t given) {
    return examine(set, {{"out", {given}}}).message;
  };
  const auto sum_where = [&](auto is_in) {
    std::uint32_t total = 0;
    for (std::size_t i = 0; i < in.size(); ++i) total += is_in(i) ? in[i] : 0;
    return total;
  };
  const std::vector<std::pair<std::uint32_t, std::string>> expected{
      {right + 0xFFFFFF00, "one byte of four"},
      {right + 0x01010101, "cudaMemset sets each byte"},
      {right + 3 * in.back(), "the sum and 3 times the last number: it was added 4 times"},
      {sum_where([](std::size_t i) { return i % 2 == 0; }), "every second one behind it"},
      {sum_where([](std::size_t i) { return i % 4 == 0; }), "every 4th one behind it"},
      {sum_where([](std::size_t i) { return i == 1024 || i % 4 != 3; }),
       "without number 3 of each group of four"},
      {total_of(std::span(in).last(1000)), "the sum of the last 1000 of 1025 numbers"},
      {0, "or a 0 was stored last"}};
  for (const auto& [given, words] : expected)
    EXPECT_NE(message(given).find(words), std::string::npos) << message(given);
  EXPECT_EQ(message(right + 12345), "*out is " + std::to_string(right + 12345) + ", expected " +
                                        std::to_string(right) + ".");
}

TEST_F(ShuffleReductionJudge, NamesTheRoundThatIsMissingAndTheLaneThatWasAsked) {
  const Case& set = find("centre_rows/33");
  const Words in = words_of(set.inputs.at("in"));
  constexpr std::size_t kColumns = 19;
  // `total`: of the row's numbers by lane, what lane `column` subtracts.
  const auto message = [&](auto total) {
    Words out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      Words lanes(32, 0);
      std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(i / kColumns * kColumns), kColumns,
                  lanes.begin());
      out[i] = kColumns * in[i] - total(lanes, i % kColumns);
    }
    return examine(set, {{"out", out}}).message;
  };
  const auto without_first_round = [](const Words& lanes, std::size_t column) {
    return total_of(std::span(lanes).subspan(column / 16 * 16, 16));
  };
  EXPECT_NE(message(without_first_round).find("those 16 away: a round is missing"),
            std::string::npos)
      << message(without_first_round);
  const auto up = [](const Words& lanes, std::size_t column) {
    auto totals = lanes;
    for (std::size_t step = 16; step > 0; step /= 2) {
      const auto old = totals;
      for (std::size_t lane = 0; lane < 32; ++lane)
        totals[lane] += old[lane < step ? lane : lane - step];
    }
    return totals[column];
  };
  EXPECT_NE(message(up).find("only lane 31 has the total"), std::string::npos) << message(up);
  const auto of_lane_31 = [](const Words& lanes, std::size_t) { return 32 * lanes[31]; };
  EXPECT_NE(message(of_lane_31).find("leaves in lane 31"), std::string::npos)
      << message(of_lane_31);
  const auto other = [](const Words& lanes, std::size_t) { return total_of(lanes) + 1; };
  EXPECT_EQ(message(other).find(". "), std::string::npos) << message(other);
}

TEST_F(ShuffleReductionJudge, NamesTheComparisonByWhichBitsWereSet) {
  const Case& set = find("pack/33");
  const Words in = words_of(set.inputs.at("in"));
  const auto limit = static_cast<std::uint32_t>(set.parameters.at("limit"));
  const auto message = [&](auto is_above) {
    Answer answer = right_answer(set);
    answer["bits"] = {0, 0};
    for (std::size_t i = 0; i < in.size(); ++i)
      answer["bits"][i / 32] |= is_above(in[i]) ? 1U << i % 32 : 0;
    return examine(set, answer).message;
  };
  const auto not_below = message([&](std::uint32_t x) { return x >= limit; });
  EXPECT_NE(not_below.find("equal to the limit"), std::string::npos) << not_below;
  const auto as_signed = message([&](std::uint32_t x) {
    return static_cast<std::int32_t>(x) > static_cast<std::int32_t>(limit);
  });
  EXPECT_NE(as_signed.find("were signed"), std::string::npos) << as_signed;
  Answer answer = right_answer(set);
  answer["bits"][1] |= 0xFFFFFFFE;
  const auto voted = examine(set, answer).message;
  EXPECT_NE(voted.find("lanes without a number voted yes"), std::string::npos) << voted;
}

TEST_F(ShuffleReductionJudge, SaysThatTheLastGroupsWereNeverWritten) {
  const Case& set = find("pack/1023");
  Answer answer = right_answer(set);
  for (const char* name : {"bits", "kinds"})
    std::fill(answer[name].begin() + 8, answer[name].end(), 0xFFFFFFFF);
  EXPECT_EQ(examine(set, answer).finding, "grid-too-small") << examine(set, answer).message;
  answer["kinds"][0] ^= 1;
  EXPECT_EQ(examine(set, answer).finding, "");
}

TEST_F(ShuffleReductionJudge, DoesNotChooseBetweenTwoMistakesInDecode) {
  const Case& set = find("decode/1");
  const auto code = words_of(set.inputs.at("codes")).front();
  ASSERT_NE(code, 0U) << "another seed";
  const std::string message = examine(set, {{"out", {0}}}).message;
  EXPECT_NE(message.find("Was it asked (the value comes first"), std::string::npos) << message;
}

}  // namespace
}  // namespace warpscope::judge
