// Every counter that a run record may hold: its Nsight Compute metric name, a short name, its unit
// and what it counts.
#pragma once

#include <span>
#include <string_view>

namespace warpscope::record {

struct Metric {
  std::string_view name;         ///< Nsight Compute's, or "warpscope__…" where it has none
  std::string_view short_name;   ///< for a table heading
  std::string_view unit;         ///< of one unit of the value: "sectors", "instructions", …
  std::string_view description;  ///< one sentence
};

/// All known counters, grouped as tables show them.
std::span<const Metric> metrics();
/// By name, or nullptr: a record may hold counters of a newer writer.
const Metric* find_metric(std::string_view name);

/// Names that our own code asks for, in one place.
namespace metric {
inline constexpr std::string_view kInstructions = "warpscope__ptx_inst_executed.sum";
inline constexpr std::string_view kThreadInstructions = "warpscope__ptx_thread_inst_executed.sum";
/// Of the warp that executed most; over several launches, of one such warp of each.
inline constexpr std::string_view kInstructionsOfLongestWarp =
    "warpscope__ptx_inst_executed_per_warp.max";
/// Of machine code, where it was asked for: Launch::machine_instructions says how sure they are.
inline constexpr std::string_view kMachineInstructions = "smsp__inst_executed.sum";
inline constexpr std::string_view kMachineThreadInstructions = "smsp__thread_inst_executed.sum";
/// Of these a launch says how sure they are (Launch::machine_instructions).
constexpr bool is_of_machine_code(std::string_view name) {
  return name == kMachineInstructions || name == kMachineThreadInstructions;
}
inline constexpr std::string_view kBranches = "warpscope__ptx_branches.sum";
inline constexpr std::string_view kDivergentBranches = "warpscope__ptx_divergent_branches.sum";
inline constexpr std::string_view kLoadInstructions = "warpscope__inst_executed_op_global_ld.sum";
inline constexpr std::string_view kStoreInstructions = "warpscope__inst_executed_op_global_st.sum";
inline constexpr std::string_view kLoadRequests = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
inline constexpr std::string_view kStoreRequests =
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum";
inline constexpr std::string_view kLoadSectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
inline constexpr std::string_view kStoreSectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";
inline constexpr std::string_view kLoadSectorsIdeal = "warpscope__sectors_ideal_global_op_ld.sum";
inline constexpr std::string_view kStoreSectorsIdeal = "warpscope__sectors_ideal_global_op_st.sum";
inline constexpr std::string_view kLoadBytes = "warpscope__bytes_requested_global_op_ld.sum";
inline constexpr std::string_view kStoreBytes = "warpscope__bytes_requested_global_op_st.sum";
inline constexpr std::string_view kAtomicInstructions =
    "warpscope__inst_executed_op_global_atom.sum";
inline constexpr std::string_view kSharedLoadInstructions = "smsp__inst_executed_op_shared_ld.sum";
inline constexpr std::string_view kSharedStoreInstructions = "smsp__inst_executed_op_shared_st.sum";
inline constexpr std::string_view kSharedAtomicInstructions =
    "smsp__sass_inst_executed_op_shared_atom.sum";
inline constexpr std::string_view kSharedLoadWavefronts =
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
inline constexpr std::string_view kSharedStoreWavefronts =
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum";
inline constexpr std::string_view kSharedLoadConflicts =
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum";
inline constexpr std::string_view kSharedStoreConflicts =
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum";
inline constexpr std::string_view kSharedConflicts =
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum";
inline constexpr std::string_view kLocalLoadInstructions = "smsp__inst_executed_op_local_ld.sum";
inline constexpr std::string_view kLocalStoreInstructions = "smsp__inst_executed_op_local_st.sum";
inline constexpr std::string_view kAtomicRequests =
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum";
inline constexpr std::string_view kAtomicSectors =
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum";
inline constexpr std::string_view kReductionRequests =
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum";
inline constexpr std::string_view kReductionSectors =
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum";
inline constexpr std::string_view kAsynchronousCopies = "smsp__inst_executed_op_ldgsts.sum";
inline constexpr std::string_view kSharedAtomicWavefronts =
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum";
inline constexpr std::string_view kSharedAtomicConflicts =
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum";
inline constexpr std::string_view kLocalLoadSectors =
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum";
inline constexpr std::string_view kLocalStoreSectors =
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum";
inline constexpr std::string_view kMatrixLoads = "smsp__inst_executed_op_ldsm.sum";
inline constexpr std::string_view kConstantLoadInstructions =
    "warpscope__inst_executed_op_constant_ld.sum";
inline constexpr std::string_view kConstantRequests = "warpscope__constant_requests_op_ld.sum";
inline constexpr std::string_view kConstantReplays = "warpscope__constant_replays_op_ld.sum";
inline constexpr std::string_view kBarriers = "warpscope__barriers_executed.sum";
inline constexpr std::string_view kImageRequests = "warpscope__requests_op_texture_and_surface.sum";
inline constexpr std::string_view kImageSectors = "warpscope__sectors_op_texture_and_surface.sum";
inline constexpr std::string_view kBulkCopies = "warpscope__bulk_copies.sum";
inline constexpr std::string_view kBulkCopySectors = "warpscope__sectors_op_bulk_copy.sum";
/// Those of the last four that reduce.
inline constexpr std::string_view kOtherReductionRequests =
    "warpscope__requests_op_surface_and_bulk_reduction.sum";
inline constexpr std::string_view kOtherReductionSectors =
    "warpscope__sectors_op_surface_and_bulk_reduction.sum";
inline constexpr std::string_view kAtomicBytes = "warpscope__bytes_requested_op_atom_and_red.sum";
inline constexpr std::string_view kUsedLoadBytes = "warpscope__bytes_loaded_to_use.sum";
inline constexpr std::string_view kInstructionsWithoutUse =
    "warpscope__ptx_inst_executed_without_use.sum";
inline constexpr std::string_view kThreadInstructionsWithoutUse =
    "warpscope__ptx_thread_inst_executed_without_use.sum";
inline constexpr std::string_view kLoadHits =
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum";
inline constexpr std::string_view kLoadMisses =
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum";
inline constexpr std::string_view kLocalLoadHits =
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum";
inline constexpr std::string_view kLocalLoadMisses =
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_miss.sum";
// Losses, by the line: what a kernel's code and its executions show to be without use.
inline constexpr std::string_view kDoublesOfFloats = "warpscope__f64_inst_on_f32_data.sum";
inline constexpr std::string_view kRepeatedStores = "warpscope__stores_overwritten_in_loop.sum";
inline constexpr std::string_view kImmediateWaits = "warpscope__copy_waits_without_work.sum";
/// No loss: which loads a warp may repeat.
inline constexpr std::string_view kLoadsInLoops = "warpscope__global_loads_in_loops.sum";
// The same, of launches that were watched (exec --check).
inline constexpr std::string_view kUnneededBarriers = "warpscope__barriers_without_dependence.sum";
inline constexpr std::string_view kBarriersOfTurns = "warpscope__barriers_between_turns.sum";
inline constexpr std::string_view kSharedBytesReached = "warpscope__shared_bytes_reached.max";
inline constexpr std::string_view kThreadsWithEffect = "warpscope__threads_with_effect.sum";
inline constexpr std::string_view kSampledLoads = "warpscope__sampled_loads.sum";
inline constexpr std::string_view kSampledDistinctLoads = "warpscope__sampled_loads_distinct.sum";
}  // namespace metric

}  // namespace warpscope::record
