// Every honest way of uploading a stand-in brings the device its input, and nothing else that is
// copied changes.
#include "vgpu/origin/exchanged_inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

namespace warpscope::origin {
namespace {

using Words = std::vector<std::uint32_t>;

std::vector<std::byte> bytes_of(const Words& words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

/// Numbers from 1 to 100000, some of them several times, and for each another one: as of the
/// divergence lab, where the numbers are dense among small ones.
class ExchangedWords : public testing::Test {
 protected:
  ExchangedWords() {
    std::uint32_t state = 1;
    for (int i = 0; i < 8192; ++i) {
      state = state * 1664525 + 1013904223;
      shown_.push_back(1 + 2 * ((state >> 8) % 50000));
      held_.push_back(shown_.back() + 1);
    }
    inputs_.set({{bytes_of(shown_), bytes_of(held_), device::MatchBy::neighbouring_words}});
  }
  /// What the device has of an upload in one piece.
  Words uploaded(const Words& words) const {
    std::vector<std::byte> held;
    const auto bytes = bytes_of(words);
    if (!inputs_.exchange(bytes, 0, bytes.size(), held)) return words;
    Words result(words.size());
    std::memcpy(result.data(), held.data(), held.size());
    return result;
  }

  Words shown_, held_;
  ExchangedInputs inputs_;
};

TEST_F(ExchangedWords, ComeInAnyOrder) {
  EXPECT_EQ(uploaded(shown_), held_);
  std::ranges::sort(shown_);
  std::ranges::sort(held_);
  EXPECT_EQ(uploaded(shown_), held_);
  const Words part(shown_.begin() + 100, shown_.begin() + 140);
  EXPECT_EQ(uploaded(part), Words(held_.begin() + 100, held_.begin() + 140));
}

TEST_F(ExchangedWords, ComeInStructuresAndBesideOtherArrays) {
  Words pairs, wanted_pairs, wide, wanted_wide;
  for (std::uint32_t i = 0; i < shown_.size(); ++i) {
    pairs.insert(pairs.end(), {shown_[i], i});
    wanted_pairs.insert(wanted_pairs.end(), {held_[i], i});
    wide.insert(wide.end(), {i, i / 2, shown_[i]});
    wanted_wide.insert(wanted_wide.end(), {i, i / 2, held_[i]});
  }
  EXPECT_EQ(uploaded(pairs), wanted_pairs);
  EXPECT_EQ(uploaded(wide), wanted_wide);
  Words order(shown_.size());
  std::iota(order.rbegin(), order.rend(), 0U);
  Words both = shown_, wanted_both = held_;
  both.insert(both.end(), order.begin(), order.end());
  wanted_both.insert(wanted_both.end(), order.begin(), order.end());
  EXPECT_EQ(uploaded(both), wanted_both);
}

TEST_F(ExchangedWords, ComeWithRoomBetweenThem) {
  Words padded, wanted;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    padded.push_back(shown_[i]);
    wanted.push_back(held_[i]);
    if (i % 100 != 99 && i < 8180) continue;
    padded.insert(padded.end(), 28, 0);
    wanted.insert(wanted.end(), 28, 0);
  }
  EXPECT_EQ(uploaded(padded), wanted);
}

TEST_F(ExchangedWords, AreNotSeenInOtherArrays) {
  Words order(1 << 16);
  std::iota(order.begin(), order.end(), 0U);
  EXPECT_EQ(uploaded(order), order);
  EXPECT_EQ(uploaded(held_), held_) << "brought back, they are not exchanged again";
  const Words few{shown_[0], shown_[1], shown_[2]};
  EXPECT_EQ(uploaded(few), few);
  Words disguised = shown_;
  for (auto& word : disguised) word = ~word;
  EXPECT_EQ(uploaded(disguised), disguised);
}

/// Numbers that nothing else has, some of which stand for themselves.
class LoneWords : public testing::Test {
 protected:
  LoneWords() {
    for (std::uint32_t i = 0; i < 1000; ++i) {
      shown_.push_back(0x80000000U + 977 * i);
      held_.push_back(i % 4 == 3 ? shown_.back() : 0x40000000U + i);
    }
    inputs_.set({{bytes_of(shown_), bytes_of(held_), device::MatchBy::lone_words}});
  }
  Words uploaded(const Words& words) const {
    std::vector<std::byte> held;
    const auto bytes = bytes_of(words);
    if (!inputs_.exchange(bytes, 0, bytes.size(), held)) return words;
    Words result(words.size());
    std::memcpy(result.data(), held.data(), held.size());
    return result;
  }

  Words shown_, held_;
  ExchangedInputs inputs_;
};

TEST_F(LoneWords, AreKnownAloneAndAmongAnything) {
  EXPECT_EQ(uploaded(shown_), held_);
  for (const std::size_t i : {0U, 5U, 999U}) EXPECT_EQ(uploaded({shown_[i]}), Words{held_[i]});
  Words tile(128), wanted(128);  // one number of each of four columns, and room
  for (std::size_t column = 0; column < 4; ++column) {
    tile[32 * column] = shown_[column];
    wanted[32 * column] = held_[column];
  }
  EXPECT_EQ(uploaded(tile), wanted);
  Words columns = shown_, wanted_columns = held_;
  for (std::uint32_t i = 0; i < 100; ++i) {
    columns.push_back(i);
    wanted_columns.push_back(i);
  }
  EXPECT_EQ(uploaded(columns), wanted_columns);
}

TEST_F(LoneWords, AreNotSeenInOtherArrays) {
  EXPECT_EQ(uploaded(held_), held_);
  Words disguised = shown_;
  for (auto& word : disguised) word = ~word;
  EXPECT_EQ(uploaded(disguised), disguised);
}

/// Halves of other numbers have a value of the input now and then: they stay what the host made.
TEST_F(LoneWords, AreNoneWhereAFewHaveTheirValuesByChance) {
  Words halves(16'384);
  for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<std::uint32_t>(~i);
  for (std::size_t i = 0; i < 30; ++i) halves[i * i * 18] = shown_[i];
  EXPECT_EQ(uploaded(halves), halves);
  // Beside the input in one array they stay it as well.
  auto both = halves;
  auto wanted = halves;
  both.insert(both.end(), shown_.begin(), shown_.end());
  wanted.insert(wanted.end(), held_.begin(), held_.end());
  const auto result = uploaded(both);
  EXPECT_TRUE(std::equal(halves.begin(), halves.end() - 256, result.begin()));
  EXPECT_TRUE(std::equal(held_.begin(), held_.end(), result.end() - held_.size()));
}

/// So do halves that lie in structures, beside fields that are the input.
TEST_F(LoneWords, AreNoneInAFieldThatHasTheirValuesByChance) {
  for (const std::size_t fields : {2U, 4U, 8U}) {
    Words rows, wanted;
    for (std::uint32_t i = 0; i < shown_.size(); ++i) {
      for (std::size_t field = 0; field + 1 < fields; ++field) {
        rows.push_back(shown_[i]);
        wanted.push_back(held_[i]);
      }
      rows.push_back(i % 100 == 50 ? shown_[i / 100] : ~i);
      wanted.push_back(rows.back());
    }
    EXPECT_EQ(uploaded(rows), wanted) << fields;
  }
}

TEST_F(LoneWords, AreKnownInStructuresWithMuchRoom) {
  Words rows(24 * shown_.size(), 1), wanted(24 * shown_.size(), 1);
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    rows[24 * i + 7] = shown_[i];
    wanted[24 * i + 7] = held_[i];
  }
  EXPECT_EQ(uploaded(rows), wanted);
}

TEST_F(LoneWords, AreKnownAsDoublesWhereTheyAreFloats) {
  const auto bytes_of_floats = [](const std::vector<float>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  inputs_.set(
      {{bytes_of_floats({1.5F, -3.25F}), bytes_of_floats({7, 8}), device::MatchBy::lone_words}});
  const std::vector<double> doubles{0, -3.25, 2, 1.5, 1.5000000001, 1e300, -0.0};
  std::vector<std::byte> held;
  ASSERT_TRUE(inputs_.exchange(std::as_bytes(std::span(doubles)), 0, 56, held));
  std::vector<double> result(doubles.size());
  std::memcpy(result.data(), held.data(), held.size());
  EXPECT_EQ(result, (std::vector<double>{0, 8, 2, 7, 1.5000000001, 1e300, -0.0}));
}

TEST_F(LoneWords, AreThereForTheTimeOfALaunchInMemoryOfBoth) {
  Words memory = shown_;
  const auto bytes = std::as_writable_bytes(std::span(memory));
  const auto changes = inputs_.exchange_in_place(bytes);
  EXPECT_EQ(memory, held_);
  memory[0] = 7;  // a kernel's
  ExchangedInputs::put_back(bytes, *changes);
  Words wanted = shown_;
  wanted[0] = 7;
  EXPECT_EQ(memory, wanted);
}

// Also where it is the same memory, and has been searched before.
TEST_F(LoneWords, AreThereInEachLaunchByWhatMemoryHoldsThen) {
  Words memory = shown_;
  const auto bytes = std::as_writable_bytes(std::span(memory));
  for (int launch = 0; launch < 2; ++launch) {
    const auto changes = inputs_.exchange_in_place(bytes);
    EXPECT_EQ(memory, held_) << launch;
    ExchangedInputs::put_back(bytes, *changes);
    EXPECT_EQ(memory, shown_) << launch;
  }
  std::ranges::reverse(memory);  // the host's
  const Words reversed = memory;
  const auto changes = inputs_.exchange_in_place(bytes);
  EXPECT_EQ(memory, Words(held_.rbegin(), held_.rend()));
  ExchangedInputs::put_back(bytes, *changes);
  EXPECT_EQ(memory, reversed);
  inputs_.set({});
  EXPECT_TRUE(inputs_.exchange_in_place(bytes)->empty());
  EXPECT_EQ(memory, reversed);
}

}  // namespace
}  // namespace warpscope::origin
