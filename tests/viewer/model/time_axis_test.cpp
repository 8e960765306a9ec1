// Labels of the time axis.
#include "viewer/model/time_axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "viewer/model/axis_labels.h"

namespace warpscope::viewer::test {
namespace {

std::vector<std::string> labels(const TimeAxis& axis) {
  std::vector<std::string> all;
  for (const auto& tick : axis.ticks) all.push_back(tick.label);
  return all;
}

TEST(TimeAxis, WritesTimesFromZero) {
  const auto axis = time_axis({-1e-3, 61e-3}, 6);
  EXPECT_EQ(axis.origin, "");
  EXPECT_EQ(labels(axis), (std::vector<std::string>{"0", "20 ms", "40 ms", "60 ms"}));
}

TEST(TimeAxis, WritesDistancesFromAnOriginWhenZoomedIn) {
  const auto axis = time_axis({114.0203e-3, 114.0297e-3}, 6);
  EXPECT_EQ(axis.origin, "114 ms");
  EXPECT_EQ(labels(axis), (std::vector<std::string>{"+22 µs", "+24 µs", "+26 µs", "+28 µs"}));
  EXPECT_DOUBLE_EQ(axis.ticks[0].time_s, 114.022e-3);
}

TEST(TimeAxis, KeepsOneUnitWithTheDecimalsOfTheStep) {
  const auto axis = time_axis({0.9995e-3, 1.0011e-3}, 4);
  EXPECT_EQ(axis.origin, "900 µs");
  EXPECT_EQ(labels(axis),
            (std::vector<std::string>{"+99.5 µs", "+100.0 µs", "+100.5 µs", "+101.0 µs"}));
}

/// Whatever is shown: neighbours differ, and ticks lie in the window in order.
TEST(TimeAxis, NeverWritesTheSameLabelTwice) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> power(-9, 1);
  for (int i = 0; i < 20'000; ++i) {
    const double start_s = std::pow(10, power(random)) - 1e-6;
    const TimeWindow window{start_s, start_s + std::pow(10, power(random))};
    const auto axis = time_axis(window, 8);
    ASSERT_LE(axis.ticks.size(), 10U);
    for (std::size_t tick = 1; tick < axis.ticks.size(); ++tick) {
      ASSERT_NE(axis.ticks[tick - 1].label, axis.ticks[tick].label)
          << window.start_s << " to " << window.end_s;
      ASSERT_LE(axis.ticks[tick].label.size(), 14U) << axis.ticks[tick].label;
      ASSERT_LT(axis.ticks[tick - 1].time_s, axis.ticks[tick].time_s);
      ASSERT_LE(axis.ticks[tick].time_s, window.end_s);
    }
  }
}

TEST(AxisLabels, KeepApart) {
  const std::vector<AxisLabel> powers{{0, 10}, {20, 10}, {40, 20}, {50, 20}, {70, 30}, {100, 30}};
  EXPECT_EQ(labels_that_fit(powers, 5), (std::vector<std::size_t>{0, 1, 2, 4}));
  EXPECT_EQ(labels_that_fit(powers, 0), (std::vector<std::size_t>{0, 1, 2, 4, 5}));
  EXPECT_TRUE(labels_that_fit({}, 5).empty());
  EXPECT_EQ(labels_that_fit({{-200, 10}}, 5).size(), 1U);
}

}  // namespace
}  // namespace warpscope::viewer::test
