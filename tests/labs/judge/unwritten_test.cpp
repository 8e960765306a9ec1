#include "labs/judge/unwritten.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <vector>

namespace warpscope::labs {
namespace {

TEST(Unwritten, HasAllBitsSetWhateverItsType) {
  EXPECT_TRUE(looks_unwritten(std::uint32_t{0xFFFFFFFF}));
  EXPECT_TRUE(looks_unwritten(std::int32_t{-1}));
  EXPECT_TRUE(looks_unwritten(std::bit_cast<float>(0xFFFFFFFFU)));
  EXPECT_TRUE(looks_unwritten(std::bit_cast<double>(~std::uint64_t{0})));
  EXPECT_FALSE(looks_unwritten(std::bit_cast<double>(~std::uint64_t{0} >> 1)));
  EXPECT_FALSE(looks_unwritten(std::uint32_t{0xFFFFFFFE}));
  EXPECT_FALSE(looks_unwritten(std::bit_cast<float>(0x7FFFFFFFU))) << "another NaN";
}

TEST(Unwritten, IsRightWhereItIsTheAnswer) {
  const std::vector<std::uint32_t> given{1, 0xFFFFFFFF, 0xFFFFFFFF, 4};
  const std::vector<std::uint32_t> answer{1, 0xFFFFFFFF, 3, 5};
  EXPECT_EQ(elements_of(given, answer),
            (std::vector{Element::right, Element::right, Element::untouched, Element::wrong}));
}

}  // namespace
}  // namespace warpscope::labs
