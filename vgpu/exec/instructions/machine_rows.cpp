// Instructions that move data or have to do with memory, control flow and other lanes.

#include <array>

#include "vgpu/exec/instructions/async.h"
#include "vgpu/exec/instructions/barrier_forms.h"
#include "vgpu/exec/instructions/call.h"
#include "vgpu/exec/instructions/clock.h"
#include "vgpu/exec/instructions/control.h"
#include "vgpu/exec/instructions/instruction_table.h"
#include "vgpu/exec/instructions/l1.h"
#include "vgpu/exec/instructions/memory.h"
#include "vgpu/exec/instructions/move.h"
#include "vgpu/exec/instructions/stack.h"
#include "vgpu/exec/instructions/texture.h"
#include "vgpu/exec/instructions/warp_level.h"

namespace warpscope::exec {
namespace {

void build_branch(Builder& builder) {
  builder.unsupported("a branch of this form");
}  // bra is lowered by lower.cpp

constexpr std::array kMachineRows = std::to_array<InstructionRow>({
    {"activemask", warp_level::build_activemask, false, "lanes that execute together",
     Section::synchronisation, "b32"},
    {"alloca", stack::build_alloca, false, "memory on the thread's stack", Section::stack,
     "u32 u64; any alignment"},
    {"applypriority", memory_access::build_discard, false, "cache hint", Section::movement,
     ".L2::evict_normal; no effect"},
    {"atom", memory_access::build_atom, false, "atomic update with the old value",
     Section::synchronisation,
     "global, shared, generic; .add .and .or .xor .exch .cas .min .max .inc .dec; u32 s32 u64 s64 "
     "b32 b64 f32 f64 f16 f16x2 bf16 bf16x2, .cas.b16, .cas and .exch.b128; .v2 .v4 .v8 of floats"},
    {"bar", control::build_barrier, true, "barrier of a block or warp", Section::synchronisation,
     ".sync .arrive .red.popc .red.and .red.or, .warp.sync; ids and counts"},
    {"barrier", control::build_barrier, true, "barrier of a block", Section::synchronisation,
     ".sync .arrive .red, .cta; .cluster.arrive .cluster.wait for clusters of one block"},
    {"bra", build_branch, false, "branch", Section::control, ".uni; direct"},
    {"brkpt", control::build_breakpoint, false, "stops the launch: there is no debugger",
     Section::miscellaneous, ""},
    {"brx", build_branch, false, "branch through a table", Section::control, ".idx"},
    {"call", call::build_call, true, "call of a function", Section::control,
     "direct and through pointers, recursion; vprintf, malloc, free, __assertfail, and of the "
     "runtime "
     "in kernels (`__cudaCDP2...`): launches, GetLastError, PeekAtLastError, "
     "StreamCreateWithFlags, StreamDestroy, Malloc, Free"},
    {"cp", async::build_cp, false, "asynchronous copy", Section::movement,
     ".async in all forms, .async.bulk and .reduce.async.bulk without tensors"},
    {"createpolicy", memory_access::build_createpolicy, false, "cache policy, opaque",
     Section::movement, ".fractional, .range, .cvt"},
    {"cvta", move::build_cvta, false, "conversion between generic and other addresses",
     Section::movement, "u64; .to; shared local const global param"},
    {"discard", memory_access::build_discard, false, "drops cached data", Section::movement,
     ".L2; no effect"},
    {"elect", warp_level::build_elect, true, "one lane of a mask", Section::synchronisation,
     ".sync"},
    {"exit", control::build_exit, false, "end of a thread", Section::control, ""},
    {"fence", l1::build_fence, false, "memory fence", Section::synchronisation,
     "all forms; no effect: each warp sees memory in order"},
    {"getctarank", control::build_getctarank, false, "rank of the block that has a shared address",
     Section::movement, "clusters of one block"},
    {"griddepcontrol", control::build_griddepcontrol, false, "dependence on other grids",
     Section::synchronisation, "no effect: grids run one after the other"},
    {"isspacep", move::build_isspacep, false, "state space of a generic address", Section::movement,
     "shared local const global param"},
    {"ld", memory_access::build_ld, false, "load", Section::movement,
     "param const global shared local generic; b8 to b128, u8 to s64, f16 to f64; .v2 .v4; all "
     "orders, cache operators and hints"},
    {"ldu", memory_access::build_ldu, false, "load of what does not change", Section::movement,
     "as ld.global"},
    {"mapa", control::build_mapa, false, "address in the shared memory of a block of the cluster",
     Section::movement, "clusters of one block"},
    {"match", warp_level::build_match, true, "lanes with the same value", Section::synchronisation,
     ".any .all; b32 b64"},
    {"mbarrier", async::build_mbarrier, true, "barrier object in shared memory",
     Section::synchronisation, "all forms"},
    {"membar", l1::build_fence, false, "memory fence", Section::synchronisation,
     "all forms; no effect: each warp sees memory in order"},
    {"nanosleep", clock::build_nanosleep, false, "pause", Section::miscellaneous,
     ".u32; the clock goes on by the whole time, other warps run"},
    {"pmevent", control::build_pmevent, false, "event for a performance monitor",
     Section::miscellaneous, ".mask; no effect"},
    {"prefetch", memory_access::build_prefetch, false, "cache hint", Section::movement,
     ".global .local, .L1 .L2; no effect"},
    {"prefetchu", memory_access::build_prefetch, false, "cache hint", Section::movement,
     ".L1; no effect"},
    {"red", memory_access::build_red, false, "atomic update without the old value",
     Section::synchronisation, "as atom, without .exch and .cas; .async"},
    {"redux", warp_level::build_redux, true, "reduction across a warp", Section::synchronisation,
     ".add .min .max u32 s32; .and .or .xor b32"},
    {"ret", control::build_exit, false, "end of a function", Section::control, ".uni"},
    {"setmaxnreg", control::build_setmaxnreg, false, "registers that a warp may use",
     Section::miscellaneous, "no effect"},
    {"shfl", warp_level::build_shfl, true, "shuffle across a warp", Section::movement,
     ".up .down .bfly .idx; .sync b32"},
    {"st", memory_access::build_st, false, "store", Section::movement,
     "global shared local generic param; b8 to b128, u8 to s64, f16 to f64; .v2 .v4; all orders, "
     "cache operators and hints; .async"},
    {"stackrestore", stack::build_stackrestore, false, "gives back what alloca took",
     Section::stack, "u32 u64"},
    {"stacksave", stack::build_stacksave, false, "where the thread's stack ends", Section::stack,
     "u32 u64"},
    {"suld", texture::build_suld, false, "surface load", Section::texture,
     ".b of 1d, 2d, 3d, a1d, a2d; .v2, .v4; not .p"},
    {"suq", texture::build_suq, false, "surface query", Section::texture,
     ".width, .height, .depth"},
    {"sust", texture::build_sust, false, "surface store", Section::texture,
     ".b of 1d, 2d, 3d, a1d, a2d; .v2, .v4; not .p"},
    {"tex", texture::build_tex, false, "texture fetch", Section::texture,
     ".v4 of 1d, 2d, 3d, a1d, a2d with float or, for linear memory, integer coordinates; .level, "
     ".grad of the only level; not cubes, .f16, .f16x2"},
    {"tld4", texture::build_tld4, false, "one component of four neighbours", Section::texture,
     ".2d, .a2d"},
    {"trap", control::build_trap, false, "stops the launch", Section::miscellaneous, ""},
    {"txq", texture::build_txq, false, "texture query", Section::texture,
     ".width, .height, .depth, .normalized_coords"},
    {"vote", warp_level::build_vote, true, "vote across a warp", Section::synchronisation,
     ".all .any .uni .ballot; .sync"},
});

}  // namespace

std::span<const InstructionRow> machine_rows() { return kMachineRows; }

}  // namespace warpscope::exec
