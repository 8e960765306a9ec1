#include "base/quantity.h"

#include <gtest/gtest.h>

#include <limits>

namespace warpscope {
namespace {

TEST(Quantity, ChoosesTheUnitOfATime) {
  EXPECT_EQ(time_text(0), "0 ns");
  EXPECT_EQ(time_text(850e-9), "850 ns");
  EXPECT_EQ(time_text(999.9e-9), "1 µs");
  EXPECT_EQ(time_text(2.5e-6), "2.5 µs");
  EXPECT_EQ(time_text(12.44e-6), "12.4 µs");
  EXPECT_EQ(time_text(3.07e-3), "3.07 ms");
  EXPECT_EQ(time_text(1.2), "1.2 s");
  EXPECT_EQ(time_text(1234), "1234 s");
}

TEST(Quantity, ChoosesTheUnitOfASize) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(512), "512 B");
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(4096), "4 KiB");
  EXPECT_EQ(bytes_text(1000 << 10), "1000 KiB");
  EXPECT_EQ(bytes_text((1 << 20) - 1), "1 MiB");
  EXPECT_EQ(bytes_text(1'572'864), "1.5 MiB");
  EXPECT_EQ(bytes_text(std::uint64_t{5000} << 40), "5000 TiB");
}

// Of a record that somebody has made up, too.
TEST(Quantity, HasBytesThatAreNoWholeNumber) {
  EXPECT_EQ(bytes_text_of(4096.9), "4 KiB");
  EXPECT_EQ(bytes_text_of(0x1p60), "1048576 TiB");
  for (const double none : {-1.0, 0x1p64, 1e308, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(bytes_text_of(none), "–") << none;
  EXPECT_EQ(bytes_text_of(std::nullopt), "–");
}

TEST(Quantity, ChoosesTheUnitOfABandwidth) {
  EXPECT_EQ(bandwidth_text(0), "0 B/s");
  EXPECT_EQ(bandwidth_text(12.5e6), "12.5 MB/s");
  EXPECT_EQ(bandwidth_text(2.5e11), "250 GB/s");
  EXPECT_EQ(bandwidth_text(4.8e12), "4.8 TB/s");
  EXPECT_EQ(bandwidth_text(std::nullopt), "–");
}

TEST(Quantity, GroupsTheDigitsOfACount) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(123), "123");
  EXPECT_EQ(count_text(1000), "1,000");
  EXPECT_EQ(count_text(1234567), "1,234,567");
}

TEST(Quantity, LargeNumbersHaveAllTheirDigits) {
  EXPECT_EQ(number_text(548183), "548,183");
  EXPECT_EQ(number_text(10000), "10,000");
  EXPECT_EQ(number_text(9999), "9999");
  EXPECT_EQ(number_text(16.7418), "16.74");
  EXPECT_EQ(number_text(-2.5), "-2.5");
  EXPECT_EQ(number_text(2e15), "2e+15");
}

TEST(Quantity, RatiosHaveNoZerosAtTheEnd) {
  EXPECT_EQ(ratio_text(4.0), "4");
  EXPECT_EQ(ratio_text(31.996), "32");
  EXPECT_EQ(ratio_text(0.25), "0.25");
  EXPECT_EQ(ratio_text(0.5), "0.5");
  EXPECT_EQ(ratio_text(std::nullopt), "–");
}

}  // namespace
}  // namespace warpscope
