#include "record/beside_curves.h"

#include <gtest/gtest.h>

namespace warpscope::record {
namespace {

KeptCurve kept(const char* program, const char* metric, std::vector<std::array<double, 2>> points) {
  KeptCurve curve;
  curve.program = program;
  curve.sweep = "size";
  curve.metric = metric;
  curve.task = "sum";
  curve.points = std::move(points);
  return curve;
}

TEST(BesideCurves, JoinBandwidthAndCounterOfAProgram) {
  KeptRuns runs;
  runs.curves = {kept("step-2", "bandwidth", {{1024, 2.5}, {4096, 5}}),
                 kept("step-2", "counter", {{512, 7}, {4096, 9}}),
                 kept("ways/library", "counter", {{1024, 3}}), kept("step-2", "other", {{1, 1}})};
  const auto curves = beside_curves(runs);
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[0].program, "step-2");
  ASSERT_EQ(curves[0].points.size(), 3U);
  EXPECT_EQ(curves[0].points[0].x, 512);
  EXPECT_FALSE(curves[0].points[0].bytes_per_s.has_value());
  EXPECT_EQ(curves[0].points[0].counter, 7);
  EXPECT_EQ(curves[0].points[1].bytes_per_s, 2.5e9);
  EXPECT_FALSE(curves[0].points[1].counter.has_value());
  EXPECT_EQ(curves[0].points[2].bytes_per_s, 5e9);
  EXPECT_EQ(curves[0].points[2].counter, 9);
  EXPECT_EQ(curves[1].points.size(), 1U);
}

TEST(BesideCurves, AreThoseOfTheSweepAndMeasuredOnesNotOfStarterOrReference) {
  RunRecord record;
  record.beside_curves = {{"size", "step-2", "sum", {{1, 2, 3}}},
                          {"size", "step-3", "sum"},
                          {"columns", "step-2", "sum", {{1, 2, 3}}}};
  const auto drawn = drawn_beside(record, "size");
  ASSERT_EQ(drawn.size(), 1U) << "without points, or of another sweep";
  EXPECT_EQ(drawn[0]->program, "step-2");
  for (const char* program : {"starter", "reference", "ways/library"})
    record.measured_curves.push_back({"size", program, "sum", "measured", 1, 4e12, {{1, 2, 3}}});
  const auto measured = measured_of_others(record, "size");
  ASSERT_EQ(measured.size(), 1U);
  EXPECT_EQ(measured[0]->program, "ways/library");
}

TEST(BesideCurves, HaveShortLabels) {
  EXPECT_EQ(label_beside("ways/library", "sum", false), "library");
  EXPECT_EQ(label_beside("step-2", "sum", true), "step-2, sum");
  RunRecord record;
  record.beside_curves = {{"size", "step-2", "sum", {{1, 2, 3}}}};
  EXPECT_FALSE(has_tasks(drawn_beside(record, "size")));
  record.beside_curves.push_back({"size", "step-2", "other", {{1, 2, 3}}});
  EXPECT_TRUE(has_tasks(drawn_beside(record, "size")));
}

}  // namespace
}  // namespace warpscope::record
