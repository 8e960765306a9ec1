#include "vgpu/exec/instructions/instruction_table.h"

#include <algorithm>
#include <array>

#include "vgpu/exec/instructions/bits.h"
#include "vgpu/exec/instructions/compare.h"
#include "vgpu/exec/instructions/control.h"
#include "vgpu/exec/instructions/floating.h"
#include "vgpu/exec/instructions/integer.h"
#include "vgpu/exec/instructions/memory.h"
#include "vgpu/exec/instructions/move.h"
#include "vgpu/exec/instructions/warp_level.h"

namespace warpscope::exec {
namespace {

using TypedBuild = void (*)(Builder&, ptx::Type);

// For opcodes that integers and floating point share.
template <TypedBuild kInteger, TypedBuild kFloating>
void by_type(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type == ptx::Type::f32 || type == ptx::Type::f64) {
    kFloating(builder, type);
  } else {
    kInteger(builder, type);
  }
}

void build_branch(Builder& builder) {
  builder.unsupported("a branch of this form");
}  // bra is lowered by lower.cpp

void build_fma(Builder& builder) { floating::build_fma(builder, builder.need_type()); }

constexpr std::array kTable = std::to_array<InstructionRow>({
    {"abs", by_type<integer::build_abs, floating::build_abs>, false, "absolute value"},
    {"activemask", warp_level::build_activemask, false, "lanes that execute together"},
    {"add", by_type<integer::build_add, floating::build_add>, false, "sum"},
    {"and", bits::build_and, false, "bitwise and"},
    {"atom", memory_access::build_atom, false, "atomic update with the old value"},
    {"bar", control::build_barrier, true, "barrier of a block or warp"},
    {"barrier", control::build_barrier, true, "barrier of a block"},
    {"bfe", bits::build_bfe, false, "bit field extract"},
    {"bfi", bits::build_bfi, false, "bit field insert"},
    {"bfind", bits::build_bfind, false, "highest bit that differs from the sign"},
    {"bra", build_branch, false, "branch"},
    {"brev", bits::build_brev, false, "bit reversal"},
    {"clz", bits::build_clz, false, "leading zeros"},
    {"cnot", bits::build_cnot, false, "logical not"},
    {"copysign", floating::build_copysign, false, "magnitude with another sign"},
    {"cos", floating::build_cos, false, "cosine, approximate"},
    {"cvt", move::build_cvt, false, "type conversion"},
    {"cvta", move::build_cvta, false, "conversion between generic and other addresses"},
    {"div", by_type<integer::build_div, floating::build_div>, false, "quotient"},
    {"ex2", floating::build_ex2, false, "power of two, approximate"},
    {"exit", control::build_exit, false, "end of a thread"},
    {"fence", control::build_nothing, false, "memory fence"},
    {"fma", build_fma, false, "fused multiply and add"},
    {"isspacep", move::build_isspacep, false, "state space of a generic address"},
    {"ld", memory_access::build_ld, false, "load"},
    {"lg2", floating::build_lg2, false, "binary logarithm, approximate"},
    {"lop3", bits::build_lop3, false, "any logic function of three operands"},
    {"mad", by_type<integer::build_mad, floating::build_fma>, false, "multiply and add"},
    {"match", warp_level::build_match, true, "lanes with the same value"},
    {"max", by_type<integer::build_max, floating::build_max>, false, "maximum"},
    {"membar", control::build_nothing, false, "memory fence"},
    {"min", by_type<integer::build_min, floating::build_min>, false, "minimum"},
    {"mov", move::build_mov, false, "move, pack, unpack"},
    {"mul", by_type<integer::build_mul, floating::build_mul>, false, "product"},
    {"nanosleep", control::build_nothing, false, "pause"},
    {"neg", by_type<integer::build_neg, floating::build_neg>, false, "negation"},
    {"not", bits::build_not, false, "bitwise not"},
    {"or", bits::build_or, false, "bitwise or"},
    {"popc", bits::build_popc, false, "number of ones"},
    {"prefetch", control::build_nothing, false, "cache hint"},
    {"prmt", bits::build_prmt, false, "byte permutation"},
    {"rcp", floating::build_rcp, false, "reciprocal"},
    {"red", memory_access::build_red, false, "atomic update without the old value"},
    {"redux", warp_level::build_redux, true, "reduction across a warp"},
    {"rem", integer::build_rem, false, "remainder"},
    {"ret", control::build_exit, false, "end of a kernel"},
    {"rsqrt", floating::build_rsqrt, false, "reciprocal square root, approximate"},
    {"sad", integer::build_sad, false, "sum of absolute differences"},
    {"selp", compare::build_selp, false, "selection by predicate"},
    {"set", compare::build_set, false, "comparison into a register"},
    {"setp", compare::build_setp, false, "comparison into a predicate"},
    {"shf", bits::build_shf, false, "funnel shift"},
    {"shfl", warp_level::build_shfl, true, "shuffle across a warp"},
    {"shl", bits::build_shl, false, "left shift"},
    {"shr", bits::build_shr, false, "right shift"},
    {"sin", floating::build_sin, false, "sine, approximate"},
    {"slct", compare::build_slct, false, "selection by sign"},
    {"sqrt", floating::build_sqrt, false, "square root"},
    {"st", memory_access::build_st, false, "store"},
    {"sub", by_type<integer::build_sub, floating::build_sub>, false, "difference"},
    {"tanh", floating::build_tanh, false, "hyperbolic tangent, approximate"},
    {"trap", control::build_trap, false, "stops the launch"},
    {"vote", warp_level::build_vote, true, "vote across a warp"},
    {"xor", bits::build_xor, false, "bitwise exclusive or"},
});

constexpr bool is_sorted_by_opcode() {
  for (std::size_t i = 1; i < kTable.size(); ++i) {
    if (!(kTable[i - 1].opcode < kTable[i].opcode)) return false;
  }
  return true;
}
static_assert(is_sorted_by_opcode(), "find_instruction() searches by halves");

}  // namespace

std::span<const InstructionRow> instruction_table() { return kTable; }

const InstructionRow* find_instruction(std::string_view opcode) {
  const auto found = std::lower_bound(
      kTable.begin(), kTable.end(), opcode,
      [](const InstructionRow& row, std::string_view name) { return row.opcode < name; });
  return found != kTable.end() && found->opcode == opcode ? &*found : nullptr;
}

}  // namespace warpscope::exec
