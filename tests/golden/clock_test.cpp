// Durations of launches by the clock, beside those that Nsight Compute read on GPUs with caches
// flushed before each launch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

#include "tests/golden/csv_table.h"
#include "tests/golden/probes.h"
#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

constexpr std::string_view kDuration = "gpu__time_duration.sum";
constexpr double kNanoseconds = 1e9;

double error(const record::Launch& launch, const std::map<std::string, std::string>& measured) {
  return launch.duration_s * kNanoseconds / std::stod(measured.at(std::string(kDuration))) - 1;
}

TEST(Clock, OfAccessPatternsIsNearAnH200) {
  const Probes& run = probes("access_patterns", {"--clock", "--cache-control", "all"});
  double sum = 0;
  for (std::size_t i = 0; i < run.measured.size(); ++i) {
    const record::Launch& launch = run.run.launches[i];
    EXPECT_TRUE(launch.timed_blocks) << run.name(i);
    const double of = std::abs(error(launch, run.measured[i]));
    EXPECT_LT(of, 0.18) << i << ", " << run.name(i);
    sum += of;
  }
  EXPECT_LT(sum / static_cast<double>(run.measured.size()), 0.08);
}

std::uint64_t blocks_of(const record::Dim3& grid) {
  return std::uint64_t{grid.x} * grid.y * grid.z;
}
std::uint64_t blocks_of(const std::string& grid) {  // "32x64x1"
  std::uint64_t blocks = 1;
  std::istringstream numbers(grid);
  for (std::string number; std::getline(numbers, number, 'x');) blocks *= std::stoull(number);
  return blocks;
}

TEST(Clock, OfKernelsOfCoursesIsNearAnH100) {
  constexpr std::uint64_t kMostBlocks = 1056;
  auto measured = read_csv(std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "bench" / "time" /
                           "results" / "h100.csv");
  std::erase_if(measured, [](const auto& row) { return blocks_of(row.at("grid")) > kMostBlocks; });
  const VirtualRun run = run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_time_kernels",
                                       {std::to_string(kMostBlocks)},
                                       {"--profile", "h100", "--clock", "--cache-control", "all"});
  ASSERT_EQ(run.exit_code, 0) << run.output;
  const auto& launches = run.record.launches;
  ASSERT_EQ(launches.size(), measured.size());
  ASSERT_GE(launches.size(), 25U);
  double sum = 0;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    ASSERT_EQ(blocks_of(launches[i].grid), blocks_of(measured[i].at("grid")));
    const double of = std::abs(error(launches[i], measured[i]));
    // The largest are a long loop of few warps and a loop over three arrays: docs/evidence/time.md.
    EXPECT_LT(of, 0.30) << i << ", " << measured[i].at("kernel");
    sum += of;
  }
  EXPECT_LT(sum / static_cast<double>(measured.size()), 0.07);
}

// Not those of the list that are kept back: every third.
TEST(Clock, OfKernelsWithBarriersAndCopiesIsNearAnH100) {
  const std::filesystem::path bench =
      std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "bench" / "time";
  const auto list = read_csv(bench / "further.csv");
  const auto all = read_csv(bench / "results" / "h100_further.csv");
  ASSERT_EQ(list.size(), all.size());
  std::map<std::string, std::map<std::string, std::string>> measured;
  for (std::size_t i = 0; i < list.size(); ++i) {
    // tiles_ahead has been looked at since: ptxas puts loads before its copies.
    const bool is_known = i % 3 != 2 || list[i].at("kernel") == "tiles_ahead";
    if (list[i].at("program") == "barriers" && is_known) measured[list[i].at("kernel")] = all[i];
  }
  const VirtualRun run = run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_time_barriers", {},
                                       {"--profile", "h100", "--clock", "--cache-control", "all"});
  ASSERT_EQ(run.exit_code, 0) << run.output;
  std::size_t found = 0;
  for (const record::Launch& launch : run.record.launches) {
    const auto beside = std::ranges::find_if(measured, [&](const auto& row) {
      return launch.kernel.find(row.first + "(") != std::string::npos;
    });
    if (beside == measured.end()) continue;
    ++found;
    EXPECT_TRUE(launch.timed_blocks) << beside->first;
    // Few warps that wait for memory are the worst: docs/evidence/time.md.
    const bool waits_for_copies = beside->first == "barrier_objects" ||
                                  beside->first == "ring_of_copies" ||
                                  beside->first == "tiles_ahead";
    EXPECT_LT(std::abs(error(launch, beside->second)), waits_for_copies ? 0.06 : 0.28)
        << beside->first;
  }
  EXPECT_EQ(found, measured.size());
  EXPECT_GE(found, 7U);
}

}  // namespace
}  // namespace warpscope
