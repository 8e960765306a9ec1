// Labs' inputs are kept in records and measured curves, so a source's first numbers never change.
#include "labs/judge/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace warpscope::labs {
namespace {

template <typename Source>
std::vector<std::uint32_t> first_words(std::uint64_t seed) {
  return Inputs<Source>(seed).words(3);
}

TEST(Inputs, AreTheSameOnEveryMachine) {
  using Words = std::vector<std::uint32_t>;
  EXPECT_EQ(first_words<Chance>(5), (Words{2890791750U, 165333094U, 967606984U}));
  EXPECT_EQ(first_words<Chance32>(5), (Words{953453411U, 236996814U, 3739766767U}));
  EXPECT_EQ(first_words<Mixed>(5), (Words{3276606462U, 3768183917U, 2246556430U}));
  EXPECT_EQ(first_words<Distinct32>(5), (Words{2577560757U, 698655578U, 1861543396U}));
  EXPECT_EQ(first_words<Distinct24>(5), (Words{16459552U, 15380749U, 7832074U}));
  EXPECT_EQ(first_words<Steps24>(5), (Words{8756918U, 14545067U, 3556000U}));
}

TEST(Inputs, AreOthersWithAnotherSeed) {
  EXPECT_NE(first_words<Chance>(5), first_words<Chance>(6));
  EXPECT_NE(first_words<Chance32>(5), first_words<Chance32>(6));
  EXPECT_NE(first_words<Mixed>(5), first_words<Mixed>(6));
  EXPECT_NE(first_words<Distinct32>(5), first_words<Distinct32>(6));
  EXPECT_NE(first_words<Distinct24>(5), first_words<Distinct24>(6));
  EXPECT_NE(first_words<Steps24>(5), first_words<Steps24>(6));
}

template <typename Source>
void expect_distinct(std::uint64_t seed) {
  const auto words = Inputs<Source>(seed).words(1 << 16);
  EXPECT_EQ(std::set(words.begin(), words.end()).size(), words.size());
}

TEST(Inputs, DistinctOnesComeOnce) {
  for (const std::uint64_t seed : {0, 1, 77}) {
    expect_distinct<Distinct32>(seed);
    expect_distinct<Distinct24>(seed);
    expect_distinct<Steps24>(seed);
  }
}

TEST(Inputs, StayInTheirRange) {
  Inputs<Chance> inputs(3);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_LT(inputs.below(7), 7U);
    EXPECT_LT(inputs.remainder(7), 7U);
    const int value = inputs.from_to(-3, 4);
    EXPECT_TRUE(value >= -3 && value <= 4) << value;
  }
  for (const float value : inputs.fractions(1000)) EXPECT_TRUE(value >= -1024 && value < 1024);
  for (const float value : Inputs<Distinct24>(3).fractions(1000))
    EXPECT_TRUE(value >= -1024 && value < 1024);
  auto numbers = inputs.numbers(100);
  EXPECT_FALSE(std::ranges::is_sorted(numbers));
  std::ranges::sort(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    EXPECT_EQ(numbers[i], static_cast<std::int32_t>(i) + 1);
  EXPECT_TRUE(inputs.words(0).empty());
}

}  // namespace
}  // namespace warpscope::labs
