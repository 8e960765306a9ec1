// The atomics lab's judge: its inputs are what the lab says of them, and it sees what is wrong.
#include "labs/judge/judge.h"

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
#include "tests/labs/judge/made_cases.h"

namespace warpscope::judge {
namespace {

using Words = std::vector<std::uint32_t>;
using Floats = std::vector<float>;
using Ints = std::vector<std::int32_t>;

class AtomicsJudge : public testing::Test {
 protected:
  AtomicsJudge() : judge_(find_judge("atomics")), cases_(made_cases("atomics", 7)) {}

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
  const std::vector<Case>& cases_;
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

// What each group of lanes with the same key adds, by the mask of its lanes.
TEST_F(AtomicsJudge, NamesTheMistakeOfAGroupsLeader) {
  const Case& set = find("histogram_aggregated/1025");
  const Words keys = set.inputs.at("keys").as<std::uint32_t>();
  const auto message = [&](auto added) {
    Words bins = set.inputs.at("bins").as<std::uint32_t>();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      std::uint32_t peers = 0;
      for (std::size_t k = i / 32 * 32; k < std::min(i / 32 * 32 + 32, keys.size()); ++k)
        peers |= keys[k] == keys[i] ? 1U << k % 32 : 0;
      bins[keys[i]] += added(i % 32, peers);
    }
    return examine_bins(set, bins).message;
  };
  const auto lowest = [](std::uint32_t peers) {
    return static_cast<std::size_t>(std::countr_zero(peers));
  };
  const auto size = [](std::uint32_t peers) {
    return static_cast<std::uint32_t>(std::popcount(peers));
  };
  const auto one = message([&](std::size_t lane, std::uint32_t peers) -> std::uint32_t {
    return lane == lowest(peers) ? 1 : 0;
  });
  EXPECT_NE(one.find("had counted 1, not its size"), std::string::npos) << one;
  const auto all = message([&](std::size_t, std::uint32_t peers) { return size(peers); });
  EXPECT_NE(all.find("every lane of a group"), std::string::npos) << all;
  const auto behind = message([&](std::size_t lane, std::uint32_t peers) {
    return lane == lowest(peers) + 1 ? size(peers) : 0;
  });
  EXPECT_NE(behind.find("__ffs counts from 1"), std::string::npos) << behind;
  EXPECT_EQ(behind.find("no thread took"), std::string::npos) << behind;
  const auto right = message([&](std::size_t lane, std::uint32_t peers) {
    return lane == lowest(peers) ? size(peers) : 0;
  });
  EXPECT_EQ(right, "");
}

// Where no lane has a neighbour with its key, nobody counts: which can be for another reason too.
TEST_F(AtomicsJudge, SaysTwoReasonsWhereNoGroupCounted) {
  for (const char* name : {"histogram_aggregated/1", "histogram_aggregated/33"}) {
    const Case& set = find(name);
    const std::string message =
        examine_bins(set, set.inputs.at("bins").as<std::uint32_t>()).message;
    EXPECT_NE(message.find("__ffs counts from 1, lanes count from 0, or as if no thread took"),
              std::string::npos)
        << message;
    EXPECT_EQ(message.find("range"), std::string::npos) << message;
  }
}

TEST_F(AtomicsJudge, SpeaksOfRangesWhereCountsAreInAWrongOne) {
  const auto message_of = [&](const char* name, std::uint32_t first_uncounted, bool is_repeated) {
    const Case& set = find(name);
    Words bins = set.inputs.at("bins").as<std::uint32_t>();
    for (const std::uint32_t key : set.inputs.at("keys").as<std::uint32_t>()) {
      if (key >= first_uncounted) continue;
      for (std::size_t bin = key; bin < bins.size(); bin += first_uncounted) {
        ++bins[bin];
        if (!is_repeated) break;
      }
    }
    return examine_bins(set, bins).message;
  };
  const std::string shifted = message_of("histogram_private/bins-16384", 4096, true);
  EXPECT_NE(shifted.find("the count of the one 4096 before it"), std::string::npos) << shifted;
  const std::string other = message_of("histogram_aggregated/bins-16384", 4096, true);
  EXPECT_EQ(other.find("range"), std::string::npos) << other;
  const std::string none = message_of("histogram_private/1", 0, false);
  EXPECT_EQ(none.find("range"), std::string::npos) << none;
}

TEST_F(AtomicsJudge, SaysOfBinsBelowZeroThatCountsAreMissing) {
  const Case& set = find("histogram_private/1");
  Words bins = set.inputs.at("bins").as<std::uint32_t>();
  ++bins[set.inputs.at("keys").as<std::uint32_t>()[0]];
  for (std::uint32_t& bin : bins) --bin;
  const std::string message = examine_bins(set, bins).message;
  EXPECT_NE(message.find("hold " + std::to_string(bins.size() - 1) + " less than before the call"),
            std::string::npos)
      << message;
  EXPECT_EQ(message.find("too many"), std::string::npos) << message;
}

TEST_F(AtomicsJudge, DoesNotCallAWarpTheLastKey) {
  const Case& set = find("histogram_aggregated/33");
  const Words keys = set.inputs.at("keys").as<std::uint32_t>();
  Words bins = set.inputs.at("bins").as<std::uint32_t>();
  histogram_on_cpu(keys.data(), 32, bins.data());
  const std::string message = examine_bins(set, bins).message;
  EXPECT_NE(message.find("those of one warp"), std::string::npos) << message;
  EXPECT_EQ(message.find("last key"), std::string::npos) << message;
}

TEST_F(AtomicsJudge, NamesTheFirstKeyThatWasNotCounted) {
  const Case& set = find("histogram_private/bins-16384");
  const Words keys = set.inputs.at("keys").as<std::uint32_t>();
  Words bins = set.inputs.at("bins").as<std::uint32_t>();
  for (const std::uint32_t key : keys) bins[key] += key < 4096 ? 1 : 0;
  const auto first = *std::ranges::min_element(
      keys, {}, [](std::uint32_t key) { return key < 4096 ? 1U << 31 : key; });
  const std::string message = examine_bins(set, bins).message;
  EXPECT_NE(message.find("no key from " + std::to_string(first) + " on was counted"),
            std::string::npos)
      << message;
}

TEST_F(AtomicsJudge, SaysWhatAWordOfCombineIsInstead) {
  const Case& set = find("combine/1025");
  const Words in = set.inputs.at("in").as<std::uint32_t>();
  const Words before = set.inputs.at("words").as<std::uint32_t>();
  Words right = before;
  auto largest = std::bit_cast<float>(right[kLargest]);
  combine_on_cpu(in.data(), static_cast<int>(in.size()), right.data(), &largest);
  right[kLargest] = std::bit_cast<std::uint32_t>(largest);
  const auto message = [&](Word word, std::uint32_t value) {
    Words words = right;
    words[word] = value;
    return examine_words(set, words).message;
  };
  const auto ends = [&](Word word, std::uint32_t value, const std::string& with) {
    EXPECT_NE(message(word, value).find(with), std::string::npos) << message(word, value);
  };
  ends(kMin, before[kMin], "what it was before the call");
  ends(kInc, before[kInc] + 1025, "never set back to 0");
  ends(kInc, right[kInc] - 1, "right for a largest value of 1000");
  const float other = float_of(in[5]) == largest ? float_of(in[6]) : float_of(in[5]);
  ends(kLargest, std::bit_cast<std::uint32_t>(other), "what atomicCAS returned");
  EXPECT_EQ(message(kMax, right[kMax] - 1).find('('), std::string::npos);
  Words from_zero = right;
  from_zero[kAdd] -= before[kAdd];
  from_zero[kSub] -= before[kSub];
  EXPECT_NE(examine_words(set, from_zero).message.find("had been 0 before"), std::string::npos);
}

TEST_F(AtomicsJudge, AsksForTheLargestOfFloatsBelow0) {
  for (const char* name : {"combine/below-0", "combine_in_shared/below-0"}) {
    const Case& set = find(name);
    const Words in = set.inputs.at("in").as<std::uint32_t>();
    const Words before = set.inputs.at("words").as<std::uint32_t>();
    Words words = before;
    auto largest = std::bit_cast<float>(words[kLargest]);
    combine_on_cpu(in.data(), static_cast<int>(in.size()), words.data(), &largest);
    words[kLargest] = std::bit_cast<std::uint32_t>(largest);
    EXPECT_LT(largest, 0) << name;
    EXPECT_TRUE(examine_words(set, words).is_correct) << name;
    // As atomicMax() of the bits has it, for int and for unsigned.
    auto of_bits = before[kLargest];
    for (const std::uint32_t x : in)
      of_bits = std::max(of_bits, std::bit_cast<std::uint32_t>(float_of(x)));
    words[kLargest] = of_bits;
    const Opinion opinion = examine_words(set, words);
    EXPECT_FALSE(opinion.is_correct) << name;
    EXPECT_NE(opinion.message.find("compared as whole numbers"), std::string::npos)
        << opinion.message;
  }
}

TEST_F(AtomicsJudge, GivesABlockMoreNumbersThanItHasThreads) {
  const auto in = find("combine_in_shared/257").inputs.at("in").as<std::uint32_t>();
  EXPECT_EQ(in.size(), 257U);
}

TEST_F(AtomicsJudge, KnowsASumOf32Bits) {
  const auto message = [&](const char* name, double off) {
    const Case& set = find(name);
    double sum = 0;
    for (const float value : set.inputs.at("in").as<float>()) sum += value;
    const Floats result{static_cast<float>(sum + off)};
    return judge_->examine(set, {{"result", array(result)}}).message;
  };
  const char* name = "sum_repeatable/order-0";
  const auto says = [&](double off, const std::string& words) {
    EXPECT_NE(message(name, off).find(words), std::string::npos) << message(name, off);
  };
  says(524288, "1 times 2^32 units of 1/8192 too much");
  says(-2.0 * 524288, "2 times 2^32 units of 1/8192 too little");
  says(2251799813685248.0, "2^64 units too much");
  EXPECT_EQ(message(name, 262144).find(". "), std::string::npos) << message(name, 262144);
}

TEST_F(AtomicsJudge, KnowsNumbersThatWereCutOff) {
  const auto said = [&](const char* name, double scale) {
    const Case& set = find(name);
    double sum = 0;
    for (const float value : set.inputs.at("in").as<float>()) sum += std::trunc(value * scale);
    const Floats result{static_cast<float>(sum / scale)};
    return judge_->examine(set, {{"result", array(result)}}).message;
  };
  EXPECT_NE(said("sum_repeatable/31", 1).find("behind their points"), std::string::npos);
  const auto scaled = said("sum_repeatable/31", 1024);
  EXPECT_NE(scaled.find("multiples of 1/1024, as when each is multiplied by 1024"),
            std::string::npos)
      << scaled;
  // Floats that were added up in some order may come to that, too.
  EXPECT_EQ(said("sum_repeatable/1025", 1024).find("cut off"), std::string::npos);
}

TEST_F(AtomicsJudge, SaysThatThreadsWithoutAValueWereCounted) {
  const Case& set = find("keep_positive/1");
  const Array out = set.inputs.at("in");
  const auto message = [&](std::uint32_t kept) {
    return judge_->examine(set, {{"out", out}, {"kept", array(Words{kept})}}).message;
  };
  EXPECT_NE(message(256).find("threads without one were counted"), std::string::npos);
  EXPECT_EQ(message(0).find("threads without"), std::string::npos);
}

TEST_F(AtomicsJudge, TellsATieFromASlotThatNobodyCameTo) {
  const Case& set = find("best_of_slots/one-slot");
  const Floats values = set.inputs.at("values").as<float>();
  const float best = *std::ranges::max_element(values);
  const auto last = static_cast<std::int32_t>(values.rend() -
                                              std::find(values.rbegin(), values.rend(), best) - 1);
  EXPECT_NE(examine_best(set, {best}, {last}).message.find("the first one stays"),
            std::string::npos)
      << examine_best(set, {best}, {last}).message;
  const float none = -std::numeric_limits<float>::infinity();
  EXPECT_NE(examine_best(set, {none}, {-1}).message.find("nothing was stored there"),
            std::string::npos);
}

}  // namespace
}  // namespace warpscope::judge
