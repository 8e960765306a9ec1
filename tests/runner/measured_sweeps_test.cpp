#include "runner/measured_sweeps.h"

#include <gtest/gtest.h>

namespace warpscope::runner {
namespace {

record::MeasuredCurve kept(const char* program, const char* task, double dram_bytes_per_s) {
  return {"size", program, task, "measured once", 16, dram_bytes_per_s, {{8, 1e9, 0}}};
}

record::MeasuredProgram measured(record::Case::Verdict verdict) {
  record::MeasuredPoint point;
  point.x = 8;
  point.useful_bytes = 3000;
  point.verdict = verdict;
  point.kernels = {1e-6, 1e-6, 2e-6};
  point.call = {5e-6, 5e-6, 5e-6};
  return {"", "", {{"size", "sum", 16, {point}}}};
}

record::RunRecord record_of_an_h200() {
  record::RunRecord record;
  record.created = "2026-11-29T10:00:00Z";
  record.program.label = "starter";
  record.device.name = "NVIDIA H200";
  record.device.dram_bytes_per_s = 4.8e12;
  return record;
}

TEST(MeasuredSweeps, OnesOwnCurveTakesThePlaceOfTheKeptOneOfItsProgramAndGpu) {
  auto record = record_of_an_h200();
  record.measured_curves = {kept("starter", "sum", 4.8e12), kept("starter", "other", 4.8e12),
                            kept("reference", "sum", 4.8e12), kept("starter", "sum", 1e12)};
  add_own_curves(measured(record::Case::Verdict::correct), record);
  ASSERT_EQ(record.measured_curves.size(), 4U);
  const auto& own = record.measured_curves.front();
  EXPECT_EQ(own.program, "starter");
  EXPECT_EQ(own.source, "measured, H200, 2026-11-29");
  EXPECT_EQ(own.data_scale, 16U);
  ASSERT_EQ(own.points.size(), 1U);
  EXPECT_DOUBLE_EQ(own.points[0].bytes_per_s, 3e9);
  EXPECT_DOUBLE_EQ(own.points[0].call_s, 5e-6);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(record.measured_curves[i].source, "measured once");
}

TEST(MeasuredSweeps, AWrongAnswerIsNoPointAndLeavesTheKeptCurve) {
  auto record = record_of_an_h200();
  record.measured_curves = {kept("starter", "sum", 4.8e12)};
  add_own_curves(measured(record::Case::Verdict::wrong), record);
  ASSERT_EQ(record.measured_curves.size(), 1U);
  EXPECT_EQ(record.measured_curves[0].source, "measured once");
}

TEST(MeasuredSweeps, ThoseThatAreNamedAreKept) {
  judge::Measured measured;
  for (const char* sweep : {"size", "offset", "size"}) measured.cases.emplace_back().sweep = sweep;
  keep_sweeps(measured, {});
  EXPECT_EQ(measured.cases.size(), 3U);
  keep_sweeps(measured, {"size"});
  ASSERT_EQ(measured.cases.size(), 2U);
  EXPECT_EQ(measured.cases[1].sweep, "size");
}

}  // namespace
}  // namespace warpscope::runner
