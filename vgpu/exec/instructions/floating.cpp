// Floating-point arithmetic, PTX ISA manual section 9.7.3. Rounding is to nearest even; other
// roundings and flush-to-zero are refused. Compiled without contraction, so only fma fuses.

#include "vgpu/exec/instructions/floating.h"

#include <bit>
#include <cmath>

#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::floating {
namespace {

// The hardware's only NaN result in single precision; x86 would hand on an operand's.
float canonical(float value) { return value != value ? std::bit_cast<float>(0x7fffffffu) : value; }
double canonical(double value) {
  return value != value ? std::bit_cast<double>(0xfff8000000000000ull) : value;
}

struct Add {
  template <typename T>
  static T apply(T a, T b) {
    return canonical(a + b);
  }
};
struct Sub {
  template <typename T>
  static T apply(T a, T b) {
    return canonical(a - b);
  }
};
struct Mul {
  template <typename T>
  static T apply(T a, T b) {
    return canonical(a * b);
  }
};
struct Div {
  template <typename T>
  static T apply(T a, T b) {
    return canonical(a / b);
  }
};
struct Fma {
  static float apply(float a, float b, float c) { return canonical(__builtin_fmaf(a, b, c)); }
  static double apply(double a, double b, double c) { return canonical(__builtin_fma(a, b, c)); }
};
// The number wins over a NaN, and -0 is below +0.
struct Min {
  template <typename T>
  static T apply(T a, T b) {
    const T smaller = a < b ? a : (b < a ? b : (std::signbit(a) ? a : b));
    return canonical(a != a ? b : (b != b ? a : smaller));
  }
};
struct Max {
  template <typename T>
  static T apply(T a, T b) {
    const T larger = a > b ? a : (b > a ? b : (std::signbit(a) ? b : a));
    return canonical(a != a ? b : (b != b ? a : larger));
  }
};
struct Abs {
  template <typename T>
  static T apply(T a) {
    return std::fabs(a);
  }
};
struct Neg {
  template <typename T>
  static T apply(T a) {
    return -a;
  }
};
struct Sqrt {
  template <typename T>
  static T apply(T a) {
    return canonical(std::sqrt(a));
  }
};
struct Rcp {
  template <typename T>
  static T apply(T a) {
    return canonical(T{1} / a);
  }
};
// Approximations: computed in double precision and rounded, which is inside the manual's error
// bounds.
struct Rsqrt {
  static float apply(float a) {
    return canonical(static_cast<float>(1.0 / std::sqrt(static_cast<double>(a))));
  }
  static double apply(double a) { return canonical(1.0 / std::sqrt(a)); }
};
struct Sin {
  static float apply(float a) {
    return canonical(static_cast<float>(std::sin(static_cast<double>(a))));
  }
};
struct Cos {
  static float apply(float a) {
    return canonical(static_cast<float>(std::cos(static_cast<double>(a))));
  }
};
struct Lg2 {
  static float apply(float a) {
    return canonical(static_cast<float>(std::log2(static_cast<double>(a))));
  }
};
struct Ex2 {
  static float apply(float a) {
    return canonical(static_cast<float>(std::exp2(static_cast<double>(a))));
  }
};
struct Tanh {
  static float apply(float a) {
    return canonical(static_cast<float>(std::tanh(static_cast<double>(a))));
  }
};
// copysign d, a, b: the magnitude of b with the sign of a.
struct Copysign {
  template <typename T>
  static T apply(T a, T b) {
    return std::copysign(b, a);
  }
};
struct Saturate {
  template <typename T>
  static T apply(T a) {
    return a > T{0} ? (a < T{1} ? a : T{1}) : T{0};
  }  // NaN gives +0
};

template <typename F>
Handler unary(ptx::Type type) {
  if (type == ptx::Type::f32) return run_unary<F, float, float>;
  if (type == ptx::Type::f64) return run_unary<F, double, double>;
  return nullptr;
}

template <typename F>
Handler unary_single(ptx::Type type) {
  return type == ptx::Type::f32 ? run_unary<F, float, float> : nullptr;
}

template <typename F>
Handler binary(ptx::Type type) {
  if (type == ptx::Type::f32) return run_binary<F, float, float>;
  if (type == ptx::Type::f64) return run_binary<F, double, double>;
  return nullptr;
}

// `.sat` clamps the result of the operation just emitted to [0, 1].
void saturate_if_asked(Builder& builder, bool saturate, ptx::Type type) {
  if (!saturate) return;
  const Slot d = builder.kernel().operations.back().d;
  Operation& op = builder.emit(unary<Saturate>(type));
  op.d = d;
  op.a = d;
}

template <typename F>
void build_binary(Builder& builder, ptx::Type type) {
  builder.take("rn");
  const bool saturate = builder.take("sat");
  emit_binary(builder, binary<F>(type), type);
  saturate_if_asked(builder, saturate, type);
}

template <typename F>
void build_approximate(Builder& builder) {
  builder.take("approx");
  const ptx::Type type = builder.need_type();
  emit_unary(builder, unary_single<F>(type), type);
}

}  // namespace

void build_add(Builder& builder, ptx::Type type) { build_binary<Add>(builder, type); }
void build_sub(Builder& builder, ptx::Type type) { build_binary<Sub>(builder, type); }
void build_mul(Builder& builder, ptx::Type type) { build_binary<Mul>(builder, type); }

void build_fma(Builder& builder, ptx::Type type) {
  builder.take("rn");
  const bool saturate = builder.take("sat");
  Handler handler = nullptr;
  if (type == ptx::Type::f32) handler = run_ternary<Fma, float, float>;
  if (type == ptx::Type::f64) handler = run_ternary<Fma, double, double>;
  emit_ternary(builder, handler, type);
  saturate_if_asked(builder, saturate, type);
}

void build_div(Builder& builder, ptx::Type type) {
  builder.take_all({"rn", "approx", "full"});
  emit_binary(builder, binary<Div>(type), type);
}

void build_min(Builder& builder, ptx::Type type) { emit_binary(builder, binary<Min>(type), type); }
void build_max(Builder& builder, ptx::Type type) { emit_binary(builder, binary<Max>(type), type); }
void build_abs(Builder& builder, ptx::Type type) { emit_unary(builder, unary<Abs>(type), type); }
void build_neg(Builder& builder, ptx::Type type) { emit_unary(builder, unary<Neg>(type), type); }

void build_sqrt(Builder& builder) {
  builder.take_all({"rn", "approx"});
  const ptx::Type type = builder.need_type();
  emit_unary(builder, unary<Sqrt>(type), type);
}

void build_rcp(Builder& builder) {
  builder.take_all({"rn", "approx"});
  const ptx::Type type = builder.need_type();
  emit_unary(builder, unary<Rcp>(type), type);
}

void build_rsqrt(Builder& builder) {
  builder.take("approx");
  const ptx::Type type = builder.need_type();
  emit_unary(builder, unary<Rsqrt>(type), type);
}

void build_sin(Builder& builder) { build_approximate<Sin>(builder); }
void build_cos(Builder& builder) { build_approximate<Cos>(builder); }
void build_lg2(Builder& builder) { build_approximate<Lg2>(builder); }
void build_ex2(Builder& builder) { build_approximate<Ex2>(builder); }
void build_tanh(Builder& builder) { build_approximate<Tanh>(builder); }

void build_copysign(Builder& builder) {
  const ptx::Type type = builder.need_type();
  emit_binary(builder, binary<Copysign>(type), type);
}

}  // namespace warpscope::exec::floating
