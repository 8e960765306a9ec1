// Instructions that move data or have to do with memory, control flow and other lanes.

#include <array>

#include "vgpu/exec/instructions/instruction_table.h"

namespace warpscope::exec {

// Builders, each defined in a file of its kind beside this one.
namespace async {
Build build_cp, build_mbarrier;
}  // namespace async
namespace call {
Build build_call;
}  // namespace call
namespace clock {
Build build_nanosleep;
}  // namespace clock
namespace control {
Build build_barrier, build_breakpoint, build_exit, build_getctarank, build_griddepcontrol,
    build_mapa, build_pmevent, build_setmaxnreg, build_trap;
}  // namespace control
namespace l1 {
Build build_fence;
}  // namespace l1
namespace memory_access {
Build build_atom, build_createpolicy, build_discard, build_ld, build_ldu, build_prefetch, build_red,
    build_st;
}  // namespace memory_access
namespace move {
Build build_cvta, build_isspacep;
}  // namespace move
namespace stack {
Build build_alloca, build_stackrestore, build_stacksave;
}  // namespace stack
namespace texture {
Build build_suld, build_suq, build_sured, build_sust, build_tex, build_tld4, build_txq;
}  // namespace texture
namespace warp_level {
Build build_activemask, build_elect, build_match, build_redux, build_shfl, build_vote;
}  // namespace warp_level

namespace {

void build_branch(Builder& builder) {
  builder.unsupported("a branch of this form");
}  // bra is lowered by lower.cpp

constexpr Meaning kBarrier{.sets = Sets::first_if_reducing,
                           .is_collective = true,
                           .lanes = Lanes::as_operands,
                           .memory = Memory::barrier,
                           .gathers = Gathers::lanes_or_barrier};

// Lanes of a warp tell each other what they have.
constexpr Meaning kAmongLanes{.is_collective = true,
                              .is_left_out_unread = true,
                              .memory = Memory::none,
                              .gathers = Gathers::lanes};

constexpr std::array kMachineRows = std::to_array<InstructionRow>({
    {"activemask",
     warp_level::build_activemask,
     {.lanes = Lanes::same, .memory = Memory::none, .pipes = of_all_numbers(Pipe::alu)},
     "lanes that execute together",
     Section::synchronisation,
     "b32"},
    {"alloca",
     stack::build_alloca,
     {.memory = Memory::none, .uses_stack = true},
     "memory on the thread's stack",
     Section::stack,
     "u32 u64; any alignment"},
    {"applypriority", memory_access::build_discard, kHint, "cache hint", Section::movement,
     ".L2::evict_normal; no effect"},
    {"atom",
     memory_access::build_atom,
     {.memory = Memory::atomic},
     "atomic update with the old value",
     Section::synchronisation,
     "global, shared, generic; .add .and .or .xor .exch .cas .min .max .inc .dec; u32 s32 u64 s64 "
     "b32 b64 f32 f64 f16 f16x2 bf16 bf16x2, .cas.b16, .cas and .exch.b128; .v2 .v4 .v8 of floats"},
    {"bar", control::build_barrier, kBarrier, "barrier of a block or warp",
     Section::synchronisation,
     ".sync .arrive .red.popc .red.and .red.or, .warp.sync; ids and counts"},
    {"barrier", control::build_barrier, kBarrier, "barrier of a block", Section::synchronisation,
     ".sync .arrive .red, .cta; .cluster.arrive .cluster.wait for clusters of one block"},
    {"bra",
     build_branch,
     {.flow = Flow::branch, .memory = Memory::none},
     "branch",
     Section::control,
     ".uni; direct"},
    {"brkpt",
     control::build_breakpoint,
     {.flow = Flow::breakpoint, .memory = Memory::none},
     "stops the launch: there is no debugger",
     Section::miscellaneous,
     ""},
    {"brx",
     build_branch,
     {.flow = Flow::branch_by_table, .sets = Sets::nothing, .memory = Memory::none},
     "branch through a table",
     Section::control,
     ".idx"},
    {"call",
     call::build_call,
     {.flow = Flow::call, .is_collective = true, .memory = Memory::call},
     "call of a function",
     Section::control,
     "direct and through pointers, recursion; vprintf, malloc, free, __assertfail, and of the "
     "runtime "
     "in kernels (`__cudaCDP2...`): launches, GetLastError, PeekAtLastError, "
     "StreamCreateWithFlags, StreamDestroy, Malloc, Free"},
    {"cp",
     async::build_cp,
     {.sets = Sets::nothing, .memory = Memory::copy},
     "asynchronous copy",
     Section::movement,
     ".async in all forms, .async.bulk and .reduce.async.bulk without tensors"},
    {"createpolicy", memory_access::build_createpolicy, kComputesAndStays, "cache policy, opaque",
     Section::movement, ".fractional, .range, .cvt"},
    {"cvta", move::build_cvta, kComputes.of(Value::address),
     "conversion between generic and other addresses", Section::movement,
     "u64; .to; shared local const global param"},
    {"discard", memory_access::build_discard, kHint, "drops cached data", Section::movement,
     ".L2; no effect"},
    {"elect",
     warp_level::build_elect,
     {.is_collective = true, .memory = Memory::none, .gathers = Gathers::lanes},
     "one lane of a mask",
     Section::synchronisation,
     ".sync"},
    {"exit",
     control::build_exit,
     {.flow = Flow::exit, .memory = Memory::none},
     "end of a thread",
     Section::control,
     ""},
    {"fence",
     l1::build_fence,
     {.memory = Memory::fence},
     "memory fence",
     Section::synchronisation,
     "all forms; no effect: each warp sees memory in order"},
    {"getctarank", control::build_getctarank, kComputesAndStays,
     "rank of the block that has a shared address", Section::movement, "clusters of one block"},
    {"griddepcontrol",
     control::build_griddepcontrol,
     {.sets = Sets::nothing, .memory = Memory::of_block},
     "dependence on other grids",
     Section::synchronisation,
     "no effect: grids run one after the other"},
    {"isspacep", move::build_isspacep, kComputesAndStays, "state space of a generic address",
     Section::movement, "shared local const global param"},
    {"ld",
     memory_access::build_ld,
     {.is_left_out_unread = true, .lanes = Lanes::as_operands, .memory = Memory::load},
     "load",
     Section::movement,
     "param const global shared local generic; b8 to b128, u8 to s64, f16 to f64; .v2 .v4; all "
     "orders, cache operators and hints"},
    {"ldu",
     memory_access::build_ldu,
     {.is_left_out_unread = true, .lanes = Lanes::as_operands, .memory = Memory::load_of_constants},
     "load of what does not change",
     Section::movement,
     "as ld.global"},
    {"mapa", control::build_mapa, kComputesAndStays,
     "address in the shared memory of a block of the cluster", Section::movement,
     "clusters of one block"},
    {"match", warp_level::build_match, kAmongLanes, "lanes with the same value",
     Section::synchronisation, ".any .all; b32 b64"},
    {"mbarrier",
     async::build_mbarrier,
     {.is_collective = true, .lanes = Lanes::as_operands, .memory = Memory::of_block},
     "barrier object in shared memory",
     Section::synchronisation,
     "all forms"},
    {"membar",
     l1::build_fence,
     {.memory = Memory::fence},
     "memory fence",
     Section::synchronisation,
     "all forms; no effect: each warp sees memory in order"},
    {"nanosleep",
     clock::build_nanosleep,
     {.sets = Sets::nothing, .memory = Memory::of_block},
     "pause",
     Section::miscellaneous,
     ".u32; the clock goes on by the whole time, other warps run"},
    {"pmevent", control::build_pmevent, kHint, "event for a performance monitor",
     Section::miscellaneous, ".mask; no effect"},
    {"prefetch", memory_access::build_prefetch, kHint, "cache hint", Section::movement,
     ".global .local, .L1 .L2; no effect"},
    {"prefetchu", memory_access::build_prefetch, kHint, "cache hint", Section::movement,
     ".L1; no effect"},
    {"red",
     memory_access::build_red,
     {.memory = Memory::reduction},
     "atomic update without the old value",
     Section::synchronisation,
     "as atom, without .exch and .cas; .async"},
    {"redux", warp_level::build_redux, kAmongLanes.of(Lanes::same), "reduction across a warp",
     Section::synchronisation, ".add .min .max u32 s32; .and .or .xor b32"},
    {"ret",
     control::build_exit,
     {.flow = Flow::leave, .memory = Memory::none},
     "end of a function",
     Section::control,
     ".uni"},
    {"setmaxnreg", control::build_setmaxnreg, kHint, "registers that a warp may use",
     Section::miscellaneous, "no effect"},
    {"shfl", warp_level::build_shfl, kAmongLanes.of(Lanes::as_selector).on(Pipe::lsu),
     "shuffle across a warp", Section::movement, ".up .down .bfly .idx; .sync b32"},
    {"st",
     memory_access::build_st,
     {.memory = Memory::store},
     "store",
     Section::movement,
     "global shared local generic param; b8 to b128, u8 to s64, f16 to f64; .v2 .v4; all orders, "
     "cache operators and hints; .async"},
    {"stackrestore",
     stack::build_stackrestore,
     {.sets = Sets::nothing, .memory = Memory::none, .uses_stack = true},
     "gives back what alloca took",
     Section::stack,
     "u32 u64"},
    {"stacksave",
     stack::build_stacksave,
     {.memory = Memory::none, .uses_stack = true},
     "where the thread's stack ends",
     Section::stack,
     "u32 u64"},
    {"suld",
     texture::build_suld,
     {.memory = Memory::image_load},
     "surface load",
     Section::texture,
     ".b of 1d, 2d, 3d, a1d, a2d; .v2, .v4; not .p"},
    {"suq", texture::build_suq, kComputesFromMore.on(Pipe::tex), "surface query", Section::texture,
     ".width, .height, .depth"},
    {"sured",
     texture::build_sured,
     {.memory = Memory::image_store},
     "surface reduction",
     Section::texture,
     ".b of 1d, 2d, 3d; .add .min .max u32 s32 u64, s64 but for .add, .and .or b32; not .p"},
    {"sust",
     texture::build_sust,
     {.memory = Memory::image_store},
     "surface store",
     Section::texture,
     ".b of 1d, 2d, 3d, a1d, a2d; .v2, .v4; not .p"},
    {"tex",
     texture::build_tex,
     {.memory = Memory::image_load},
     "texture fetch",
     Section::texture,
     ".v4 of 1d, 2d, 3d, a1d, a2d with float or, for linear memory, integer coordinates; .level, "
     ".grad of the only level; not cubes, .f16, .f16x2"},
    {"tld4",
     texture::build_tld4,
     {.memory = Memory::image_load},
     "one component of four neighbours",
     Section::texture,
     ".2d, .a2d"},
    {"trap",
     control::build_trap,
     {.flow = Flow::trap, .memory = Memory::none},
     "stops the launch",
     Section::miscellaneous,
     ""},
    {"txq", texture::build_txq, kComputesFromMore.on(Pipe::tex), "texture query", Section::texture,
     ".width, .height, .depth, .normalized_coords"},
    {"vote", warp_level::build_vote, kAmongLanes.of(Lanes::same).on(Pipe::alu),
     "vote across a warp", Section::synchronisation, ".all .any .uni .ballot; .sync"},
});

}  // namespace

std::span<const InstructionRow> machine_rows() { return kMachineRows; }

}  // namespace warpscope::exec
