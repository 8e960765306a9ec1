// The answers that the judge of barriers compares with, beside some that are known, and what it
// says of wrong ones.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "labs/barriers/judge/answers.h"
#include "labs/barriers/judge/rows.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"

namespace warpscope::labs::barriers {
namespace {

TEST(BarriersAnswers, NeighboursStayWithinTheirTile) {
  Numbers in(kTileSize + 2, 1);
  const Numbers chosen(in.size(), 1);
  in[kTileSize] = 10;
  const auto out = neighbours(in, chosen);
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[1], 3);
  EXPECT_EQ(out[kTileSize - 1], 2);
  EXPECT_EQ(out[kTileSize], 11);
  EXPECT_EQ(neighbours(in, Numbers(in.size())), in);
}

TEST(BarriersAnswers, SumsAreOfTiles) {
  const std::vector<std::uint32_t> in(kTileSize + 3, 0x80000001U);
  EXPECT_EQ(sums(in), (std::vector<std::uint32_t>{256, 0x80000003U}));
}

TEST(BarriersAnswers, HeatIsLostAtTheEnds) {
  EXPECT_EQ(heat({8}, 2), (Numbers{2}));
  EXPECT_EQ(heat({0, 16, 0}, 1), (Numbers{4, 8, 4}));
  EXPECT_EQ(heat({5, 6}, 0), (Numbers{5, 6}));
}

TEST(BarriersAnswers, SandLiesStillInTheEnd) {
  const auto settled = settle({0, 4, 0});
  EXPECT_EQ(settled.row, (Numbers{1, 0, 1}));
  EXPECT_EQ(settled.topplings, 5);
  EXPECT_EQ(settle({1, 1}).rounds, 0);
  EXPECT_EQ(settle({5}).row, (Numbers{1}));
  EXPECT_EQ(settle({5}).topplings, 2);
}

// So that the counts of a case do not depend on its data.
TEST(BarriersRows, HeapsNeedTheRoundsOfTheLargest) {
  for (const auto& [largest, rounds] : {std::pair{0, 0}, std::pair{1, 0}, std::pair{6, 8},
                                        std::pair{12, 29}, std::pair{kLargestHeap, 110}}) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Inputs<Mixed> numbers(seed);
      EXPECT_EQ(settle(heaps(numbers, 256, largest)).rounds, rounds) << seed;
    }
  }
}

TEST(BarriersOpinions, SayWhichCellOfWhichRowIsWrong) {
  const judge::Case set = NewCase("heat", 1)
                              .parameter("rows", 2)
                              .parameter("width", 3)
                              .parameter("rounds", 0)
                              .input("in", Numbers{1, 2, 3, 4, 5, 6})
                              .output<std::int32_t>("out", 6);
  const auto said = [&](const Numbers& out) {
    return examine_heat(set, {{"out", array_of(out)}}).message;
  };
  EXPECT_EQ(said({1, 2, 3, 4, 5, 6}), "");
  EXPECT_NE(said({1, 2, 3, 4, 7, 6}).find("out[4] (cell 1 of row 1) is 7, expected 5"),
            std::string::npos)
      << said({1, 2, 3, 4, 7, 6});
}

TEST(BarriersOpinions, LookAtAllThreeOutputsOfTeams) {
  const judge::Case set = NewCase("teams", 1)
                              .parameter("rows", 2)
                              .parameter("width", 3)
                              .parameter("rows_per_block", 4)
                              .input("in", Numbers{0, 4, 0, 0, 1, 0})
                              .output<std::int32_t>("out", 6);
  const auto is_right = [&](const Numbers& out, const Numbers& topplings, const Numbers& most) {
    return examine_sand(set, {{"out", array_of(out)},
                              {"topplings", array_of(topplings)},
                              {"most", array_of(most)}})
        .is_correct;
  };
  const Numbers out{1, 0, 1, 0, 1, 0};
  EXPECT_TRUE(is_right(out, {5, 0}, {5}));
  EXPECT_FALSE(is_right({1, 0, 1, 0, 1, 1}, {5, 0}, {5}));
  EXPECT_FALSE(is_right(out, {5, 1}, {5}));
  const auto message = examine_sand(set, {{"out", array_of(Numbers{1, 0, 2, 0, 1, 0})},
                                          {"topplings", array_of(Numbers{5, 0})},
                                          {"most", array_of(Numbers{5})}})
                           .message;
  EXPECT_NE(message.find("(cell 2 of row 0) is 2, expected 1 (it still topples)"),
            std::string::npos)
      << message;
  EXPECT_FALSE(is_right(out, {5, 0}, {0}));
}

}  // namespace
}  // namespace warpscope::labs::barriers
