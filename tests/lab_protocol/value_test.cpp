#include "lab_protocol/value.h"

#include <gtest/gtest.h>

namespace warpscope::lab_protocol {
namespace {

template <typename T>
class EveryElementType : public testing::Test {};
using ElementTypes = testing::Types<std::uint8_t, std::int32_t, std::uint32_t, std::int64_t,
                                    std::uint64_t, float, double>;
TYPED_TEST_SUITE(EveryElementType, ElementTypes);

TYPED_TEST(EveryElementType, IsKeptWithItsValues) {
  const std::vector<TypeParam> values{TypeParam{1}, TypeParam{2}, TypeParam{3}};
  const auto array = Array::of(std::span<const TypeParam>(values));
  EXPECT_EQ(size_bytes(array.type()), sizeof(TypeParam));
  EXPECT_EQ(array.count(), values.size());
  EXPECT_EQ(array.template as<TypeParam>(), values);
}

TEST(Array, IsNotReadAsAnotherType) {
  const std::vector<float> values{1, 2};
  const auto array = Array::of(std::span<const float>(values));
  EXPECT_THROW(array.as<std::uint32_t>(), std::invalid_argument);
  EXPECT_THROW(array.as<double>(), std::invalid_argument);
}

TEST(Array, MayBeEmpty) {
  const auto array = Array::of(std::span<const double>());
  EXPECT_EQ(array.count(), 0u);
  EXPECT_TRUE(array.as<double>().empty());
}

TEST(ElementType, UnknownOnesHaveNoSize) {
  EXPECT_THROW(size_bytes(ElementType{0}), std::invalid_argument);
  EXPECT_THROW(size_bytes(ElementType{8}), std::invalid_argument);
}

}  // namespace
}  // namespace warpscope::lab_protocol
