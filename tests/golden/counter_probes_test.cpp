// Single accesses in many shapes: the virtual GPU's counters against an H200's
// (h200/counter_probes.cu and its README).
#include <gtest/gtest.h>

#include <string_view>

#include "tests/golden/probes.h"

namespace warpscope {
namespace {

const Metrics kShared{"smsp__inst_executed_op_shared_ld.sum",
                      "smsp__inst_executed_op_shared_st.sum",
                      "smsp__sass_inst_executed_op_shared_atom.sum",
                      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
                      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
                      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
                      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"};
const Metrics kGlobal{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                      "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                      "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
                      "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
                      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                      "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
                      "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
                      "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
                      "smsp__inst_executed_op_ldgsts.sum"};
const Metrics kCopies{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"};
const Metrics kLocal{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
                     "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"};

// ptxas leaves these out: it sees that the byte cannot make the result that is asked for.
bool is_left_out(std::string_view kernel) { return kernel == "s_ld_1" || kernel == "g_ld_1"; }

constexpr std::size_t kPatterns = 16;  // launches of each kernel

// Compares the launches of the kernels whose names begin so; the number of launches.
std::size_t compare_kernels(std::string_view start, const Metrics& metrics) {
  return compare(probes("counter_probes"), metrics, [&](std::string_view kernel) {
    return kernel.starts_with(start) && !is_left_out(kernel);
  });
}

TEST(CounterProbes, HaveTheSameLaunches) {
  const Probes& launches = probes("counter_probes");
  ASSERT_EQ(launches.measured.size(), 47 * kPatterns);
  for (std::size_t i = 0; i < launches.measured.size(); ++i) {
    std::string_view name = launches.run.launches[i].kernel;
    if (name.starts_with("void ")) name.remove_prefix(5);
    EXPECT_TRUE(name.starts_with(launches.name(i))) << name << " against " << launches.name(i);
  }
}

TEST(CounterProbes, OfSharedMemoryAreEqual) {
  EXPECT_EQ(compare_kernels("s_", kShared), 18 * kPatterns);
}

TEST(CounterProbes, OfGlobalMemoryAreEqual) {
  EXPECT_EQ(compare_kernels("g_", kGlobal), 20 * kPatterns);
}

TEST(CounterProbes, OfAsynchronousCopiesAreEqual) {
  EXPECT_EQ(compare_kernels("cp_async", kGlobal), 3 * kPatterns);
  EXPECT_EQ(compare_kernels("cp_async", kCopies), 3 * kPatterns);
}

TEST(CounterProbes, OfLocalMemoryAreEqual) {
  EXPECT_EQ(compare_kernels("l_access", kLocal), 3 * kPatterns);
}

}  // namespace
}  // namespace warpscope
