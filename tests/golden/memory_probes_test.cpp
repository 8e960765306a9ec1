// Constants, hits in L1, reductions over several lines, shared memory, and single accesses of all
// kinds: the virtual GPU's counters against an H200's (h200/*_probes.cu and its README).
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/golden/probes.h"

namespace warpscope {
namespace {

// These are loops that end by what memory holds, and nothing has set that. A profiler runs a launch
// several times and finds in shared memory what the time before left there; so the readings of the
// first two contradict each other. ValueProbes has the same atomics on memory that is set.
bool depends_on_values(std::string_view name) {
  return name.starts_with("atom_max_64") || name.starts_with("atom_or_64") ||
         name.starts_with("atom_f64") || name.starts_with("atom_f16/");
}

TEST(SharedProbes, AreEqual) {
  const Probes& launches = probes("shared_probes");
  EXPECT_EQ(
      compare(launches,
              Metrics{"smsp__inst_executed_op_ldsm.sum", "smsp__inst_executed_op_shared_ld.sum",
                      "smsp__inst_executed_op_shared_st.sum",
                      "smsp__sass_inst_executed_op_shared_atom.sum",
                      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
                      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
                      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
                      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"},
              std::not_fn(depends_on_values)),
      400u);
  EXPECT_EQ(compare(launches,
                    Metrics{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                            "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                            "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                            "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
                    all),
            448u);
}

TEST(AddressProbes, AreEqual) {
  const Probes& launches = probes("address_probes");
  EXPECT_EQ(compare(launches,
                    Metrics{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
                            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
                            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                            "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
                            "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                            "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
                            "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
                            "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                            "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
                            "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                            "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
                            "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                            "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
                            "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
                            "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
                            "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
                            "smsp__inst_executed_op_ldgsts.sum",
                            "smsp__inst_executed_op_ldsm.sum",
                            "smsp__inst_executed_op_local_ld.sum",
                            "smsp__inst_executed_op_local_st.sum",
                            "smsp__inst_executed_op_shared_st.sum",
                            "smsp__sass_inst_executed_op_shared_atom.sum"},
                    all),
            411u);
  // Around cp.async ptxas puts loads of shared memory that no lane does.
  const Chosen is_no_copy = [](std::string_view name) { return !name.starts_with("copy_"); };
  EXPECT_EQ(compare(launches, Metrics{"smsp__inst_executed_op_shared_ld.sum"}, is_no_copy), 369u);
}

TEST(ReductionProbes, AreEqual) {
  const Probes& launches = probes("reduction_probes");
  EXPECT_EQ(compare(launches,
                    Metrics{"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
                            "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
                            "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
                            "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"},
                    all),
            344u);
}

// Which loads of constants there are, ptxas decides; how often each is replayed, its addresses.
std::size_t compare_replays(const Probes& launches, std::string_view loads,
                            const Chosen& is_chosen) {
  std::size_t compared = 0;
  for (std::size_t i = 0; i < launches.measured.size(); ++i) {
    if (!is_chosen(launches.name(i))) continue;
    ++compared;
    EXPECT_EQ(launches.ours(i, "warpscope__constant_replays_op_ld.sum"),
              launches.hardware(i, "idc__requests.sum") - launches.hardware(i, loads))
        << launches.name(i);
  }
  return compared;
}

TEST(ConstantProbes, AreReplayedForEachAddress) {
  const Probes& launches = probes("constant_probes");
  EXPECT_EQ(compare_replays(launches, "smsp__inst_executed_op_ldc_pred_on_any.sum", all), 208u);
}

TEST(ConstantProbes, MakeOneRequestForEachAddress) {
  const Probes& launches = probes("constant_probes");
  // The stack pointer and the first parameter: c_none has no other load.
  constexpr std::uint64_t kOwn = 2;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < launches.measured.size(); ++i) {
    const std::string_view name = launches.name(i);
    // ptxas knows these addresses, or that they are the same for all lanes.
    if (name.starts_with("c_fixed") || name.starts_with("c_filter")) continue;
    ++compared;
    EXPECT_EQ(launches.ours(i, "warpscope__constant_requests_op_ld.sum") + kOwn,
              launches.hardware(i, "idc__requests.sum"))
        << name;
  }
  EXPECT_EQ(compared, 11u * 16);
}

TEST(UniformProbes, AreReplayedForEachAddress) {
  const Probes& launches = probes("uniform_probes");
  EXPECT_EQ(compare_replays(launches, "smsp__inst_executed_op_ldc_pred_on_any.sum", all), 58u);
}

constexpr std::string_view kHits = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum";
constexpr std::string_view kMisses = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum";

// Footprints about as large as L1: the hardware's sets are full at different times.
bool is_about_l1(std::string_view name) {
  for (const std::string_view size :
       {"sweep/224K_step4_shared0", "sweep/232K_step4_shared0", "sweep/240K_step4_shared0",
        "sweep/248K_step4_shared0", "sweep/256K_step4_shared0", "sweep/288K_step4_shared0",
        "sweep/240K_step128_shared0", "sweep/256K_step128_shared0", "sweep/24K_step4_shared200",
        "sweep/28K_step4_shared200", "sweep/32K_step4_shared200", "sweep/32K_step4_shared100"}) {
    if (name == size) return true;
  }
  return false;
}

TEST(L1Probes, HitWhereTheHardwareHits) {
  const Probes& launches = probes("l1_probes", {"--l1"});
  const Chosen is_exact = [](std::string_view name) {
    return !is_about_l1(name) && name != "many_stencil/2048" && name != "many_product/256";
  };
  EXPECT_EQ(
      compare(
          launches,
          Metrics{kHits, kMisses,
                  std::string_view("l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum"),
                  std::string_view("l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_miss.sum")},
          is_exact),
      309u);
}

TEST(L1Probes, AreNearlyEqualWhereBlocksTakeTurns) {
  const Probes& launches = probes("l1_probes", {"--l1"});
  for (std::size_t i = 0; i < launches.measured.size(); ++i) {
    if (launches.name(i) != "many_stencil/2048") continue;
    // Neighbouring blocks share a sector, and a hit when they meet on one multiprocessor.
    EXPECT_NEAR(static_cast<double>(launches.ours(i, kHits)),
                static_cast<double>(launches.hardware(i, kHits)), 2);
  }
}

TEST(L1Probes, AreAbsentUnlessAskedFor) {
  const Probes& launches = probes("l1_probes");
  EXPECT_FALSE(launches.run.launches.front().counters.contains(kHits));
}

}  // namespace
}  // namespace warpscope
