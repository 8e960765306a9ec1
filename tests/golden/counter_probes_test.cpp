// Single accesses in many shapes: the virtual GPU's counters against an H200's
// (h200/counter_probes.cu and its README).
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/golden/csv_table.h"
#include "tests/golden/virtual_run.h"

namespace warpscope {
namespace {

using Metrics = std::vector<std::string_view>;
using Row = std::map<std::string, std::string>;

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

class CounterProbes : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    run_ = std::make_unique<record::RunRecord>(run_on_virtual_gpu(WARPSCOPE_COUNTER_PROBES));
    measured_ = read_csv(std::filesystem::path(WARPSCOPE_SOURCE_DIR) /
                         "tests/golden/h200/counter_probes_h200.csv");
  }
  static void TearDownTestSuite() { run_.reset(); }

  // Compares the launches of the kernels whose names begin so; the number of launches.
  static std::size_t compare(std::string_view start, const Metrics& metrics) {
    std::size_t compared = 0;
    for (std::size_t i = 0; i < measured_.size(); ++i) {
      const std::string& kernel = measured_[i].at("kernel");
      if (!kernel.starts_with(start) || is_left_out(kernel)) continue;
      ++compared;
      for (const std::string_view metric : metrics) {
        EXPECT_EQ(std::to_string(counter(run_->launches[i], metric)),
                  measured_[i].at(std::string(metric)))
            << metric << " of launch " << i << ", " << kernel << ", pattern " << i % kPatterns;
      }
    }
    return compared;
  }

  static constexpr std::size_t kPatterns = 16;
  static std::unique_ptr<record::RunRecord> run_;
  static std::vector<Row> measured_;
};

std::unique_ptr<record::RunRecord> CounterProbes::run_;
std::vector<Row> CounterProbes::measured_;

TEST_F(CounterProbes, HaveTheSameLaunches) {
  ASSERT_EQ(run_->launches.size(), 47 * kPatterns);
  ASSERT_EQ(measured_.size(), run_->launches.size());
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    std::string_view name = run_->launches[i].kernel;
    if (name.starts_with("void ")) name.remove_prefix(5);
    EXPECT_TRUE(name.starts_with(measured_[i].at("kernel")))
        << name << " against " << measured_[i].at("kernel");
  }
}

TEST_F(CounterProbes, OfSharedMemoryAreEqual) {
  ASSERT_EQ(run_->launches.size(), measured_.size());
  EXPECT_EQ(compare("s_", kShared), 18 * kPatterns);
}

TEST_F(CounterProbes, OfGlobalMemoryAreEqual) {
  ASSERT_EQ(run_->launches.size(), measured_.size());
  EXPECT_EQ(compare("g_", kGlobal), 20 * kPatterns);
}

TEST_F(CounterProbes, OfAsynchronousCopiesAreEqual) {
  ASSERT_EQ(run_->launches.size(), measured_.size());
  EXPECT_EQ(compare("cp_async", kGlobal), 3 * kPatterns);
  EXPECT_EQ(compare("cp_async", kCopies), 3 * kPatterns);
}

TEST_F(CounterProbes, OfLocalMemoryAreEqual) {
  ASSERT_EQ(run_->launches.size(), measured_.size());
  EXPECT_EQ(compare("l_access", kLocal), 3 * kPatterns);
}

}  // namespace
}  // namespace warpscope
