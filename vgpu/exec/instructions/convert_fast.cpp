// Conversions that kernels use in address arithmetic and inner loops, as vector loops.

#include <limits>

#include "vgpu/exec/arithmetic/float_values.h"
#include "vgpu/exec/instructions/convert.h"
#include "vgpu/exec/instructions/half_lanes.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::convert {
namespace {

template <typename D>
struct Cast {
  template <typename S>
  static D apply(S a) {
    return static_cast<D>(a);
  }
};

// To an integral value by kRounding, as floating point.
template <Rounding kRounding>
float integral(float a) {
  if constexpr (kRounding == Rounding::nearest_even) return __builtin_nearbyintf(a);
  if constexpr (kRounding == Rounding::to_zero) return __builtin_truncf(a);
  if constexpr (kRounding == Rounding::down) return __builtin_floorf(a);
  return __builtin_ceilf(a);
}
template <Rounding kRounding>
struct Integral {
  static float apply(float a) { return nan_result(integral<kRounding>(a)); }
};
// What is out of range goes to the nearest integer in range, NaN to 0.
template <Rounding kRounding>
struct ToInteger {
  static std::int32_t apply(float a) {
    const float whole = integral<kRounding>(a);
    const bool is_in_range = whole > -0x1p31F && whole < 0x1p31F;
    const auto inside = static_cast<std::int32_t>(is_in_range ? whole : 0.0F);
    const std::int32_t above = whole >= 0x1p31F ? std::numeric_limits<std::int32_t>::max() : inside;
    return whole <= -0x1p31F ? std::numeric_limits<std::int32_t>::min() : above;
  }
};

struct WidenHalf {
  static float apply(std::uint16_t a) { return nan_result(Half::widen(a)); }
};
struct NarrowHalf {
  static std::uint16_t apply(float a) { return Half::narrow(a); }
};
struct WidenBfloat {
  static float apply(std::uint16_t a) { return Bfloat::widen(a); }
};
struct NarrowBfloat {
  static std::uint16_t apply(float a) { return Bfloat::narrow(a); }
};

template <template <Rounding> typename F, typename D>
Handler by_rounding(Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest_even:
      return run_unary<F<Rounding::nearest_even>, D, float>;
    case Rounding::to_zero:
      return run_unary<F<Rounding::to_zero>, D, float>;
    case Rounding::down:
      return run_unary<F<Rounding::down>, D, float>;
    case Rounding::up:
      return run_unary<F<Rounding::up>, D, float>;
    default:
      return nullptr;
  }
}

Handler integer_handler(ptx::Type to, ptx::Type from) {
  using ptx::Type;
  const bool to_wide = to == Type::s64 || to == Type::u64;
  if (to_wide && from == Type::s32)
    return run_unary<Cast<std::int64_t>, std::int64_t, std::int32_t>;
  if (to_wide && from == Type::u32)
    return run_unary<Cast<std::uint64_t>, std::uint64_t, std::uint32_t>;
  if ((to == Type::u32 || to == Type::s32) && (from == Type::u64 || from == Type::s64))
    return run_unary<Cast<std::uint32_t>, std::uint32_t, std::uint64_t>;
  return nullptr;
}

}  // namespace

Handler fast_handler(const Conversion& k) {
  using ptx::Type;
  if (k.flags != 0 || k.to_lane_bytes != ptx::size_bytes(k.to) ||
      k.from_lane_bytes != ptx::size_bytes(k.from))
    return nullptr;
  if (!ptx::is_float(k.to) && !ptx::is_float(k.from)) return integer_handler(k.to, k.from);
  const auto is = [&](Type to, Type from) { return k.to == to && k.from == from; };
  if (k.to_integral) {
    if (is(Type::s32, Type::f32)) return by_rounding<ToInteger, std::int32_t>(k.rounding);
    if (is(Type::f32, Type::f32)) return by_rounding<Integral, float>(k.rounding);
    return nullptr;
  }
  if (k.rounding != Rounding::nearest_even) return nullptr;
  if (is(Type::f32, Type::s32)) return run_unary<Cast<float>, float, std::int32_t>;
  if (is(Type::f32, Type::u32)) return run_unary<Cast<float>, float, std::uint32_t>;
  if (is(Type::f64, Type::s32)) return run_unary<Cast<double>, double, std::int32_t>;
  if (is(Type::f64, Type::f32)) return run_unary<Cast<double>, double, float>;
  if (is(Type::f32, Type::f64)) return run_unary<Cast<float>, float, double>;
  if (is(Type::f32, Type::f16)) return run_unary<WidenHalf, float, std::uint16_t>;
  if (is(Type::f16, Type::f32)) return run_unary<NarrowHalf, std::uint16_t, float>;
  if (is(Type::f32, Type::bf16)) return run_unary<WidenBfloat, float, std::uint16_t>;
  if (is(Type::bf16, Type::f32)) return run_unary<NarrowBfloat, std::uint16_t, float>;
  return nullptr;
}

}  // namespace warpscope::exec::convert
