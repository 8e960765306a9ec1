// Instructions that compute: arithmetic, logic, comparison, selection and conversion.

#include <array>

#include "vgpu/exec/instructions/half.h"
#include "vgpu/exec/instructions/instruction_table.h"

namespace warpscope::exec {

using TypedBuild = void(Builder&, ptx::Type);

// Builders, each defined in a file of its kind beside this one. Those of several kinds of numbers
// get the type already read.
namespace approximate {
Build build_cos, build_ex2, build_lg2, build_rsqrt, build_sin, build_tanh;
}  // namespace approximate
namespace bits {
Build build_and, build_bfe, build_bfi, build_bfind, build_brev, build_clz, build_cnot, build_lop3,
    build_not, build_or, build_popc, build_prmt, build_shf, build_shl, build_shr, build_xor;
}  // namespace bits
namespace carry {
Build build_addc, build_madc, build_subc;
}  // namespace carry
namespace compare {
Build build_selp, build_set, build_setp, build_slct;
}  // namespace compare
namespace convert {
Build build_cvt;
}  // namespace convert
namespace dot {
Build build_dp2a, build_dp4a;
}  // namespace dot
namespace floating {
Build build_copysign, build_rcp, build_sqrt, build_testp;
TypedBuild build_abs, build_add, build_div, build_fma, build_mul, build_neg, build_sub;
}  // namespace floating
namespace half {
TypedBuild build_abs, build_add, build_fma, build_mul, build_neg, build_sub;
}  // namespace half
namespace integer {
Build build_mad24, build_mul24, build_rem, build_sad;
TypedBuild build_abs, build_add, build_div, build_mad, build_max, build_min, build_mul, build_neg,
    build_sub;
}  // namespace integer
namespace masks {
Build build_bmsk, build_fns, build_szext;
}  // namespace masks
namespace min_max {
TypedBuild build_max, build_min;
}  // namespace min_max
namespace move {
Build build_mov;
}  // namespace move

namespace {

// For opcodes that integers and floating point share.
void build_no_half(Builder& builder, ptx::Type) { builder.unsupported("this type"); }

template <TypedBuild* kInteger, TypedBuild* kFloating, TypedBuild* kHalf = build_no_half>
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

// Of integer, half, f32, f64.
constexpr Pipes kSums{Pipe::alu, Pipe::fma, Pipe::fma, Pipe::fp64};
constexpr Pipes kProducts{Pipe::fma_heavy, Pipe::fma, Pipe::fma, Pipe::fp64};
constexpr Pipes kExtremes{Pipe::alu, Pipe::unknown, Pipe::alu, Pipe::several};
constexpr Pipes kComparisons{Pipe::alu, Pipe::unknown, Pipe::alu, Pipe::fp64};
constexpr Pipes kQuotients{Pipe::several, Pipe::unknown, Pipe::several, Pipe::several};
constexpr Pipes kRoots{Pipe::unknown, Pipe::unknown, Pipe::several, Pipe::several, Pipe::xu};

constexpr std::array kArithmeticRows = std::to_array<InstructionRow>({
    {"abs", by_type<integer::build_abs, floating::build_abs, half::build_abs>, kComputes.on(kSums),
     "absolute value", Section::integer,
     "s16 s32 s64; f32 (.ftz) f64; f16 f16x2 (.ftz) bf16 bf16x2"},
    {"add", by_type<integer::build_add, floating::build_add, half::build_add>,
     kComputes.of(Value::sum).on(kSums), "sum", Section::integer,
     "u16 s16 u32 s32 u64 s64; .sat.s32; .cc; u16x2 s16x2; f32 (all roundings, .ftz, .sat) f64 "
     "(all roundings); f16 f16x2 (.ftz, .sat) bf16 bf16x2"},
    {"addc", carry::build_addc, kComputesFromMore.on(Pipe::alu), "sum with the carry",
     Section::integer, ".cc; u32 s32 u64 s64"},
    {"and", bits::build_and, kComputes.of(Value::conjunction).on(Pipe::alu), "bitwise and",
     Section::logic, "pred b16 b32 b64"},
    {"bfe", bits::build_bfe, kComputes.on(Pipe::alu), "bit field extract", Section::integer,
     "u32 s32 u64 s64"},
    {"bfi", bits::build_bfi, kComputes.on(Pipe::alu), "bit field insert", Section::integer,
     "b32 b64"},
    {"bfind", bits::build_bfind, kComputes.on(Pipe::xu), "highest bit that differs from the sign",
     Section::integer, ".shiftamt; u32 s32 u64 s64"},
    {"bmsk", masks::build_bmsk, kComputes.on(Pipe::alu), "mask of consecutive ones",
     Section::integer, ".clamp .wrap; b32"},
    {"brev", bits::build_brev, kComputes.on(Pipe::xu), "bit reversal", Section::integer, "b32 b64"},
    {"clz", bits::build_clz, kComputes.on(Pipe::xu), "leading zeros", Section::integer, "b32 b64"},
    {"cnot", bits::build_cnot, kComputes.on(Pipe::alu), "logical not", Section::logic,
     "b16 b32 b64"},
    {"copysign", floating::build_copysign, kComputes.on(Pipe::alu), "magnitude with another sign",
     Section::floating, "f32 f64"},
    {"cos", approximate::build_cos, kComputesAndStays.on(Pipe::xu), "cosine, approximate",
     Section::floating, ".approx (.ftz) f32"},
    {"cvt", convert::build_cvt, kComputes.of(Value::conversion), "type conversion",
     Section::movement,
     "among u8 to s64, f16, bf16, f32, f64 in all roundings with .ftz, .sat, .relu, .satfinite; "
     "tf32 from f32; f16x2 and bf16x2 from two f32; e4m3x2 and e5m2x2 from f32, f16x2 and to "
     "f16x2; .pack. Not: stochastic rounding, 4- and 6-bit types, ue8m0"},
    {"div", by_type<integer::build_div, floating::build_div>,
     kComputesAndStays.of(Value::quotient).on(kQuotients), "quotient", Section::integer,
     "u16 s16 u32 s32 u64 s64; f32 (all roundings, .ftz; .approx, .full) f64 (all roundings)"},
    {"dp2a", dot::build_dp2a, kComputes.on(Pipe::fma_heavy),
     "dot product of two 16-bit and two 8-bit values", Section::integer,
     ".lo .hi; u32 s32 of each"},
    {"dp4a", dot::build_dp4a, kComputes.on(Pipe::fma_heavy), "dot product of four 8-bit values",
     Section::integer, "u32 s32 of each"},
    {"ex2", approximate::build_ex2, kComputes.on(Pipe::xu), "power of two, approximate",
     Section::floating, ".approx (.ftz) f32; f16 f16x2; .ftz bf16 bf16x2"},
    {"fma", by_type<build_no_integer, floating::build_fma, half::build_fma>,
     kComputes.of(Value::product_sum).on(kProducts), "fused multiply and add", Section::floating,
     "f32 (all roundings, .ftz, .sat) f64 (all roundings); .rn f16 f16x2 (.ftz, .sat, .relu, .oob) "
     "bf16 bf16x2 (.relu, .oob)"},
    {"fns", masks::build_fns, kComputesAndStays.on(Pipe::several), "n-th one of a word",
     Section::integer, "b32"},
    {"lg2", approximate::build_lg2, kComputes.on(Pipe::xu), "binary logarithm, approximate",
     Section::floating, ".approx (.ftz) f32"},
    {"lop3", bits::build_lop3, kComputes.on(Pipe::alu), "any logic function of three operands",
     Section::logic, "b32; with .and and .or into a predicate"},
    {"mad", by_type<integer::build_mad, floating::build_fma>,
     kComputes.of(Value::product_sum).on(kProducts), "multiply and add", Section::integer,
     ".lo .hi u16 s16 u32 s32 u64 s64; .wide of 16 and 32 bits; .hi.sat.s32; .cc; f32 f64 as fma"},
    {"mad24", integer::build_mad24, kComputes.on(Pipe::fma_heavy), "multiply 24 bits and add",
     Section::integer, ".lo .hi, .hi.sat.s32; u32 s32"},
    {"madc", carry::build_madc, kComputesFromMore.on(Pipe::fma_heavy),
     "multiply and add with the carry", Section::integer, ".lo .hi, .cc; u32 s32 u64 s64"},
    {"max", by_type<integer::build_max, min_max::build_max, min_max::build_max>,
     kComputes.of(Value::larger).on(kExtremes), "maximum", Section::integer,
     "u16 s16 u32 s32 u64 s64; .relu.s32; u16x2 s16x2 (.relu); f32 (.ftz, .NaN, .xorsign.abs) f64; "
     "f16 f16x2 (.ftz) bf16 bf16x2 (.NaN, .xorsign.abs)"},
    {"min", by_type<integer::build_min, min_max::build_min, min_max::build_min>,
     kComputes.of(Value::smaller).on(kExtremes), "minimum", Section::integer,
     "u16 s16 u32 s32 u64 s64; .relu.s32; u16x2 s16x2 (.relu); f32 (.ftz, .NaN, .xorsign.abs) f64; "
     "f16 f16x2 (.ftz) bf16 bf16x2 (.NaN, .xorsign.abs)"},
    {"mov", move::build_mov, kComputes.of(Value::copy).on(Pipe::alu), "move, pack, unpack",
     Section::movement,
     "pred b16 b32 b64 b128 and all of these sizes; packs and unpacks of two and four"},
    {"mul", by_type<integer::build_mul, floating::build_mul, half::build_mul>,
     kComputes.of(Value::product).on(kProducts), "product", Section::integer,
     ".lo .hi u16 s16 u32 s32 u64 s64; .wide of 16 and 32 bits; f32 (all roundings, .ftz, .sat) "
     "f64 (all roundings); f16 f16x2 (.ftz, .sat) bf16 bf16x2"},
    {"mul24", integer::build_mul24, kComputes.on(Pipe::fma_heavy), "product of 24 bits",
     Section::integer, ".lo .hi; u32 s32"},
    {"neg", by_type<integer::build_neg, floating::build_neg, half::build_neg>,
     kComputes.of(Value::negative).on(kSums), "negation", Section::integer,
     "s16 s32 s64; f32 (.ftz) f64; f16 f16x2 (.ftz) bf16 bf16x2"},
    {"not", bits::build_not, kComputes.of(Value::complement).on(Pipe::alu), "bitwise not",
     Section::logic, "pred b16 b32 b64"},
    {"or", bits::build_or, kComputes.of(Value::disjunction).on(Pipe::alu), "bitwise or",
     Section::logic, "pred b16 b32 b64"},
    {"popc", bits::build_popc, kComputes.on(Pipe::xu), "number of ones", Section::integer,
     "b32 b64"},
    {"prmt", bits::build_prmt, kComputes.on(Pipe::alu), "byte permutation", Section::movement,
     "b32; .f4e .b4e .rc8 .ecl .ecr .rc16"},
    {"rcp", floating::build_rcp, kComputesAndStays.on(kRoots), "reciprocal", Section::floating,
     "f32 (all roundings, .approx, .ftz) f64 (all roundings, .approx.ftz)"},
    {"rem", integer::build_rem, kComputesAndStays.on(Pipe::several), "remainder", Section::integer,
     "u16 s16 u32 s32 u64 s64"},
    {"rsqrt", approximate::build_rsqrt, kComputesAndStays.on(kRoots),
     "reciprocal square root, approximate", Section::floating, ".approx (.ftz) f32 f64"},
    {"sad", integer::build_sad, kComputes.on(Pipe::alu), "sum of absolute differences",
     Section::integer, "u16 s16 u32 s32 u64 s64"},
    {"selp", compare::build_selp, kComputes.of(Value::selection).on(Pipe::alu),
     "selection by predicate", Section::comparison, "16, 32 and 64 bits"},
    {"set", compare::build_set, kComputes.on(kComparisons), "comparison into a register",
     Section::comparison,
     "all comparisons of integers, f32 (.ftz) f64 f16 f16x2 (.ftz) bf16 bf16x2, with .and .or "
     ".xor; into u16 s16 u32 s32 f32 f16 bf16, of pairs into u32 s32 f16x2 bf16x2"},
    {"setp", compare::build_setp, kComputes.of(Value::comparison).on(kComparisons),
     "comparison into a predicate", Section::comparison,
     "all comparisons of b16 b32 b64, integers, f32 (.ftz) f64 f16 f16x2 (.ftz) bf16 bf16x2, with "
     ".and .or .xor; one and two destinations"},
    {"shf", bits::build_shf, kComputes.on(Pipe::alu), "funnel shift", Section::logic,
     ".l .r, .wrap .clamp; b32"},
    {"shl", bits::build_shl, kComputes.of(Value::left_shift).on(Pipe::alu), "left shift",
     Section::logic, "b16 b32 b64"},
    {"shr", bits::build_shr, kComputes.of(Value::right_shift).on(Pipe::alu), "right shift",
     Section::logic, "b16 b32 b64 u16 s16 u32 s32 u64 s64"},
    {"sin", approximate::build_sin, kComputesAndStays.on(Pipe::xu), "sine, approximate",
     Section::floating, ".approx (.ftz) f32"},
    {"slct", compare::build_slct, kComputesAndStays.on(Pipe::alu), "selection by sign",
     Section::comparison, "16, 32 and 64 bits by s32 or f32 (.ftz)"},
    {"sqrt", floating::build_sqrt, kComputesAndStays.on(kRoots), "square root", Section::floating,
     "f32 (all roundings, .approx, .ftz) f64 (all roundings)"},
    {"sub", by_type<integer::build_sub, floating::build_sub, half::build_sub>,
     kComputes.of(Value::difference).on(kSums), "difference", Section::integer,
     "u16 s16 u32 s32 u64 s64; .sat.s32; .cc; f32 (all roundings, .ftz, .sat) f64 (all roundings); "
     "f16 f16x2 (.ftz, .sat) bf16 bf16x2"},
    {"subc", carry::build_subc, kComputesFromMore.on(Pipe::alu), "difference with the borrow",
     Section::integer, ".cc; u32 s32 u64 s64"},
    {"szext", masks::build_szext, kComputesAndStays.on(Pipe::alu), "extension from any width",
     Section::integer, ".clamp .wrap; u32 s32"},
    {"tanh", approximate::build_tanh, kComputesAndStays.on(Pipe::xu),
     "hyperbolic tangent, approximate", Section::floating, ".approx f32 f16 f16x2 bf16 bf16x2"},
    {"testp", floating::build_testp, kComputesAndStays.on(Pipe::alu), "kind of a number",
     Section::floating, "f32 f64; all tests"},
    {"xor", bits::build_xor, kComputes.of(Value::exclusive_or).on(Pipe::alu),
     "bitwise exclusive or", Section::logic, "pred b16 b32 b64"},
});

}  // namespace

std::span<const InstructionRow> arithmetic_rows() { return kArithmeticRows; }

}  // namespace warpscope::exec
