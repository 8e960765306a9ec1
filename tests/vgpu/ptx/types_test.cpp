#include "vgpu/ptx/types.h"

#include <gtest/gtest.h>

namespace warpscope::ptx {
namespace {

TEST(Types, NamesAndTypesMapToEachOther) {
  for (auto i = static_cast<int>(Type::b8); i <= static_cast<int>(Type::surfref); ++i) {
    const auto type = static_cast<Type>(i);
    EXPECT_EQ(parse_type(name(type)), type) << name(type);
  }
  EXPECT_FALSE(parse_type(""));
  EXPECT_FALSE(parse_type("b7"));
}

TEST(Types, SizesFollowTheName) {
  EXPECT_EQ(size_bytes(Type::none), 0U);
  EXPECT_EQ(size_bytes(Type::u8), 1U);
  EXPECT_EQ(size_bytes(Type::bf16), 2U);
  EXPECT_EQ(size_bytes(Type::f16x2), 4U);
  EXPECT_EQ(size_bytes(Type::s64), 8U);
  EXPECT_EQ(size_bytes(Type::b128), 16U);
  EXPECT_EQ(size_bytes(Type::pred), 4U);
}

TEST(Types, TellFloatsAndSigns) {
  EXPECT_TRUE(is_float(Type::f64));
  EXPECT_TRUE(is_float(Type::bf16x2));
  EXPECT_FALSE(is_float(Type::b32));
  EXPECT_TRUE(is_signed(Type::s8));
  EXPECT_FALSE(is_signed(Type::u64));
}

}  // namespace
}  // namespace warpscope::ptx
