#include "runner/report/device_comparison.h"

#include <gtest/gtest.h>

#include "record/metrics.h"

namespace warpscope::runner {
namespace {

record::Launch launch(std::uint32_t case_index, const char* kernel, double duration_s,
                      record::Counters counters) {
  record::Launch launch;
  launch.case_index = case_index;
  launch.kernel = kernel;
  launch.grid = {4, 1, 1};
  launch.block = {128, 1, 1};
  launch.duration_s = duration_s;
  launch.counters = std::move(counters);
  return launch;
}

record::RunRecord record_of(const char* label, double slower, std::uint64_t sectors) {
  record::RunRecord record;
  record.program.label = label;
  for (const char* name : {"sum/1", "sum/large"}) {
    record::Case of;
    of.name = name;
    of.verdict = record::Case::Verdict::correct;
    record.cases.push_back(of);
  }
  record.launches = {
      launch(0, "sum(float const*, int)", slower * 1e-6, {{"sectors", sectors}, {"equal", 3}}),
      launch(1, "sum(float const*, int)", slower * 4e-6,
             {{"sectors", 2 * sectors}, {"equal", 3}, {"warpscope__own", sectors}})};
  return record;
}

std::vector<RecordPair> two_programs() {
  std::vector<RecordPair> pairs{{record_of("starter", 2, 32), record_of("starter", 4, 32)},
                                {record_of("reference", 1, 8), record_of("reference", 1, 9)}};
  for (auto& pair : pairs) {
    pair.first.device.id = "virtual:h200";
    pair.second.device.id = "cuda:0";
    record::Capabilities capabilities;
    capabilities.left_out_counters = {"left_out"};
    pair.second.device.capabilities = capabilities;
    pair.first.launches[0].counters["left_out"] = 1;
  }
  return pairs;
}

TEST(DeviceComparison, CountersOfBothAreComparedLaunchByLaunch) {
  const auto comparison = compare_devices(two_programs());
  ASSERT_EQ(comparison.launches.size(), 4U);
  EXPECT_TRUE(comparison.left_out.empty());
  const auto& launch = comparison.launches[3];
  EXPECT_EQ(launch.program, "reference");
  EXPECT_EQ(launch.place, "sum/large");
  EXPECT_EQ(launch.counters.size(), 2U) << "only those that both count";
  EXPECT_EQ(launch.counters.at("sectors"), std::pair(std::uint64_t{16}, std::uint64_t{18}));
  EXPECT_EQ(launch.counters.at("equal"), std::pair(std::uint64_t{3}, std::uint64_t{3}));
}

TEST(DeviceComparison, ATextSaysWhatDiffersAndHowMuchFasterEachProgramIs) {
  const auto text = comparison_text(compare_devices(two_programs()));
  EXPECT_NE(text.find("1 of 2 counters are equal in every launch."), std::string::npos) << text;
  EXPECT_NE(text.find("sum in reference sum/1: 8 and 9"), std::string::npos) << text;
  // Twice as fast on the first device, four times on the second.
  EXPECT_NE(text.find("2.00    4.00"), std::string::npos) << text;
}

TEST(DeviceComparison, OtherKernelsAreSaidAndNotCompared) {
  auto pairs = two_programs();
  pairs[1].second.launches.pop_back();
  const auto comparison = compare_devices(pairs);
  EXPECT_EQ(comparison.launches.size(), 3U);
  ASSERT_EQ(comparison.left_out.size(), 1U);
  EXPECT_EQ(comparison.left_out[0],
            "reference, sum/large: the two launched other kernels (1 and 0).");
}

TEST(DeviceComparison, ALaunchWithoutCountersHasNoneThatDiffer) {
  auto pairs = two_programs();
  pairs[1].second.launches[0].counters.clear();
  EXPECT_TRUE(compare_devices(pairs).launches[2].counters.empty());
}

TEST(DeviceComparison, MachineInstructionsThatOneDoesNotKnowAreNotCompared) {
  auto pairs = two_programs();
  const std::string counter(record::metric::kMachineInstructions);
  pairs[0].first.launches[0].counters[counter] = 7;
  pairs[0].second.launches[0].counters[counter] = 7;
  pairs[0].second.launches[1].counters[counter] = 9;
  const auto comparison = compare_devices(pairs);
  EXPECT_TRUE(comparison.launches[0].counters.contains(counter));
  EXPECT_FALSE(comparison.launches[1].counters.contains(counter));
}

TEST(DeviceComparison, TheTableOfAllHasARowForEachQuantity) {
  const auto csv = comparison_csv(compare_devices(two_programs()));
  EXPECT_NE(csv.find("reference,sum/1,0,sum,4,128,sectors,8,9,no\r\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("starter,sum/1,0,sum,4,128,equal,3,3,yes\r\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("starter,sum/1,0,sum,4,128,duration_s,2e-06,4e-06,\r\n"), std::string::npos)
      << csv;
}

}  // namespace
}  // namespace warpscope::runner
