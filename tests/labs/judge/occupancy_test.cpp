// What the judge of the lab occupancy takes for the answer: numbers of CUDA's occupancy calculator.
#include "labs/judge/occupancy.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope::labs {
namespace {

constexpr Sm kH200{32, 2048, 65536, 233472, 1024};

TEST(Occupancy, EachOfTheFourMayRunOutFirst) {
  EXPECT_EQ(room_for(kH200, {32, 16, 0})[0], 32);
  EXPECT_EQ(room_for(kH200, {256, 16, 0})[1], 8);
  EXPECT_EQ(room_for(kH200, {256, 64, 0})[2], 4);
  EXPECT_EQ(room_for(kH200, {64, 16, 40000})[3], 5);
}

// The predictions of the slides #limiters and #calculator.
TEST(Occupancy, TheDecksBlocksFitAsItsNotesSay) {
  const auto fitting = [](const Block& block) {
    const auto room = room_for(kH200, block);
    return *std::ranges::min_element(room);
  };
  EXPECT_EQ(fitting({32, 16, 0}), 32);
  EXPECT_EQ(fitting({256, 32, 0}), 8);
  EXPECT_EQ(fitting({256, 64, 0}), 4);
  EXPECT_EQ(fitting({1024, 65, 0}), 0);
  EXPECT_EQ(fitting({96, 32, 0}), 21);
  EXPECT_EQ(fitting({1024, 32, 0}), 2);
  EXPECT_EQ(fitting({768, 32, 0}), 2);  // three quarters of the threads: explain 4
}

TEST(Occupancy, WarpsAreWholeAndRegistersComeInUnits) {
  EXPECT_EQ(room_for(kH200, {33, 16, 0})[1], 32);  // two warps each
  EXPECT_EQ(room_for(kH200, {96, 16, 0})[1], 21);  // 63 of 64 warps
  EXPECT_EQ(room_for(kH200, {256, 33, 0})[2], 6);  // 40 registers for 33
  EXPECT_EQ(room_for(kH200, {1024, 64, 0})[2], 1);
  EXPECT_EQ(room_for(kH200, {1024, 65, 0})[2], 0);  // such a launch fails
}

TEST(Occupancy, TheLimiterMustBeOneThatLimits) {
  const Block both{256, 32, 0};  // 8 blocks by threads (1) and by registers (2)
  EXPECT_TRUE(opinion_on_residents(kH200, both, 8, 1).is_correct);
  EXPECT_TRUE(opinion_on_residents(kH200, both, 8, 2).is_correct);
  EXPECT_FALSE(opinion_on_residents(kH200, both, 8, 3).is_correct);
  EXPECT_FALSE(opinion_on_residents(kH200, both, 8, -1).is_correct);
  const auto wrong = opinion_on_residents(kH200, both, 7, 1);
  EXPECT_NE(wrong.message.find("8 fit, you say 7"), std::string::npos) << wrong.message;
}

TEST(Occupancy, SharedMemoryHasAReservedPart) {
  EXPECT_EQ(room_for(kH200, {32, 16, 0})[3], 228);
  EXPECT_EQ(room_for({16, 1024, 65536, 65536, 0}, {32, 40, 0})[3], 16);  // none is used
}

}  // namespace
}  // namespace warpscope::labs
