// Minimum and maximum of floating-point types, PTX ISA manual sections 9.7.3 and 9.7.4.

#include "vgpu/exec/arithmetic/float_values.h"
#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/half_lanes.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::min_max {
namespace {

template <typename T>
T pick(T a, T b, T chosen) {
  return a != a ? b : (b != b ? a : chosen);  // the number wins over a NaN
}
// -0 is below +0.
struct Min {
  template <typename T>
  static T apply(T a, T b) {
    const T smaller = a < b ? a : (b < a ? b : (std::signbit(a) ? a : b));
    return nan_result(pick(a, b, smaller), a, b);
  }
};
struct Max {
  template <typename T>
  static T apply(T a, T b) {
    const T larger = a > b ? a : (b > a ? b : (std::signbit(a) ? b : a));
    return nan_result(pick(a, b, larger), a, b);
  }
};
// .NaN: a NaN wins over the number.
template <typename F>
struct NanWins {
  static float apply(float a, float b) {
    return nan_result(a != a ? a : (b != b ? b : F::apply(a, b)));
  }
};
// .xorsign.abs: of the magnitudes; the sign is the exclusive or of both.
template <typename F>
struct XorSign {
  static float apply(float a, float b) {
    const float magnitude = F::apply(std::fabs(a), std::fabs(b));
    const std::uint32_t sign =
        (std::bit_cast<std::uint32_t>(a) ^ std::bit_cast<std::uint32_t>(b)) & 0x80000000u;
    return nan_result(std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) ^ sign));
  }
};

template <typename F>
Handler single(bool flush) {
  return flush ? run_binary<Flushed<F>, float, float> : run_binary<F, float, float>;
}

template <typename F>
Handler handler(ptx::Type type, bool flush) {
  switch (type) {
    case ptx::Type::f32:
      return single<F>(flush);
    case ptx::Type::f16:
      return flush ? half_binary<F, Half, 1, true> : half_binary<F, Half, 1, false>;
    case ptx::Type::f16x2:
      return flush ? half_binary<F, Half, 2, true> : half_binary<F, Half, 2, false>;
    case ptx::Type::bf16:
      return flush ? nullptr : half_binary<F, Bfloat, 1, false>;
    case ptx::Type::bf16x2:
      return flush ? nullptr : half_binary<F, Bfloat, 2, false>;
    default:
      return nullptr;
  }
}

template <typename F>
void build(Builder& builder, ptx::Type type) {
  if (type == ptx::Type::f64) {
    emit_binary(builder, run_binary<F, double, double>, type);
    return;
  }
  const bool flush = builder.take("ftz");
  const bool nan_wins = builder.take("NaN");
  const bool xor_sign = builder.take("xorsign");
  if (xor_sign && !builder.take("abs")) builder.unsupported(".xorsign without .abs");
  const Handler choice =
      nan_wins ? (xor_sign ? handler<XorSign<NanWins<F>>>(type, flush)
                           : handler<NanWins<F>>(type, flush))
               : (xor_sign ? handler<XorSign<F>>(type, flush) : handler<F>(type, flush));
  emit_binary(builder, choice, type);
}

}  // namespace

void build_min(Builder& builder, ptx::Type type) { build<Min>(builder, type); }
void build_max(Builder& builder, ptx::Type type) { build<Max>(builder, type); }

}  // namespace warpscope::exec::min_max
