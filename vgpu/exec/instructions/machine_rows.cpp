// Instructions that move data or have to do with memory, control flow and other lanes.

#include <array>

#include "vgpu/exec/instructions/call.h"
#include "vgpu/exec/instructions/control.h"
#include "vgpu/exec/instructions/instruction_table.h"
#include "vgpu/exec/instructions/memory.h"
#include "vgpu/exec/instructions/move.h"
#include "vgpu/exec/instructions/warp_level.h"

namespace warpscope::exec {
namespace {

void build_branch(Builder& builder) {
  builder.unsupported("a branch of this form");
}  // bra is lowered by lower.cpp

constexpr std::array kRows = std::to_array<InstructionRow>({
    {"activemask", warp_level::build_activemask, false, "lanes that execute together",
     Section::synchronisation, ""},
    {"atom", memory_access::build_atom, false, "atomic update with the old value",
     Section::synchronisation, ""},
    {"bar", control::build_barrier, true, "barrier of a block or warp", Section::synchronisation,
     ""},
    {"barrier", control::build_barrier, true, "barrier of a block", Section::synchronisation, ""},
    {"bra", build_branch, false, "branch", Section::control, ""},
    {"brx", build_branch, false, "branch through a table", Section::control, ".idx"},
    {"call", call::build_call, true, "call of a function", Section::control,
     "direct and through pointers, recursion; vprintf, malloc, free, __assertfail"},
    {"cvta", move::build_cvta, false, "conversion between generic and other addresses",
     Section::movement, ""},
    {"exit", control::build_exit, false, "end of a thread", Section::control, ""},
    {"fence", control::build_nothing, false, "memory fence", Section::synchronisation, ""},
    {"isspacep", move::build_isspacep, false, "state space of a generic address", Section::movement,
     ""},
    {"ld", memory_access::build_ld, false, "load", Section::movement, ""},
    {"match", warp_level::build_match, true, "lanes with the same value", Section::synchronisation,
     ""},
    {"membar", control::build_nothing, false, "memory fence", Section::synchronisation, ""},
    {"nanosleep", control::build_nothing, false, "pause", Section::miscellaneous, ""},
    {"prefetch", control::build_nothing, false, "cache hint", Section::movement, ""},
    {"red", memory_access::build_red, false, "atomic update without the old value",
     Section::synchronisation, ""},
    {"redux", warp_level::build_redux, true, "reduction across a warp", Section::synchronisation,
     ""},
    {"ret", control::build_exit, false, "end of a function", Section::control, ""},
    {"shfl", warp_level::build_shfl, true, "shuffle across a warp", Section::movement, ""},
    {"st", memory_access::build_st, false, "store", Section::movement, ""},
    {"trap", control::build_trap, false, "stops the launch", Section::miscellaneous, ""},
    {"vote", warp_level::build_vote, true, "vote across a warp", Section::synchronisation, ""},
});

}  // namespace

std::span<const InstructionRow> machine_rows() { return kRows; }

}  // namespace warpscope::exec
