// The atomics lab's judge: its inputs are what the lab says of them, and it sees what is wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "labs/atomics/cpu.h"
#include "labs/judge/judge.h"

namespace warpscope::judge {
namespace {

using Words = std::vector<std::uint32_t>;
using Floats = std::vector<float>;
using Ints = std::vector<std::int32_t>;

class AtomicsJudge : public testing::Test {
 protected:
  AtomicsJudge() : judge_(find_judge("atomics")), cases_(judge_->cases(7)) {}

  const Case& find(const std::string& name) const {
    const auto found = std::ranges::find(cases_, name, &Case::name);
    EXPECT_NE(found, cases_.end()) << name;
    return found == cases_.end() ? cases_.front() : *found;
  }
  template <typename T>
  static Array array(const std::vector<T>& values) {
    return Array::of(std::span<const T>(values));
  }
  Opinion examine_bins(const Case& set, const Words& bins) const {
    return judge_->examine(set, {{"bins", array(bins)}});
  }
  Opinion examine_words(const Case& set, const Words& words) const {
    return judge_->examine(set, {{"words", array(words)}});
  }
  Opinion examine_best(const Case& set, const Floats& values, const Ints& indices) const {
    return judge_->examine(set, {{"best_value", array(values)}, {"best_index", array(indices)}});
  }

  std::unique_ptr<Judge> judge_;
  std::vector<Case> cases_;
};

TEST_F(AtomicsJudge, TellsLostUpdatesFromKeysThatWereSkipped) {
  const Case& set = find("histogram/1025");
  const Words keys = set.inputs.at("keys").as<std::uint32_t>();
  const Words before = set.inputs.at("bins").as<std::uint32_t>();
  Words right = before;
  histogram_on_cpu(keys.data(), 1025, right.data());
  Words racy = right;
  racy[3] -= 2;
  EXPECT_EQ(examine_bins(set, racy).finding, "lost-updates");
  Words never = right;
  never[3] = before[3];
  EXPECT_EQ(examine_bins(set, never).finding, "") << "a race leaves at least one count";
  Words twice = racy;
  ++twice[4];
  EXPECT_EQ(examine_bins(set, twice).finding, "") << "a race adds none";
  Words shorter = before;
  histogram_on_cpu(keys.data(), 1024, shorter.data());
  const Opinion opinion = examine_bins(set, shorter);
  EXPECT_EQ(opinion.finding, "");
  EXPECT_NE(opinion.message.find("as if the last key were not there"), std::string::npos)
      << opinion.message;
}

TEST_F(AtomicsJudge, SaysHowManyCountsWereLost) {
  const Case& set = find("histogram/1025");
  const Words keys = set.inputs.at("keys").as<std::uint32_t>();
  Words bins = set.inputs.at("bins").as<std::uint32_t>();
  histogram_on_cpu(keys.data(), 1025, bins.data());
  EXPECT_TRUE(examine_bins(set, bins).is_correct);
  bins[3] -= 2;
  const Opinion opinion = examine_bins(set, bins);
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_NE(opinion.message.find("2 of 1025 counts were lost"), std::string::npos)
      << opinion.message;
}

TEST_F(AtomicsJudge, NamesTheWordThatIsWrong) {
  const Case& set = find("combine/33");
  const Words in = set.inputs.at("in").as<std::uint32_t>();
  Words words = set.inputs.at("words").as<std::uint32_t>();
  auto largest = std::bit_cast<float>(words[kLargest]);
  combine_on_cpu(in.data(), 33, words.data(), &largest);
  words[kLargest] = std::bit_cast<std::uint32_t>(largest);
  words[kExchange] = in[5];  // any of them may be the last
  EXPECT_TRUE(examine_words(set, words).is_correct);
  words[kExchange] = in[5] + 1;
  words[kXor] ^= 1;
  const Opinion opinion = examine_words(set, words);
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_NE(opinion.message.find("kXor"), std::string::npos) << opinion.message;
  EXPECT_NE(opinion.message.find("kExchange"), std::string::npos) << opinion.message;
  EXPECT_EQ(opinion.message.find("kAdd"), std::string::npos) << opinion.message;
}

TEST_F(AtomicsJudge, OrdersHaveTheSameNumbersAndOneSum) {
  Floats first = find("sum_repeatable/order-0").inputs.at("in").as<float>();
  Floats other = find("sum_repeatable/order-1").inputs.at("in").as<float>();
  EXPECT_NE(first, other);
  double sum = 0;
  for (const float value : first) sum += value;  // exact in double
  for (const char* name : {"sum_repeatable/order-0", "sum_repeatable/order-1"}) {
    const Floats right{static_cast<float>(sum)};
    const Floats next{std::nextafter(right[0], 1e9F)};
    EXPECT_TRUE(judge_->examine(find(name), {{"result", array(right)}}).is_correct) << name;
    EXPECT_FALSE(judge_->examine(find(name), {{"result", array(next)}}).is_correct) << name;
  }
  std::ranges::sort(first);
  std::ranges::sort(other);
  EXPECT_EQ(first, other);
}

TEST_F(AtomicsJudge, WantsTheTicketBack) {
  const Case& set = find("sum_in_one_launch/1");
  const float value = set.inputs.at("in").as<float>().front();
  const auto opinion = [&](const Words& tickets) {
    return judge_->examine(set,
                           {{"results", array(Floats{value, value})}, {"tickets", array(tickets)}});
  };
  EXPECT_TRUE(opinion({0, 0}).is_correct);
  EXPECT_FALSE(opinion({0, 1}).is_correct);
}

TEST_F(AtomicsJudge, WantsTheFirstOfEqualValues) {
  const Case& set = find("best_of_slots/one-slot");
  const Words keys = set.inputs.at("keys").as<std::uint32_t>();
  const Floats values = set.inputs.at("values").as<float>();
  const auto count = static_cast<int>(keys.size());
  Floats best{-std::numeric_limits<float>::infinity()};
  Ints index{-1};
  best_on_cpu(keys.data(), values.data(), count, best.data(), index.data());
  EXPECT_TRUE(examine_best(set, best, index).is_correct);
  const Opinion opinion = examine_best(set, best, {(index[0] + 1) % count});
  EXPECT_FALSE(opinion.is_correct);
}

}  // namespace
}  // namespace warpscope::judge
