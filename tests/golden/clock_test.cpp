// Durations of launches by the clock, beside those that Nsight Compute read on GPUs with caches
// flushed before each launch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

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
  const Probes& run = probes("access_patterns", {"--clock"});
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

TEST(Clock, OfKernelsOfCoursesIsNearAnH100) {
  const auto measured = read_csv(std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "bench" / "time" /
                                 "results" / "h100.csv");
  const VirtualRun run = run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_time_kernels", {},
                                       {"--profile", "h100", "--clock"});
  ASSERT_EQ(run.exit_code, 0) << run.output;
  const auto& launches = run.record.launches;
  ASSERT_EQ(launches.size(), measured.size());
  double sum = 0;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const double of = std::abs(error(launches[i], measured[i]));
    // A stream of copies by 4 bytes, and one warp with a long loop: docs/evidence/time.md.
    EXPECT_LT(of, 0.30) << i << ", " << measured[i].at("kernel");
    sum += of;
  }
  EXPECT_LT(sum / static_cast<double>(measured.size()), 0.07);
}

}  // namespace
}  // namespace warpscope
