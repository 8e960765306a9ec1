// The six best practices of the original's documentation, as the PTX of programs/practices.cu and
// the counters of its launches show them.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "tests/kernels/cudadma/ptx_entry.h"
#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

constexpr std::uint64_t kDmaWarps = 2;

class BestPractices : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    run_ = std::make_unique<VirtualRun>(run_virtually(CUDADMA_PROGRAMS "practices"));
  }
  static void TearDownTestSuite() { run_.reset(); }

  static Opcodes ptx(const std::string& kernel) {
    return opcodes_of_entry(CUDADMA_PRACTICES_PTX, kernel);
  }
  static std::uint64_t counter(const std::string& kernel, std::string_view metric) {
    return counter_of(run_->launch(kernel), metric);
  }
  // What one of the hundred further rounds of a kernel executes, per warp.
  static double instructions_per_round(const std::string& kernel) {
    const auto launches = run_->launches(kernel);
    if (launches.size() != 2) throw std::runtime_error("not two launches of " + kernel);
    const std::string_view executed = "warpscope__ptx_inst_executed.sum";
    return static_cast<double>(counter_of(*launches[1], executed) -
                               counter_of(*launches[0], executed)) /
           100 / kDmaWarps;
  }

  static std::unique_ptr<VirtualRun> run_;
};
std::unique_ptr<VirtualRun> BestPractices::run_;

TEST_F(BestPractices, CompileTimeConstantsFold) {
  const Opcodes opcodes = ptx("sequential_16");
  for (const char* slow : {"div", "rem", "mul", "mad"})
    EXPECT_EQ(count_of(opcodes, slow), 0) << slow;
  // One test of owns_this_thread and one whether the block has the DMA threads, and nothing else
  // that depends on the transfer.
  EXPECT_EQ(count_of(opcodes, "setp"), 2);
  const Opcodes at_run_time = ptx("sequential_16_at_run_time");
  EXPECT_GT(count_of(at_run_time, "div"), 0);
  EXPECT_GT(count_of(at_run_time, "setp"), 10);
  const std::string_view executed = "warpscope__ptx_inst_executed.sum";
  EXPECT_LT(counter("sequential_16", executed) * 4, counter("sequential_16_at_run_time", executed));
}

TEST_F(BestPractices, AccessesAreAsWideAsTheAlignmentAllows) {
  struct Width {
    std::uint64_t bytes;
    const char *load, *store;
  };
  for (const Width& width : {Width{4, "ld.global.u32", "st.shared.u32"},
                             Width{8, "ld.global.v2.u32", "st.shared.v2.u32"},
                             Width{16, "ld.global.v4.u32", "st.shared.v4.u32"}}) {
    const std::string kernel = "sequential_" + std::to_string(width.bytes);
    const Opcodes opcodes = ptx(kernel);
    EXPECT_EQ(count_of(opcodes, width.load), 4) << kernel;
    EXPECT_EQ(count_of(opcodes, width.store), 4) << kernel;
    EXPECT_EQ(count_of(opcodes, "ld.global"), 4) << kernel;
    const std::uint64_t requests =
        counter(kernel, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
    EXPECT_EQ(requests, 4 * kDmaWarps) << kernel;
    // 32 lanes times the width in sectors of 32 bytes.
    EXPECT_EQ(counter(kernel, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"),
              requests * width.bytes)
        << kernel;
  }
}

// The loads before the first store of a kernel.
int loads_in_flight(const Opcodes& opcodes) {
  const auto first_store = static_cast<std::ptrdiff_t>(first_of(opcodes, "st.shared"));
  return count_of(Opcodes(opcodes.begin(), opcodes.begin() + first_store), "ld.global");
}

TEST_F(BestPractices, FourLoadsAreInFlightAndTheKnobChangesThat) {
  EXPECT_EQ(loads_in_flight(ptx("sequential_4")), 4);
  EXPECT_EQ(loads_in_flight(ptx("sequential_16")), 4);
  EXPECT_EQ(loads_in_flight(ptx("strided_16")), 4);
  EXPECT_EQ(loads_in_flight(ptx("sequential_16_with_128_bytes")), 8);
  EXPECT_EQ(loads_in_flight(ptx("sequential_16_with_32_bytes")), 2);
  EXPECT_EQ(count_of(ptx("sequential_16_with_32_bytes"), "ld.global"), 4);
}

TEST_F(BestPractices, LoadsAreBeforeTheSignalUnlessTheOrderIsStrict) {
  const Opcodes prefetching = ptx("prefetching"), strict = ptx("strictly_ordered");
  EXPECT_LT(first_of(prefetching, "ld.global"),
            first_of(prefetching, "bar.sync", first_of(prefetching, "ld.global")));
  const auto signal = first_of(ptx("sequential_16"), "bar.sync");
  EXPECT_LT(first_of(ptx("sequential_16"), "ld.global"), signal);
  EXPECT_LT(signal, first_of(ptx("sequential_16"), "st.shared"));
  EXPECT_LT(first_of(strict, "bar.sync"), first_of(strict, "ld.global"));
  // The one moves what was there before the compute threads wrote, the other what they wrote.
  EXPECT_EQ(run_->output, "prefetching: 1\nstrictly ordered: 7\ncudaSuccess\n");
}

TEST_F(BestPractices, PointerArithmeticIsHoistedIntoTheConstructor) {
  // All divisions and multiplications are before the first load, in the constructor.
  const Opcodes opcodes = ptx("strided_rounds_at_run_time");
  const std::size_t constructed = first_of(opcodes, "ld.global");
  EXPECT_LT(first_of(opcodes, "div"), constructed);
  for (const char* slow : {"div", "rem", "mul", "mad"})
    EXPECT_EQ(first_of(opcodes, slow, constructed), opcodes.size()) << slow;
  const Opcodes by_hand = ptx("strided_rounds_by_hand");
  EXPECT_LT(first_of(by_hand, "div", first_of(by_hand, "ld.global")), by_hand.size());
  // Two steps of four loads and four stores, and little else.
  EXPECT_LE(instructions_per_round("strided_rounds"), 16 + 30);
  EXPECT_LT(instructions_per_round("strided_rounds"),
            instructions_per_round("strided_rounds_by_hand") / 3);
}

TEST_F(BestPractices, NoBankConflictsAndFullCoalescing) {
  for (const char* kernel :
       {"sequential_4", "sequential_8", "sequential_16", "sequential_16_at_run_time", "strided_16",
        "strided_4", "gather_16", "halo_16"}) {
    EXPECT_EQ(counter(kernel, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"), 0u) << kernel;
  }
  // Every sector is fetched once: of 4096, 8192, 8192 bytes.
  const std::string_view sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
  EXPECT_EQ(counter("sequential_16_at_run_time", sectors), 128u);
  EXPECT_EQ(counter("strided_16", sectors), 256u);
  EXPECT_EQ(counter("strided_4", sectors), 256u);
  // A gather also reads its index: 16 bytes per group of eight elements, four such groups a warp.
  EXPECT_EQ(counter("gather_16", sectors), 256u + 16u);
  // As many wavefronts in shared memory as there are 128 bytes.
  EXPECT_EQ(counter("strided_4", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"), 64u);
  EXPECT_EQ(counter("gather_16", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"), 64u);
}

TEST_F(BestPractices, QualifiersAreThoseOfTheInstructions) {
  const Opcodes opcodes = ptx("sequential_16_qualified");
  for (const char* each :
       {"ld.global.ca.nc.v4.u32", "ld.global.cs.nc.v4.u32", "ld.cg.v4.u32", "ld.global.lu.v4.u32",
        "ld.cv.v4.u32", "st.cg.v4.u32", "st.cs.v4.u32", "st.wt.v4.u32"}) {
    EXPECT_EQ(count_of(opcodes, each), 4) << each;
  }
}

}  // namespace
}  // namespace warpscope
