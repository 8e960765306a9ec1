// Whether an answer is among what the program had of the device, where that was more.
#include "runner/origin/answer_words.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "base/word_hash.h"

namespace warpscope::runner {
namespace {

using Arrays = std::map<std::string, judge::Array>;
using Returned = std::vector<std::vector<std::byte>>;

template <typename T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

/// Words of which nobody guesses one.
std::vector<std::uint32_t> results(std::size_t count) {
  std::vector<std::uint32_t> words(count);
  for (std::size_t i = 0; i < count; ++i)
    words[i] = static_cast<std::uint32_t>(hash_of_word(static_cast<std::uint32_t>(i)) >> 7);
  return words;
}

TEST(AnswerAmongReturned, GapsAndOtherFieldsAndPiecesTakeNothingFromIt) {
  const auto answer = results(1000);
  const Arrays outputs{{"results", judge::Array::of<std::uint32_t>(answer)}};
  std::vector<std::uint32_t> with_gaps(64'000), structures;
  for (std::size_t i = 0; i < answer.size(); ++i) with_gaps[64 * i + 5] = answer[999 - i];
  for (const auto word : answer) structures.insert(structures.end(), {word, ~word, 7});
  const Returned pieces{bytes_of(std::vector(answer.begin() + 300, answer.end())),
                        bytes_of(results(7)),
                        bytes_of(std::vector(answer.begin(), answer.begin() + 300))};
  EXPECT_TRUE(is_among_returned(outputs, Returned{bytes_of(with_gaps)}));
  EXPECT_TRUE(is_among_returned(outputs, Returned{bytes_of(structures)}));
  EXPECT_TRUE(is_among_returned(outputs, pieces));
  with_gaps[64 * 999 + 5] ^= 1;
  EXPECT_FALSE(is_among_returned(outputs, Returned{bytes_of(with_gaps)})) << "one is the host's";
  EXPECT_FALSE(is_among_returned(outputs, Returned{})) << "nothing was returned";
}

TEST(AnswerAmongReturned, ElementsMustBeThereAsOften) {
  std::vector<std::uint32_t> answer = results(100);
  auto returned = answer;
  answer[1] = answer[0];
  const Arrays outputs{{"results", judge::Array::of<std::uint32_t>(answer)}};
  EXPECT_FALSE(is_among_returned(outputs, Returned{bytes_of(returned)}));
  returned.push_back(answer[0]);
  EXPECT_TRUE(is_among_returned(outputs, Returned{bytes_of(returned)}));
}

/// A kernel that writes all numbers there may be, again and again, has computed nothing.
TEST(AnswerAmongReturned, ValuesThatMayBeGuessedAreOnlyInArraysOfAboutTheSize) {
  constexpr std::size_t kCount = 16'384;
  std::vector<std::int32_t> steps(kCount);
  for (std::size_t i = 0; i < kCount; ++i) steps[i] = static_cast<std::int32_t>(i * i % 120);
  const Arrays outputs{{"steps", judge::Array::of<std::int32_t>(steps)}};
  std::vector<std::int32_t> all_numbers(20 * kCount), pairs;
  for (std::size_t i = 0; i < all_numbers.size(); ++i)
    all_numbers[i] = static_cast<std::int32_t>(i % 120);
  for (std::size_t i = 0; i < kCount; ++i)
    pairs.insert(pairs.end(), {static_cast<std::int32_t>(i), steps[i]});
  EXPECT_FALSE(is_among_returned(outputs, Returned{bytes_of(all_numbers)}));
  EXPECT_TRUE(is_among_returned(outputs, Returned{bytes_of(pairs)})) << "with their places";
  pairs.resize(3 * kCount);
  EXPECT_FALSE(is_among_returned(outputs, Returned{bytes_of(pairs)}));
  std::vector<std::uint32_t> dense(1000);
  for (std::size_t i = 0; i < dense.size(); ++i) dense[i] = static_cast<std::uint32_t>(5 * i);
  std::vector<std::uint32_t> range(100'000);
  for (std::size_t i = 0; i < range.size(); ++i) range[i] = static_cast<std::uint32_t>(i);
  EXPECT_FALSE(is_among_returned({{"out", judge::Array::of<std::uint32_t>(dense)}},
                                 Returned{bytes_of(range)}))
      << "all different, and close together";
}

TEST(AnswerAmongReturned, IsLookedForInElementsOfEachSize) {
  std::vector<std::uint8_t> flags(100, 1);
  std::vector<double> sums(100);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = 1.0 / static_cast<double>(i + 3);
  const Arrays outputs{{"flags", judge::Array::of<std::uint8_t>(flags)},
                       {"sums", judge::Array::of<double>(sums)}};
  auto of_flags = bytes_of(flags), of_sums = bytes_of(sums);
  of_flags.resize(104);
  EXPECT_TRUE(is_among_returned(outputs, Returned{of_sums, of_flags}));
  of_flags[50] = std::byte{2};
  EXPECT_FALSE(is_among_returned(outputs, Returned{of_sums, of_flags}));
}

}  // namespace
}  // namespace warpscope::runner
