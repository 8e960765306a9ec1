// Half-precision arithmetic, PTX ISA manual section 9.7.4. Each result is rounded once: sums of
// two 16-bit values are exact enough in single precision, products and fused sums go through double
// precision and rounding to odd.

#include "vgpu/exec/instructions/half.h"

#include "vgpu/exec/arithmetic/float_values.h"
#include "vgpu/exec/arithmetic/math_polynomials.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/half_lanes.h"

namespace warpscope::exec::half {
namespace {

struct Add {
  static float apply(float a, float b) { return a + b; }
};
struct Sub {
  static float apply(float a, float b) { return a - b; }
};
struct Mul {
  static float apply(float a, float b) {
    return round_to_odd(static_cast<double>(a) * static_cast<double>(b));
  }
};
struct Fma {
  static float apply(float a, float b, float c) {
    const double product = static_cast<double>(a) * static_cast<double>(b);
    const auto other = static_cast<double>(c);
    const double sum = product + other;
    // What the sum lost, exactly (Knuth); it makes the sum's last bit odd.
    const double part = sum - product;
    const double lost = (product - (sum - part)) + (other - part);
    const auto bits = std::bit_cast<std::uint64_t>(sum);
    const bool is_inexact = lost < 0 || lost > 0;  // false for a NaN, of an infinite sum
    const bool is_too_far = (lost < 0) == (sum > 0);
    const std::uint64_t odd = (bits - (is_too_far ? 1 : 0)) | 1;
    return round_to_odd(std::bit_cast<double>(is_inexact ? odd : bits));
  }
};
/// `.oob`: nothing but +0 with a factor that is the NaN by which a tensor copy marks what lies
/// outside of the tensor. The manual does not say which one that is; on an H200 it is this one,
/// with either sign.
template <typename Format>
struct FmaInBounds {
  static bool is_outside(float value) {
    constexpr std::uint16_t kOutside = 0x7ff7;
    return (std::bit_cast<std::uint32_t>(value) & 0x7fffffffU) ==
           std::bit_cast<std::uint32_t>(Format::widen(kOutside));
  }
  static float apply(float a, float b, float c) {
    return is_outside(a) || is_outside(b) ? 0.0F : Fma::apply(a, b, c);
  }
};
struct Abs {
  static float apply(float a) { return std::fabs(a); }
};
struct Neg {
  static float apply(float a) { return -a; }
};
struct Ex2 {
  static float apply(float a) { return round_to_odd(power_of_two(static_cast<double>(a))); }
};
struct Tanh {
  static float apply(float a) { return round_to_odd(hyperbolic_tangent(static_cast<double>(a))); }
};

/// `.relu`: negative results become +0; NaN stays.
struct Relu {
  static float apply(float a) { return a < 0 || a == 0 ? 0.0F : a; }
};
template <typename Last, typename F>
struct Then {
  static float apply(auto... operands) { return Last::apply(F::apply(operands...)); }
};

// Which of the loops of half_lanes.h, by the number of operands.
template <std::uint32_t kOperands, typename F, typename Format, std::uint32_t kPack, bool kFlush>
constexpr Handler loop() {
  if constexpr (kOperands == 1) return half_unary<F, Format, kPack, kFlush>;
  if constexpr (kOperands == 2) return half_binary<F, Format, kPack, kFlush>;
  if constexpr (kOperands == 3) return half_ternary<F, Format, kPack, kFlush>;
}

template <std::uint32_t kOperands, typename F>
Handler handler(ptx::Type type, bool flush) {
  switch (type) {
    case ptx::Type::f16:
      return flush ? loop<kOperands, F, Half, 1, true>() : loop<kOperands, F, Half, 1, false>();
    case ptx::Type::f16x2:
      return flush ? loop<kOperands, F, Half, 2, true>() : loop<kOperands, F, Half, 2, false>();
    case ptx::Type::bf16:
      return flush ? nullptr : loop<kOperands, F, Bfloat, 1, false>();
    case ptx::Type::bf16x2:
      return flush ? nullptr : loop<kOperands, F, Bfloat, 2, false>();
    default:
      return nullptr;
  }
}

template <std::uint32_t kOperands>
void emit(Builder& builder, Handler handler, ptx::Type type) {
  if constexpr (kOperands == 1) emit_unary(builder, handler, type);
  if constexpr (kOperands == 2) emit_binary(builder, handler, type);
  if constexpr (kOperands == 3) emit_ternary(builder, handler, type);
}

template <typename Last>
Handler in_bounds_handler(ptx::Type type) {
  switch (type) {
    case ptx::Type::f16:
      return half_ternary<Then<Last, FmaInBounds<Half>>, Half, 1, false>;
    case ptx::Type::f16x2:
      return half_ternary<Then<Last, FmaInBounds<Half>>, Half, 2, false>;
    case ptx::Type::bf16:
      return half_ternary<Then<Last, FmaInBounds<Bfloat>>, Bfloat, 1, false>;
    case ptx::Type::bf16x2:
      return half_ternary<Then<Last, FmaInBounds<Bfloat>>, Bfloat, 2, false>;
    default:
      return nullptr;
  }
}

struct Unchanged {
  static float apply(float a) { return a; }
};

void build_fma_in_bounds(Builder& builder, ptx::Type type) {
  builder.take("rn");
  const bool saturate = (type == ptx::Type::f16 || type == ptx::Type::f16x2) && builder.take("sat");
  const bool relu = !saturate && builder.take("relu");
  emit_ternary(builder,
               saturate ? in_bounds_handler<Saturate>(type)
               : relu   ? in_bounds_handler<Relu>(type)
                        : in_bounds_handler<Unchanged>(type),
               type);
}

template <std::uint32_t kOperands, typename F>
void build(Builder& builder, ptx::Type type) {
  builder.take("rn");
  const bool flush = builder.take("ftz");
  const bool saturate = (type == ptx::Type::f16 || type == ptx::Type::f16x2) && builder.take("sat");
  const bool relu = kOperands == 3 && !saturate && builder.take("relu");
  emit<kOperands>(builder,
                  saturate ? handler<kOperands, Then<Saturate, F>>(type, flush)
                  : relu   ? handler<kOperands, Then<Relu, F>>(type, flush)
                           : handler<kOperands, F>(type, flush),
                  type);
}

template <typename F>
void build_approximate(Builder& builder, ptx::Type type) {
  // bf16 says .ftz, though its subnormals are single precision's, and so are not flushed here.
  const bool is_bfloat = type == ptx::Type::bf16 || type == ptx::Type::bf16x2;
  if (is_bfloat) builder.take("ftz");
  emit_unary(builder, handler<1, F>(type, false), type);
}

}  // namespace

bool is_half(ptx::Type type) {
  return type == ptx::Type::f16 || type == ptx::Type::f16x2 || type == ptx::Type::bf16 ||
         type == ptx::Type::bf16x2;
}

void build_add(Builder& builder, ptx::Type type) { build<2, Add>(builder, type); }
void build_sub(Builder& builder, ptx::Type type) { build<2, Sub>(builder, type); }
void build_mul(Builder& builder, ptx::Type type) { build<2, Mul>(builder, type); }
void build_fma(Builder& builder, ptx::Type type) {
  if (builder.take("oob")) return build_fma_in_bounds(builder, type);
  build<3, Fma>(builder, type);
}

void build_abs(Builder& builder, ptx::Type type) {
  const bool flush = builder.take("ftz");
  emit_unary(builder, handler<1, Abs>(type, flush), type);
}
void build_neg(Builder& builder, ptx::Type type) {
  const bool flush = builder.take("ftz");
  emit_unary(builder, handler<1, Neg>(type, flush), type);
}

void build_ex2(Builder& builder, ptx::Type type) { build_approximate<Ex2>(builder, type); }
void build_tanh(Builder& builder, ptx::Type type) { build_approximate<Tanh>(builder, type); }

}  // namespace warpscope::exec::half
