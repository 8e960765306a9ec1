// The virtual GPU's counters against those that Nsight Compute read on an H200 (h200/README.md),
// launch by launch, for the unmodified program that was measured.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "record/record.h"
#include "tests/golden/csv_table.h"
#include "tests/golden/virtual_run.h"

namespace warpscope {
namespace {

constexpr std::array<std::string_view, 10> kExactMetrics{
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "smsp__inst_executed_op_shared_ld.sum",
    "smsp__inst_executed_op_shared_st.sum",
};

bool begins_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

/// Kernels whose counters follow from addresses alone.
bool is_access_pattern(std::string_view kernel) {
  return begins_with(kernel, "g_") || begins_with(kernel, "s_") ||
         begins_with(kernel, "void transpose");
}

class AccessPatterns : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    run_ = std::make_unique<record::RunRecord>(run_on_virtual_gpu(WARPSCOPE_ACCESS_PATTERNS));
    measured_ = read_csv(std::filesystem::path(WARPSCOPE_SOURCE_DIR) /
                         "tests/golden/h200/access_patterns_h200.csv");
  }
  static void TearDownTestSuite() { run_.reset(); }

  static std::unique_ptr<record::RunRecord> run_;
  static std::vector<std::map<std::string, std::string>> measured_;
};

std::unique_ptr<record::RunRecord> AccessPatterns::run_;
std::vector<std::map<std::string, std::string>> AccessPatterns::measured_;

TEST_F(AccessPatterns, HasTheSameLaunches) {
  ASSERT_EQ(measured_.size(), 44U);
  ASSERT_EQ(run_->launches.size(), measured_.size());
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    const record::Launch& launch = run_->launches[i];
    EXPECT_TRUE(begins_with(launch.kernel, measured_[i].at("kernel")))
        << launch.kernel << " against " << measured_[i].at("kernel");
    const auto text = [](const record::Dim3& dim) {
      return std::to_string(dim.x) + "x" + std::to_string(dim.y) + "x" + std::to_string(dim.z);
    };
    EXPECT_EQ(text(launch.grid), measured_[i].at("grid"));
    EXPECT_EQ(text(launch.block), measured_[i].at("block"));
  }
}

TEST_F(AccessPatterns, CountsEqualTheHardwares) {
  ASSERT_EQ(run_->launches.size(), measured_.size());
  std::size_t compared_launches = 0;
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    if (!is_access_pattern(measured_[i].at("kernel"))) continue;
    ++compared_launches;
    for (const std::string_view metric : kExactMetrics) {
      EXPECT_EQ(std::to_string(counter(run_->launches[i], metric)),
                measured_[i].at(std::string(metric)))
          << metric << " of launch " << i << ", " << measured_[i].at("kernel");
    }
  }
  EXPECT_EQ(compared_launches, 37U);
}

TEST_F(AccessPatterns, ReductionSectorsEqualTheHardwares) {
  constexpr std::string_view kMetric = "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum";
  ASSERT_EQ(run_->launches.size(), measured_.size());
  std::size_t compared_launches = 0;
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    const std::string& kernel = measured_[i].at("kernel");
    if (kernel != "hist_g" && kernel != "hist_s" && kernel != "reduce") continue;
    ++compared_launches;
    EXPECT_EQ(std::to_string(counter(run_->launches[i], kMetric)),
              measured_[i].at(std::string(kMetric)))
        << kernel;
  }
  EXPECT_EQ(compared_launches, 3U);
}

TEST_F(AccessPatterns, SharedAtomicConflictsEqualTheHardwares) {
  constexpr std::string_view kMetric = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum";
  ASSERT_EQ(run_->launches.size(), measured_.size());
  std::size_t compared_launches = 0;
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    if (measured_[i].at("kernel") != "hist_s") continue;
    ++compared_launches;
    EXPECT_EQ(std::to_string(counter(run_->launches[i], kMetric)),
              measured_[i].at(std::string(kMetric)));
  }
  EXPECT_EQ(compared_launches, 1U);
}

TEST_F(AccessPatterns, PerLineCountsAddUpToTheLaunchs) {
  for (const record::Launch& launch : run_->launches) {
    for (const std::string_view metric : kExactMetrics) {
      std::uint64_t sum = 0;
      for (const record::LineCounters& line : launch.lines) {
        const auto found = line.counters.find(metric);
        if (found != line.counters.end()) sum += found->second;
      }
      EXPECT_EQ(sum, counter(launch, metric)) << metric << " of launch " << launch.id;
    }
  }
}

}  // namespace
}  // namespace warpscope
