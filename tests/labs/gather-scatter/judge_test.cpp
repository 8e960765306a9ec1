// The answers that the judge of gather-scatter compares with, beside some that are known, the
// inputs that it makes, and what it says of wrong answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "labs/gather-scatter/judge/answers.h"
#include "labs/gather-scatter/judge/inputs_of.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"

namespace warpscope::labs::gather_scatter {
namespace {

TEST(GatherScatterAnswers, GatherBringsRowsAndScatterSendsThem) {
  const Words rows{10, 11, 20, 21, 30, 31};
  EXPECT_EQ(gather({2, 0, 2}, rows, 2), (Words{30, 31, 10, 11, 30, 31}));
  EXPECT_EQ(scatter({1, 0, 1}, {1, 0, 0}, {0, 1}, rows, 2), (Words{20, 21, 30, 31, 10, 11}));
}

TEST(GatherScatterAnswers, AddLosesNothing) {
  EXPECT_EQ(add({1, 1}, {1, 2, 3, 4, 10, 20, 30, 0xFFFFFFFFU}, Words(8, 1)),
            (Words{1, 1, 1, 1, 12, 23, 34, 4}));
}

TEST(GatherScatterAnswers, NearIsMassTimesDistanceSquared) {
  // Words behind the mass are not looked at.
  const Words particles{0, 0, 0, 7, 99, 1, 2, 2, 3, 98};
  EXPECT_EQ(near({1, 0, 1, 0, 1, 1, 0, 0}, particles, 5), (Words{2 * 27, 2 * 63}));
}

TEST(GatherScatterAnswers, ReorderIsTheSameInEachField) {
  EXPECT_EQ(reorder({1, 0}, {1, 2, 3, 4}, 1, 2), (Words{2, 1, 4, 3}));
}

// Whatever the seed is: the host is shown another seed's, but for what is small.
TEST(GatherScatterInputs, PlacesInCellsAreEachThereOnce) {
  Numbers begin;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Inputs<Mixed> numbers(seed);
    const auto cells = cells_of(numbers, 100);
    if (seed == 0) begin = cells.begin;
    EXPECT_EQ(cells.begin, begin);
    std::set<int> places;
    for (std::size_t i = 0; i < 100; ++i)
      places.insert(begin[static_cast<std::size_t>(cells.cell[i])] + cells.rank[i]);
    EXPECT_EQ(places.size(), 100U);
    EXPECT_EQ(*places.rbegin(), 99);
  }
}

TEST(GatherScatterInputs, NumbersStayInTheirBlock) {
  Inputs<Mixed> numbers(1);
  const auto index = shuffled_in_blocks(numbers, 100, 8);
  for (std::size_t i = 0; i < 100; ++i)
    EXPECT_EQ(static_cast<std::size_t>(index[i]) / 8, i / 8) << i;
  EXPECT_FALSE(std::ranges::is_sorted(index));
  EXPECT_TRUE(std::ranges::is_sorted(shuffled_in_blocks(numbers, 100, 1)));
}

TEST(GatherScatterInputs, RowsAreHitAsOftenAsAsked) {
  Inputs<Mixed> numbers(1);
  auto rows = repeated(numbers, 9, 3);
  std::ranges::sort(rows);
  EXPECT_EQ(rows, (Numbers{0, 0, 0, 1, 1, 1, 2, 2, 2}));
}

TEST(GatherScatterOpinions, SayThatARowIsWhatTheOtherDirectionGives) {
  const judge::Case set = NewCase("scatter", 3)
                              .parameter("bytes", 4)
                              .input("cell", Numbers{0, 0, 0})
                              .input("rank", Numbers{1, 2, 0})
                              .input("begin", Numbers{0})
                              .input("particles", Words{5, 6, 7})
                              .output<std::uint32_t>("out", 3);
  const auto said = [&](const Words& out) {
    return examine_scatter(set, {{"out", array_of(out)}}).message;
  };
  EXPECT_EQ(said({7, 5, 6}), "");
  EXPECT_NE(said({6, 7, 5}).find("out[0] (word 0 of row 0) is 6, expected 7 (which is what the "
                                 "other direction gives)"),
            std::string::npos)
      << said({6, 7, 5});
  EXPECT_EQ(said({9, 5, 6}).find("other direction"), std::string::npos);
}

TEST(GatherScatterOpinions, SayHowManyGoToAWrongRow) {
  const judge::Case set = NewCase("add", 2)
                              .input("index", Numbers{1, 1})
                              .input("values", Words(8, 2))
                              .input("sums", Words(8, 1))
                              .output<std::uint32_t>("sums", 8);
  const auto said = [&](const Words& sums) {
    return examine_add(set, {{"sums", array_of(sums)}}).message;
  };
  EXPECT_EQ(said({1, 1, 1, 1, 5, 5, 5, 5}), "");
  EXPECT_NE(said({1, 1, 1, 1, 5, 5, 3, 3}).find("(word 2 of row 1, to which 2 go) is 3"),
            std::string::npos);
}

TEST(GatherScatterOpinions, SayWhichRowStandsInTheWrongPlace) {
  const judge::Case gathered = NewCase("gather", 2)
                                   .parameter("bytes", 8)
                                   .input("index", Numbers{2, 0})
                                   .input("table", Words{10, 11, 20, 21, 30, 31})
                                   .output<std::uint32_t>("out", 4);
  const auto said = [&](const Words& out) {
    return examine_gather(gathered, {{"out", array_of(out)}}).message;
  };
  EXPECT_EQ(said({30, 31, 10, 11}), "");
  EXPECT_NE(said({30, 21, 10, 11})
                .find("out[1] (word 1 of row 0) is 21, expected 31 (which is word 1 of row 1 of "
                      "the table; word 1 of row 2 of the table belongs here)"),
            std::string::npos)
      << said({30, 21, 10, 11});
  EXPECT_EQ(said({30, 99, 10, 11}).find("which is"), std::string::npos);

  const judge::Case moved = NewCase("reorder", 2)
                                .parameter("bytes", 4)
                                .parameter("fields", 2)
                                .input("index", Numbers{1, 0})
                                .input("in", Words{10, 20, 30, 40})
                                .output<std::uint32_t>("out", 4);
  const auto wrong = examine_reorder(moved, {{"out", array_of(Words{20, 10, 20, 30})}}).message;
  EXPECT_NE(wrong.find("(which is word 0 of row 1 of field 0 of in; word 0 of row 1 of field 1 of "
                       "in belongs here)"),
            std::string::npos)
      << wrong;
}

TEST(GatherScatterOpinions, SayWhichParticleStandsInTheWrongPlace) {
  const judge::Case set = NewCase("scatter", 4)
                              .parameter("bytes", 4)
                              .input("cell", Numbers{0, 0, 0, 0})
                              .input("rank", Numbers{1, 2, 3, 0})
                              .input("begin", Numbers{0})
                              .input("particles", Words{5, 6, 7, 8})
                              .output<std::uint32_t>("out", 4);
  const auto wrong = examine_scatter(set, {{"out", array_of(Words{7, 5, 6, 7})}}).message;
  EXPECT_NE(wrong.find("(which is word 0 of particle 2; word 0 of particle 3 belongs here)"),
            std::string::npos)
      << wrong;
}

TEST(GatherScatterOpinions, SayWhatASumLacks) {
  const judge::Case set = NewCase("add", 2)
                              .input("index", Numbers{1, 1})
                              .input("values", Words{2, 2, 2, 2, 3, 3, 3, 3})
                              .input("sums", Words(8, 1))
                              .output<std::uint32_t>("sums", 8);
  const auto said = [&](std::uint32_t sum) {
    return examine_add(set, {{"sums", array_of(Words{1, 1, 1, 1, sum, 6, 6, 6})}}).message;
  };
  EXPECT_EQ(said(6), "");
  EXPECT_NE(said(4).find("(row 1 of the values alone has been added)"), std::string::npos);
  EXPECT_NE(said(1).find("(nothing has been added)"), std::string::npos);
  EXPECT_EQ(said(7).find("added"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::labs::gather_scatter
