// What the dma-warps lab teaches, in the counters and phases of its graded files.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "record/metrics.h"
#include "runner/metrics/case_metrics.h"

namespace warpscope::labs {
namespace {

using record::Case;
using record::RunRecord;

double value_of_ring_case(const RunRecord& record, const std::string& case_name,
                          std::string_view metric) {
  const auto found = std::ranges::find(record.cases, case_name, &Case::name);
  if (found == record.cases.end()) return NAN;
  const std::vector<std::uint32_t> cases{static_cast<std::uint32_t>(found - record.cases.begin())};
  return runner::case_metric_value(record, cases, metric).value_or(NAN);
}

double share_under_way(const RunRecord& record, const std::string& case_name) {
  return value_of_ring_case(record, case_name, runner::case_metric::kUseWithTransferUnderWay);
}

TEST(DmaWarps, OneStageTakesTurnsAndTwoGoSideBySide) {
  const RunRecord record = graded(LabFile{"dma-warps", "reference"}).record;
  for (const std::string engine : {"vector", "cp_async", "bulk"}) {
    EXPECT_EQ(share_under_way(record, "saxpy/stages-" + engine + "-1"), 0) << engine;
    for (const char* stages : {"2", "3", "4"}) {
      EXPECT_GT(share_under_way(record, "saxpy/stages-" + engine + "-" + stages), 0.7)
          << engine << ", " << stages << " stages";
    }
  }
}

TEST(DmaWarps, LoadsAreOfSixteenBytes) {
  const auto loads = [](const char* file) {
    return value_of_ring_case(graded(LabFile{"dma-warps", file}).record, "saxpy_objects/large",
                              record::metric::kLoadInstructions);
  };
  EXPECT_EQ(loads("starter"), 4096);
  EXPECT_EQ(loads("reference"), 1024);
}

TEST(DmaWarps, ConstantsSaveInstructionsAsTheDeckSays) {
  const auto instructions = [](const char* file) {
    return value_of_ring_case(graded(LabFile{"dma-warps", file}).record, "saxpy/large-vector",
                              runner::case_metric::kInstructionsPer128UsefulBytes);
  };
  EXPECT_NEAR(instructions("starter"), 13.0, 0.05);
  EXPECT_NEAR(instructions("reference"), 8.6, 0.05);
}

// A kernel of saxpy takes a tenth of a second and more to compile, so there is one for each engine,
// and not one for each number of stages besides.
TEST(DmaWarps, AKernelIsCompiledForEachEngineOnly) {
  std::vector<LabFile> files = steps_of("dma-warps");
  files.push_back({"dma-warps", "starter"});
  files.push_back({"dma-warps", "reference"});
  for (const LabFile& file : files) {
    std::set<std::string> kernels;
    for (const record::Launch& launch : graded(file).record.launches)
      kernels.insert(launch.kernel_mangled);
    EXPECT_LE(kernels.size(), 3U + 3U) << file.name << ": three of saxpy, one of each other task";
    EXPECT_GE(kernels.size(), 3U + 2U) << file.name;
  }
}

TEST(DmaWarps, StarterLeavesOutTheRest) {
  const Graded starter = graded(LabFile{"dma-warps", "starter"});
  const auto message_of = [&](const char* name) {
    const auto found = std::ranges::find(starter.record.cases, name, &Case::name);
    return found == starter.record.cases.end() ? "no such case" : found->message;
  };
  EXPECT_EQ(message_of("saxpy/1024-vector"), "");
  EXPECT_NE(message_of("saxpy/1025-vector").find("y[1024] is as it was before"), std::string::npos)
      << message_of("saxpy/1025-vector");
  EXPECT_NEAR(starter.record.score->points, 40.81, 0.01);
}

TEST(DmaWarps, ARoundTooManyIsNamedWithItsRing) {
  const Graded fault = graded(LabFile{"dma-warps", "faults/one-round-too-many-to-use"});
  const std::string text = findings_text(fault.record);
  EXPECT_NE(text.find("warps 0-7 lanes 0-31 wait for stage 1 of ring 'x and y'"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace warpscope::labs
