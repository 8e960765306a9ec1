// Arithmetic of f32 and f64 that IEEE 754 defines to the bit, in all roundings, PTX ISA manual
// section 9.7.3. Compiled without contraction, so only fma fuses.

#include "vgpu/exec/arithmetic/float_values.h"
#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/approximate.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/instructions/rare_operands.h"
#include "vgpu/exec/instructions/rounding.h"

namespace warpscope::exec::floating {
namespace {

struct Add {
  template <typename T>
  static T apply(T a, T b) {
    return nan_result(a + b, a, b);
  }
};
struct Sub {
  template <typename T>
  static T apply(T a, T b) {
    return nan_result(a - b, a, b);
  }
};
struct Mul {
  template <typename T>
  static T apply(T a, T b) {
    return nan_result(a * b, a, b);
  }
};
struct Div {
  template <typename T>
  static T apply(T a, T b) {
    return nan_result(a / b, b, a);
  }
};
struct Fma {
  static float apply(float a, float b, float c) { return nan_result(__builtin_fmaf(a, b, c)); }
  static double apply(double a, double b, double c) {
    return nan_result(__builtin_fma(a, b, c), a, c, b);
  }
};
struct Sqrt {
  template <typename T>
  static T apply(T a) {
    return nan_result(std::sqrt(a), a);
  }
};
struct Rcp {
  template <typename T>
  static T apply(T a) {
    return nan_result(T{1} / a, a);
  }
};
struct Abs {
  template <typename T>
  static T apply(T a) {
    return nan_result(std::fabs(a), a);
  }
};
struct Neg {
  template <typename T>
  static T apply(T a) {
    return nan_result(-a, a);
  }
};
// copysign d, a, b: the magnitude of b with the sign of a.
struct Copysign {
  template <typename T>
  static T apply(T a, T b) {
    return std::copysign(b, a);
  }
};

/// The modifiers of an arithmetic instruction, all taken.
struct Form {
  Rounding rounding = Rounding::nearest_even;
  bool flush = false, saturate = false;
};

Form take_form(Builder& builder, ptx::Type type) {
  Form form;
  form.rounding = take_rounding(builder).value_or(Rounding::nearest_even);
  if (type == ptx::Type::f32) {
    form.flush = builder.take("ftz");
    form.saturate = builder.take("sat");
  }
  return form;
}

/// The handlers of one operation: to nearest, and as RoundingForm says.
struct Handlers {
  Handler nearest = nullptr, directed = nullptr;
};

template <typename Lanes>
Handlers handlers() {
  return {run<Lanes>, run_rounded<Lanes>};
}

template <typename F>
Handlers unary(ptx::Type type, bool flush) {
  if (type == ptx::Type::f64) return handlers<Unary<F, double, double>>();
  if (type != ptx::Type::f32) return {};
  Handlers result = handlers<Unary<F, float, float>>();
  if (flush) result.nearest = run_flushed_unary<F>;
  return result;
}

template <typename F>
Handlers binary(ptx::Type type, bool flush) {
  if (type == ptx::Type::f64) return handlers<Binary<F, double, double, double>>();
  if (type != ptx::Type::f32) return {};
  Handlers result = handlers<Binary<F, float, float, float>>();
  if (flush) result.nearest = run_flushed_binary<F>;
  return result;
}

template <typename F>
Handlers ternary(ptx::Type type, bool flush) {
  if (type == ptx::Type::f64) return handlers<Ternary<F, double, double, double, double>>();
  if (type != ptx::Type::f32) return {};
  Handlers result = handlers<Ternary<F, float, float, float, float>>();
  if (flush) result.nearest = run_flushed_ternary<F>;
  return result;
}

using Emit = void (*)(Builder&, Handler, ptx::Type);

void emit_form(Builder& builder, Emit emit, const Handlers& choice, const Form& form,
               ptx::Type type) {
  const bool is_nearest = form.rounding == Rounding::nearest_even;
  emit(builder, is_nearest ? choice.nearest : choice.directed, type);
  Operation& op = builder.kernel().operations.back();
  op.set_form(RoundingForm{form.rounding, form.flush});
  if (!form.saturate) return;
  const Slot d = op.d;
  Operation& clamp = builder.emit(run_unary<Saturate, float, float>);
  clamp.d = d;
  clamp.a = d;
}

template <typename F>
void build_binary(Builder& builder, ptx::Type type) {
  const Form form = take_form(builder, type);
  emit_form(builder, emit_binary, binary<F>(type, form.flush), form, type);
}

// Of rcp, sqrt and div, which have an approximate form too: the exact one.
template <typename F>
void build_exact_unary(Builder& builder) {
  const auto rounding = take_rounding(builder);
  const bool flush = builder.take("ftz");
  const ptx::Type type = builder.need_type();
  if (!rounding) builder.unsupported("it has no rounding");
  if (flush && type != ptx::Type::f32) builder.unsupported("the modifier .ftz");
  emit_form(builder, emit_unary, unary<F>(type, flush), {*rounding, flush, false}, type);
  rare_operands::emit(builder, type);
}

// abs and neg: with ftz, but no rounding.
template <typename F>
void build_sign(Builder& builder, ptx::Type type) {
  const bool flush = type == ptx::Type::f32 && builder.take("ftz");
  emit_unary(builder, flush ? run_unary<Flushed<F>, float, float> : unary<F>(type, false).nearest,
             type);
}

// testp: which kind of number. By its bits, so that no mode of the host matters.
enum class Kind : std::uint8_t { finite, infinite, number, nan, normal, subnormal };

template <typename Bits, std::uint32_t kFraction>
const Operation* testp(WarpContext& c, const Operation* op) {
  constexpr Bits kInfinity = (~Bits{0} >> 1) >> kFraction << kFraction;
  constexpr Bits kSmallest = Bits{1} << kFraction;
  const auto kind = op->form<Kind>();
  const Bits* a = c.at<Bits>(op->a);
  std::uint32_t result = 0;
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    const Bits magnitude = a[i] & (~Bits{0} >> 1);
    bool is = false;
    switch (kind) {
      case Kind::finite:
        is = magnitude < kInfinity;
        break;
      case Kind::infinite:
        is = magnitude == kInfinity;
        break;
      case Kind::number:
        is = magnitude <= kInfinity;
        break;
      case Kind::nan:
        is = magnitude > kInfinity;
        break;
      case Kind::normal:
        is = (magnitude >= kSmallest && magnitude < kInfinity) || magnitude == 0;
        break;
      case Kind::subnormal:
        is = magnitude < kSmallest && magnitude != 0;
        break;
    }
    result |= (is ? 1u : 0u) << i;
  }
  std::uint32_t& d = c.predicate(op->d);
  d = (d & ~c.active) | (result & c.active);
  return op + 1;
}

}  // namespace

void build_add(Builder& builder, ptx::Type type) { build_binary<Add>(builder, type); }
void build_sub(Builder& builder, ptx::Type type) { build_binary<Sub>(builder, type); }
void build_mul(Builder& builder, ptx::Type type) { build_binary<Mul>(builder, type); }

void build_fma(Builder& builder, ptx::Type type) {
  const Form form = take_form(builder, type);
  emit_form(builder, emit_ternary, ternary<Fma>(type, form.flush), form, type);
}

void build_div(Builder& builder, ptx::Type type) {
  if (approximate::build_div(builder, type)) return;
  Form form = take_form(builder, type);
  if (form.saturate) builder.unsupported("the modifier .sat");
  emit_form(builder, emit_binary, binary<Div>(type, form.flush), form, type);
  rare_operands::emit(builder, type);
}

void build_sqrt(Builder& builder) {
  if (!approximate::build_sqrt(builder)) build_exact_unary<Sqrt>(builder);
}

void build_rcp(Builder& builder) {
  if (!approximate::build_rcp(builder)) build_exact_unary<Rcp>(builder);
}

void build_abs(Builder& builder, ptx::Type type) { build_sign<Abs>(builder, type); }
void build_neg(Builder& builder, ptx::Type type) { build_sign<Neg>(builder, type); }

void build_copysign(Builder& builder) {
  const ptx::Type type = builder.need_type();
  const Handler handler = type == ptx::Type::f32   ? run_binary<Copysign, float, float>
                          : type == ptx::Type::f64 ? run_binary<Copysign, double, double>
                                                   : nullptr;
  emit_binary(builder, handler, type);
}

void build_testp(Builder& builder) {
  Kind kind = Kind::finite;
  if (builder.take("infinite")) {
    kind = Kind::infinite;
  } else if (builder.take("number")) {
    kind = Kind::number;
  } else if (builder.take("notanumber")) {
    kind = Kind::nan;
  } else if (builder.take("normal")) {
    kind = Kind::normal;
  } else if (builder.take("subnormal")) {
    kind = Kind::subnormal;
  } else if (!builder.take("finite")) {
    builder.unsupported("this test");
  }
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::f32 && type != ptx::Type::f64) builder.unsupported("this type");
  bool ignored = false;
  const Slot a = builder.source(1, type);
  const Slot d = builder.predicate(builder.operand(0), ignored);
  Operation& op =
      builder.emit(type == ptx::Type::f64 ? testp<std::uint64_t, 52> : testp<std::uint32_t, 23>);
  op.d = d;
  op.a = a;
  op.set_form(kind);
}

}  // namespace warpscope::exec::floating
