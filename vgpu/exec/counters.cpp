#include "vgpu/exec/counters.h"

namespace warpscope::exec {
namespace {

constexpr std::array<CounterDescription, kCounterCount> kDescriptions{{
    {Counter::inst_executed, "warpscope__ptx_inst_executed.sum", "PTX warp instructions", true},
    {Counter::thread_inst_executed, "warpscope__ptx_thread_inst_executed.sum",
     "PTX thread instructions", true},
    {Counter::branches, "warpscope__ptx_branches.sum", "branches", true},
    {Counter::divergent_branches, "warpscope__ptx_divergent_branches.sum", "divergent branches",
     true},
    {Counter::global_load_instructions, "warpscope__inst_executed_op_global_ld.sum", "global loads",
     true},
    {Counter::global_store_instructions, "warpscope__inst_executed_op_global_st.sum",
     "global stores", true},
    {Counter::global_load_requests, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
     "load requests", true},
    {Counter::global_store_requests, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
     "store requests", true},
    {Counter::global_load_sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "load sectors",
     true},
    {Counter::global_store_sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
     "store sectors", true},
    {Counter::global_load_sectors_ideal, "warpscope__sectors_ideal_global_op_ld.sum",
     "ideal load sectors", true},
    {Counter::global_store_sectors_ideal, "warpscope__sectors_ideal_global_op_st.sum",
     "ideal store sectors", true},
    {Counter::global_load_bytes, "warpscope__bytes_requested_global_op_ld.sum", "loaded bytes",
     true},
    {Counter::global_store_bytes, "warpscope__bytes_requested_global_op_st.sum", "stored bytes",
     true},
    {Counter::global_atomic_instructions, "warpscope__inst_executed_op_global_atom.sum",
     "global atomics", true},
    {Counter::global_atomic_requests, "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
     "atomic requests", true},
    {Counter::global_atomic_sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
     "atomic sectors", true},
    {Counter::global_reduction_requests, "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
     "reduction requests", true},
    {Counter::global_reduction_sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
     "reduction sectors", true},
    {Counter::asynchronous_copy_instructions, "smsp__inst_executed_op_ldgsts.sum",
     "asynchronous copies", true},
    {Counter::matrix_load_instructions, "smsp__inst_executed_op_ldsm.sum", "matrix loads", true},
    {Counter::shared_load_instructions, "smsp__inst_executed_op_shared_ld.sum", "shared loads",
     true},
    {Counter::shared_store_instructions, "smsp__inst_executed_op_shared_st.sum", "shared stores",
     true},
    {Counter::shared_atomic_instructions, "smsp__sass_inst_executed_op_shared_atom.sum",
     "shared atomics", true},
    {Counter::shared_load_wavefronts, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     "shared load wavefronts", true},
    {Counter::shared_store_wavefronts, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
     "shared store wavefronts", true},
    {Counter::shared_load_bank_conflicts,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "load bank conflicts", true},
    {Counter::shared_store_bank_conflicts,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "store bank conflicts", true},
    {Counter::shared_atomic_wavefronts, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
     "shared atomic wavefronts", true},
    {Counter::shared_atomic_bank_conflicts,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", "atomic bank conflicts", true},
    {Counter::shared_bank_conflicts, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
     "bank conflicts", true},
    {Counter::local_load_instructions, "smsp__inst_executed_op_local_ld.sum", "local loads", true},
    {Counter::local_store_instructions, "smsp__inst_executed_op_local_st.sum", "local stores",
     true},
    {Counter::local_load_sectors, "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
     "local load sectors", true},
    {Counter::local_store_sectors, "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
     "local store sectors", true},
    {Counter::constant_load_instructions, "warpscope__inst_executed_op_constant_ld.sum",
     "constant loads", true},
    {Counter::constant_load_requests, "warpscope__constant_requests_op_ld.sum", "constant requests",
     true},
    {Counter::constant_load_replays, "warpscope__constant_replays_op_ld.sum", "constant replays",
     true},
    {Counter::barriers, "warpscope__barriers_executed.sum", "barriers", true},
    {Counter::image_requests, "warpscope__requests_op_texture_and_surface.sum",
     "texture and surface requests", true},
    {Counter::image_sectors, "warpscope__sectors_op_texture_and_surface.sum",
     "texture and surface sectors", true},
    {Counter::bulk_copies, "warpscope__bulk_copies.sum", "bulk copies", true},
    {Counter::bulk_copy_sectors, "warpscope__sectors_op_bulk_copy.sum", "bulk copy sectors", true},
    {Counter::global_load_hits, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
     "load hits", true, true},
    {Counter::global_load_misses, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum",
     "load misses", true, true},
    {Counter::local_load_hits, "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum",
     "local load hits", true, true},
    {Counter::local_load_misses, "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_miss.sum",
     "local load misses", true, true},
}};

constexpr bool is_in_enumeration_order() {
  for (std::size_t i = 0; i < kDescriptions.size(); ++i) {
    if (static_cast<std::size_t>(kDescriptions[i].counter) != i) return false;
  }
  return true;
}
static_assert(is_in_enumeration_order(), "counter_descriptions() is indexed by Counter");

}  // namespace

std::span<const CounterDescription> counter_descriptions() { return kDescriptions; }

}  // namespace warpscope::exec
