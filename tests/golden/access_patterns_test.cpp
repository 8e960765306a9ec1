// The virtual GPU's counters against those that Nsight Compute read on an H200 (h200/README.md),
// launch by launch, for the unmodified program that was measured.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/golden/probes.h"
#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

const Metrics kExactMetrics{
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

TEST(AccessPatterns, HaveTheSameLaunches) {
  const Probes& launches = probes("access_patterns");
  ASSERT_EQ(launches.measured.size(), 44U);
  for (std::size_t i = 0; i < launches.measured.size(); ++i) {
    const record::Launch& launch = launches.run.launches[i];
    EXPECT_TRUE(launch.kernel.starts_with(launches.name(i)))
        << launch.kernel << " against " << launches.name(i);
    const auto text = [](const record::Dim3& dim) {
      return std::to_string(dim.x) + "x" + std::to_string(dim.y) + "x" + std::to_string(dim.z);
    };
    EXPECT_EQ(text(launch.grid), launches.measured[i].at("grid"));
    EXPECT_EQ(text(launch.block), launches.measured[i].at("block"));
  }
}

// Of the kernels whose counters follow from addresses alone.
TEST(AccessPatterns, CountsEqualTheHardwares) {
  EXPECT_EQ(
      compare(probes("access_patterns"), kExactMetrics, all_of({"g_", "s_", "void transpose"})),
      37U);
}

TEST(AccessPatterns, ReductionSectorsEqualTheHardwares) {
  const Metrics metrics{"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"};
  EXPECT_EQ(compare(probes("access_patterns"), metrics, all_of({"hist_g", "hist_s", "reduce"})),
            3U);
}

TEST(AccessPatterns, SharedAtomicConflictsEqualTheHardwares) {
  const Metrics metrics{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"};
  EXPECT_EQ(compare(probes("access_patterns"), metrics, all_of({"hist_s"})), 1U);
}

TEST(AccessPatterns, PerLineCountsAddUpToTheLaunchs) {
  for (const record::Launch& launch : probes("access_patterns").run.launches) {
    for (const std::string_view metric : kExactMetrics) {
      std::uint64_t sum = 0;
      for (const record::LineCounters& line : launch.lines) {
        const auto found = line.counters.find(metric);
        if (found != line.counters.end()) sum += found->second;
      }
      EXPECT_EQ(sum, counter_or_zero(launch, metric)) << metric << " of launch " << launch.id;
    }
  }
}

}  // namespace
}  // namespace warpscope
