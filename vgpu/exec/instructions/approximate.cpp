// Approximate functions, PTX ISA manual section 9.7.3. They are computed in double precision and
// rounded once, which is inside the manual's error bounds but not the hardware's bits. All are
// polynomials without branches, so that lane loops become vector code.

#include "vgpu/exec/instructions/approximate.h"

#include "vgpu/exec/arithmetic/float_values.h"
#include "vgpu/exec/arithmetic/math_polynomials.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/half.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/instructions/rare_operands.h"

namespace warpscope::exec::approximate {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

float rounded(double value) { return nan_result(static_cast<float>(value)); }

struct Rcp {
  static float apply(float a) { return nan_result(1.0F / a); }
};
struct Sqrt {
  static float apply(float a) { return nan_result(std::sqrt(a)); }
};
struct Rsqrt {
  static float apply(float a) { return rounded(1.0 / std::sqrt(static_cast<double>(a))); }
};
struct Ex2 {
  static float apply(float a) { return rounded(power_of_two(static_cast<double>(a))); }
};
struct Lg2 {
  static float apply(float a) {
    const auto value = static_cast<double>(a);
    const double special = value == 0           ? -kInfinity
                           : value == kInfinity ? kInfinity
                           : value > 0          ? binary_logarithm(value)
                                                : std::numeric_limits<double>::quiet_NaN();
    return rounded(special);
  }
};
struct Tanh {
  static float apply(float a) { return rounded(hyperbolic_tangent(static_cast<double>(a))); }
};
struct Sin {
  static float apply(float a) { return rounded(sine(static_cast<double>(a))); }
  static float apply_large(float a) { return rounded(std::sin(static_cast<double>(a))); }
};
struct Cos {
  static float apply(float a) { return rounded(cosine(static_cast<double>(a))); }
  static float apply_large(float a) { return rounded(std::cos(static_cast<double>(a))); }
};
// "For b above 2^126 div.approx gives 0, or NaN for an infinite a"; div.full scales b instead.
struct DivApprox {
  static float apply(float a, float b) {
    const float magnitude = std::fabs(b);
    const bool is_large =
        magnitude > 0x1p126F && magnitude < std::numeric_limits<float>::infinity();
    return nan_result(is_large ? a * std::copysign(0.0F, b) : a / b);
  }
};
struct DivFull {
  static float apply(float a, float b) { return nan_result(a / b); }
};
// rsqrt.approx.f64.
struct RsqrtDouble {
  static double apply(double a) { return nan_result(1.0 / std::sqrt(a), a); }
};

double flush_double(double value) {
  return std::fabs(value) < std::numeric_limits<double>::min() ? std::copysign(0.0, value) : value;
}
// The .ftz.f64 forms look at and give the upper 32 bits only.
double upper_half(double value) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & 0xffffffff00000000ull);
}
double upper_result(double value) {
  const double number = upper_half(flush_double(value));
  return value != value ? std::bit_cast<double>(0x7fffffff00000000ull) : number;
}
struct RcpUpper {
  static double apply(double a) { return upper_result(1.0 / flush_double(upper_half(a))); }
};
struct RsqrtUpper {
  static double apply(double a) {
    return upper_result(1.0 / std::sqrt(flush_double(upper_half(a))));
  }
};

// Arguments beyond this take the library's function, which reduces them exactly.
constexpr float kLargestReduced = 0x1p20F;

template <typename F, bool kFlush>
const Operation* circular(WarpContext& c, const Operation* op) {
  float* d = c.at<float>(op->d);
  const float* a = c.at<float>(op->a);
  std::uint32_t large = 0;
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    large |= std::fabs(a[i]) <= kLargestReduced ? 0 : c.lane_mask[i];
  if (large == 0) return run_unary<std::conditional_t<kFlush, Flushed<F>, F>, float, float>(c, op);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    if (c.lane_mask[i] != 0) {
      const float value = F::apply_large(kFlush ? flush(a[i]) : a[i]);
      d[i] = kFlush ? flush(value) : value;
    }
  }
  return op + 1;
}

template <typename F>
Handler single(bool flush) {
  return flush ? run_unary<Flushed<F>, float, float> : run_unary<F, float, float>;
}

void build_single(Builder& builder, Handler (*handler)(bool)) {
  if (!builder.take("approx")) builder.unsupported("a form that is not .approx");
  const ptx::Type type = builder.need_type();
  const bool flush = builder.take("ftz");
  emit_unary(builder, type == ptx::Type::f32 ? handler(flush) : nullptr, type);
}

// ex2 and tanh, which have half-precision forms too.
void build_single_or_half(Builder& builder, Handler (*handler)(bool),
                          void (*build_half)(Builder&, ptx::Type)) {
  if (!builder.take("approx")) builder.unsupported("a form that is not .approx");
  const ptx::Type type = builder.need_type();
  if (half::is_half(type)) {
    build_half(builder, type);
    return;
  }
  const bool flush = builder.take("ftz");
  emit_unary(builder, type == ptx::Type::f32 ? handler(flush) : nullptr, type);
}

template <typename F>
Handler circular_handler(bool flush) {
  return flush ? circular<F, true> : circular<F, false>;
}

}  // namespace

bool build_div(Builder& builder, ptx::Type type) {
  const bool full = builder.take("full");
  if (!full && !builder.take("approx")) return false;
  if (type != ptx::Type::f32) builder.unsupported("this type");
  const bool flush = builder.take("ftz");
  const Handler handler =
      full
          ? (flush ? run_binary<Flushed<DivFull>, float, float> : run_binary<DivFull, float, float>)
          : (flush ? run_binary<Flushed<DivApprox>, float, float>
                   : run_binary<DivApprox, float, float>);
  emit_binary(builder, handler, type);
  return true;
}

bool build_sqrt(Builder& builder) {
  if (!builder.take("approx")) return false;
  const bool flush = builder.take("ftz");
  const ptx::Type type = builder.need_type();
  emit_unary(builder, type == ptx::Type::f32 ? single<Sqrt>(flush) : nullptr, type);
  return true;
}

bool build_rcp(Builder& builder) {
  if (!builder.take("approx")) return false;
  const bool flush = builder.take("ftz");
  const ptx::Type type = builder.need_type();
  if (type == ptx::Type::f64 && !flush) builder.unsupported("a form without .ftz");
  const Handler handler = type == ptx::Type::f64   ? run_unary<RcpUpper, double, double>
                          : type == ptx::Type::f32 ? single<Rcp>(flush)
                                                   : nullptr;
  emit_unary(builder, handler, type);
  return true;
}

void build_rsqrt(Builder& builder) {
  if (!builder.take("approx")) builder.unsupported("a form that is not .approx");
  const bool flush = builder.take("ftz");
  const ptx::Type type = builder.need_type();
  const Handler wide =
      flush ? run_unary<RsqrtUpper, double, double> : run_unary<RsqrtDouble, double, double>;
  emit_unary(builder,
             type == ptx::Type::f64   ? wide
             : type == ptx::Type::f32 ? single<Rsqrt>(flush)
                                      : nullptr,
             type);
  rare_operands::emit(builder, type);
}

void build_sin(Builder& builder) { build_single(builder, circular_handler<Sin>); }
void build_cos(Builder& builder) { build_single(builder, circular_handler<Cos>); }
void build_lg2(Builder& builder) { build_single(builder, single<Lg2>); }
void build_ex2(Builder& builder) {
  build_single_or_half(builder, single<Ex2>, half::build_ex2);
  ;
}
void build_tanh(Builder& builder) {
  build_single_or_half(builder, single<Tanh>, half::build_tanh);
  ;
}

}  // namespace warpscope::exec::approximate
