#include "vgpu/exec/textures/touched_elements.h"

#include <gtest/gtest.h>

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kAll = 0xFFFF'FFFF;

LaneElements elements(std::int64_t distance_bytes) {
  LaneElements result;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane)
    result.offset[lane] = static_cast<std::int64_t>(lane) * distance_bytes;
  return result;
}

std::uint32_t count(std::uint64_t address, std::uint32_t bytes, std::uint32_t mask,
                    const LaneElements& of_lanes) {
  TouchedElements touched(address, mask);
  touched.add(of_lanes);
  return count_image_sectors(touched.elements(), bytes);
}

TEST(TouchedElements, NeighboursShareThem) {
  EXPECT_EQ(count(4096, 4, kAll, elements(4)), 4U);
  EXPECT_EQ(count(4096, 4, kAll, elements(32)), 32U);
  EXPECT_EQ(count(4096, 4, kAll, elements(0)), 1U);
  EXPECT_EQ(count(4096 + 16, 4, kAll, elements(4)), 5U) << "the image begins within a sector";
  EXPECT_EQ(count(4096 + 24, 16, 1, elements(4)), 2U) << "an element that crosses an end";
}

TEST(TouchedElements, LanesOutsideTouchNothing) {
  EXPECT_EQ(count(4096, 4, 0xFF, elements(32)), 8U);
  auto some = elements(32);
  some.is_outside[3] = kAll;
  EXPECT_EQ(count(4096, 4, 0xFF, some), 7U);
  EXPECT_EQ(count(4096, 4, 0, some), 0U);
}

TEST(TouchedElements, WhatAFilterMixesCountsOnce) {
  TouchedElements touched(4096, kAll);
  auto second = elements(4);
  for (auto& offset : second.offset) offset += 4;
  touched.add(elements(4));
  touched.add(second);
  for (auto& offset : second.offset) offset += 1024;
  touched.add(second);
  EXPECT_EQ(count_image_sectors(touched.elements(), 4), 5U + 5U);
}

}  // namespace
}  // namespace warpscope::exec
