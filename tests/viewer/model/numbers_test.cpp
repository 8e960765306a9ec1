#include "viewer/model/numbers.h"

#include <gtest/gtest.h>

namespace warpscope::viewer::test {
namespace {

TEST(Numbers, GroupsDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1234567), "1\u00a0234\u00a0567");
}

TEST(Numbers, KeepsThreeDigits) {
  EXPECT_EQ(compact(32), "32");
  EXPECT_EQ(compact(4.0), "4");
  EXPECT_EQ(compact(20.6667), "20.7");
  EXPECT_EQ(compact(9.996), "10.0");
  EXPECT_EQ(compact(0.125), "0.12");
}

TEST(Numbers, ChoosesTheUnitOfATime) {
  EXPECT_EQ(duration(0), "0");
  EXPECT_EQ(duration(850e-9), "850 ns");
  EXPECT_EQ(duration(12.4e-6), "12.4 µs");
  EXPECT_EQ(duration(3.07e-3), "3.07 ms");
  EXPECT_EQ(duration(1.2), "1.20 s");
  EXPECT_EQ(duration(999.9e-9), "1.00 µs");
}

TEST(Numbers, ChoosesTheUnitOfASize) {
  EXPECT_EQ(bytes(512), "512 B");
  EXPECT_EQ(bytes(4096), "4 KiB");
  EXPECT_EQ(bytes(1'572'864), "1.50 MiB");
}

TEST(Numbers, WritesBandwidth) {
  EXPECT_EQ(bandwidth(291e9), "291 GB/s");
  EXPECT_EQ(bandwidth(12.5e6), "12.5 MB/s");
}

}  // namespace
}  // namespace warpscope::viewer::test
