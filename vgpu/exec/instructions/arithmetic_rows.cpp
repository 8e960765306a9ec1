// Instructions that compute: arithmetic, logic, comparison, selection and conversion.

#include <array>

#include "vgpu/exec/instructions/approximate.h"
#include "vgpu/exec/instructions/bits.h"
#include "vgpu/exec/instructions/carry.h"
#include "vgpu/exec/instructions/compare.h"
#include "vgpu/exec/instructions/convert.h"
#include "vgpu/exec/instructions/dot.h"
#include "vgpu/exec/instructions/floating.h"
#include "vgpu/exec/instructions/half.h"
#include "vgpu/exec/instructions/instruction_table.h"
#include "vgpu/exec/instructions/integer.h"
#include "vgpu/exec/instructions/masks.h"
#include "vgpu/exec/instructions/min_max.h"
#include "vgpu/exec/instructions/move.h"
#include "vgpu/exec/instructions/packed.h"

namespace warpscope::exec {
namespace {

using TypedBuild = void (*)(Builder&, ptx::Type);

// For opcodes that integers and floating point share.
void build_no_half(Builder& builder, ptx::Type) { builder.unsupported("this type"); }

template <TypedBuild kInteger, TypedBuild kFloating, TypedBuild kHalf = build_no_half>
void by_type(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (half::is_half(type)) {
    kHalf(builder, type);
  } else if (type == ptx::Type::f32 || type == ptx::Type::f64) {
    kFloating(builder, type);
  } else {
    kInteger(builder, type);
  }
}

void build_no_integer(Builder& builder, ptx::Type) { builder.unsupported("this type"); }

constexpr std::array kRows = std::to_array<InstructionRow>({
    {"abs", by_type<integer::build_abs, floating::build_abs, half::build_abs>, false,
     "absolute value", Section::integer, ""},
    {"add", by_type<integer::build_add, floating::build_add, half::build_add>, false, "sum",
     Section::integer, ""},
    {"and", bits::build_and, false, "bitwise and", Section::logic, ""},
    {"bfe", bits::build_bfe, false, "bit field extract", Section::integer, ""},
    {"bfi", bits::build_bfi, false, "bit field insert", Section::integer, ""},
    {"bfind", bits::build_bfind, false, "highest bit that differs from the sign", Section::integer,
     ""},
    {"brev", bits::build_brev, false, "bit reversal", Section::integer, ""},
    {"clz", bits::build_clz, false, "leading zeros", Section::integer, ""},
    {"cnot", bits::build_cnot, false, "logical not", Section::logic, ""},
    {"copysign", floating::build_copysign, false, "magnitude with another sign", Section::floating,
     ""},
    {"cos", approximate::build_cos, false, "cosine, approximate", Section::floating, ""},
    {"cvt", convert::build_cvt, false, "type conversion", Section::movement, ""},
    {"div", by_type<integer::build_div, floating::build_div>, false, "quotient", Section::integer,
     ""},
    {"ex2", approximate::build_ex2, false, "power of two, approximate", Section::floating, ""},
    {"fma", by_type<build_no_integer, floating::build_fma, half::build_fma>, false,
     "fused multiply and add", Section::floating, ""},
    {"lg2", approximate::build_lg2, false, "binary logarithm, approximate", Section::floating, ""},
    {"lop3", bits::build_lop3, false, "any logic function of three operands", Section::logic, ""},
    {"mad", by_type<integer::build_mad, floating::build_fma>, false, "multiply and add",
     Section::integer, ""},
    {"max", by_type<integer::build_max, min_max::build_max, min_max::build_max>, false, "maximum",
     Section::integer, ""},
    {"min", by_type<integer::build_min, min_max::build_min, min_max::build_min>, false, "minimum",
     Section::integer, ""},
    {"mov", move::build_mov, false, "move, pack, unpack", Section::movement, ""},
    {"mul", by_type<integer::build_mul, floating::build_mul, half::build_mul>, false, "product",
     Section::integer, ""},
    {"neg", by_type<integer::build_neg, floating::build_neg, half::build_neg>, false, "negation",
     Section::integer, ""},
    {"not", bits::build_not, false, "bitwise not", Section::logic, ""},
    {"or", bits::build_or, false, "bitwise or", Section::logic, ""},
    {"popc", bits::build_popc, false, "number of ones", Section::integer, ""},
    {"prmt", bits::build_prmt, false, "byte permutation", Section::movement, ""},
    {"rcp", floating::build_rcp, false, "reciprocal", Section::floating, ""},
    {"rem", integer::build_rem, false, "remainder", Section::integer, ""},
    {"rsqrt", approximate::build_rsqrt, false, "reciprocal square root, approximate",
     Section::floating, ""},
    {"sad", integer::build_sad, false, "sum of absolute differences", Section::integer, ""},
    {"selp", compare::build_selp, false, "selection by predicate", Section::comparison, ""},
    {"set", compare::build_set, false, "comparison into a register", Section::comparison, ""},
    {"setp", compare::build_setp, false, "comparison into a predicate", Section::comparison, ""},
    {"shf", bits::build_shf, false, "funnel shift", Section::logic, ""},
    {"shl", bits::build_shl, false, "left shift", Section::logic, ""},
    {"shr", bits::build_shr, false, "right shift", Section::logic, ""},
    {"sin", approximate::build_sin, false, "sine, approximate", Section::floating, ""},
    {"slct", compare::build_slct, false, "selection by sign", Section::comparison, ""},
    {"sqrt", floating::build_sqrt, false, "square root", Section::floating, ""},
    {"sub", by_type<integer::build_sub, floating::build_sub, half::build_sub>, false, "difference",
     Section::integer, ""},
    {"tanh", approximate::build_tanh, false, "hyperbolic tangent, approximate", Section::floating,
     ""},
    {"testp", floating::build_testp, false, "kind of a number", Section::floating, ""},
    {"xor", bits::build_xor, false, "bitwise exclusive or", Section::logic, ""},
    {"addc", carry::build_addc, false, "sum with the carry", Section::integer, ""},
    {"subc", carry::build_subc, false, "difference with the borrow", Section::integer, ""},
    {"madc", carry::build_madc, false, "multiply and add with the carry", Section::integer, ""},
    {"bmsk", masks::build_bmsk, false, "mask of consecutive ones", Section::integer, ""},
    {"szext", masks::build_szext, false, "extension from any width", Section::integer, ""},
    {"fns", masks::build_fns, false, "n-th one of a word", Section::integer, ""},
    {"dp2a", dot::build_dp2a, false, "dot product of two 16-bit and two 8-bit values",
     Section::integer, ""},
    {"dp4a", dot::build_dp4a, false, "dot product of four 8-bit values", Section::integer, ""},
    {"mul24", integer::build_mul24, false, "product of 24 bits", Section::integer, ""},
    {"mad24", integer::build_mad24, false, "multiply 24 bits and add", Section::integer, ""},
    {"vadd2", packed::build_video, false, "sums of two 16-bit elements", Section::video, ""},
    {"vadd4", packed::build_video, false, "sums of four 8-bit elements", Section::video, ""},
    {"vsub2", packed::build_video, false, "differences of two 16-bit elements", Section::video, ""},
    {"vsub4", packed::build_video, false, "differences of four 8-bit elements", Section::video, ""},
    {"vavrg2", packed::build_video, false, "averages of two 16-bit elements", Section::video, ""},
    {"vavrg4", packed::build_video, false, "averages of four 8-bit elements", Section::video, ""},
    {"vabsdiff2", packed::build_video, false, "absolute differences of two 16-bit elements",
     Section::video, ""},
    {"vabsdiff4", packed::build_video, false, "absolute differences of four 8-bit elements",
     Section::video, ""},
    {"vmin2", packed::build_video, false, "minima of two 16-bit elements", Section::video, ""},
    {"vmin4", packed::build_video, false, "minima of four 8-bit elements", Section::video, ""},
    {"vmax2", packed::build_video, false, "maxima of two 16-bit elements", Section::video, ""},
    {"vmax4", packed::build_video, false, "maxima of four 8-bit elements", Section::video, ""},
    {"vset2", packed::build_video, false, "comparisons of two 16-bit elements", Section::video, ""},
    {"vset4", packed::build_video, false, "comparisons of four 8-bit elements", Section::video, ""},
});

}  // namespace

std::span<const InstructionRow> arithmetic_rows() { return kRows; }

}  // namespace warpscope::exec
