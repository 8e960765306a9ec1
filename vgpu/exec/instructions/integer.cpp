// Integer arithmetic, PTX ISA manual section 9.7.1.

#include <bit>
#include <limits>

#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/carry.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/integer_operators.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/instructions/packed.h"

namespace warpscope::exec::integer {
namespace {

// Arithmetic wraps: done unsigned, where C++ defines that, and in at least 32 bits, so that no
// promotion to int overflows.
template <typename T>
T wrapping_mul(T a, T b) {
  using U = std::conditional_t<sizeof(T) < 4, std::uint32_t, Unsigned<T>>;
  return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
}

struct Sub {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b));
  }
};
struct MulLo {
  template <typename T>
  static T apply(T a, T b) {
    return wrapping_mul(a, b);
  }
};
struct MulHi {
  template <typename T>
  static T apply(T a, T b) {
    using Wide = typename WideOf<T>::type;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> (8 * sizeof(T)));
  }
};
struct MadLo {
  template <typename T>
  static T apply(T a, T b, T c) {
    return Add::apply(wrapping_mul(a, b), c);
  }
};
struct MadHi {
  template <typename T>
  static T apply(T a, T b, T c) {
    return Add::apply(MulHi::apply(a, b), c);
  }
};
struct MadWide {
  template <typename T>
  static typename WideOf<T>::type apply(T a, T b, typename WideOf<T>::type c) {
    using Wide = typename WideOf<T>::type;
    using U = Unsigned<Wide>;
    return static_cast<Wide>(static_cast<U>(MulWide::apply(a, b)) + static_cast<U>(c));
  }
};
// Quotient and remainder by zero are all ones, as seen on an H200 (the manual leaves it open).
struct Div {
  template <typename T>
  static T apply(T a, T b) {
    if (b == 0) return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return Sub::apply(T{0}, a);
    }
    return static_cast<T>(a / b);
  }
};
struct Rem {
  template <typename T>
  static T apply(T a, T b) {
    if (b == 0) return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return 0;
    }
    return static_cast<T>(a % b);
  }
};
struct Min {
  template <typename T>
  static T apply(T a, T b) {
    return b < a ? b : a;
  }
};
struct Max {
  template <typename T>
  static T apply(T a, T b) {
    return a < b ? b : a;
  }
};
struct Abs {
  template <typename T>
  static T apply(T a) {
    return a < 0 ? Sub::apply(T{0}, a) : a;
  }
};
struct Neg {
  template <typename T>
  static T apply(T a) {
    return Sub::apply(T{0}, a);
  }
};
struct Sad {
  template <typename T>
  static T apply(T a, T b, T c) {
    return Add::apply(c, a < b ? Sub::apply(b, a) : Sub::apply(a, b));
  }
};
struct AddSaturate {
  static std::int32_t apply(std::int32_t a, std::int32_t b) {
    const std::int64_t sum = std::int64_t{a} + b;
    return static_cast<std::int32_t>(
        sum > std::numeric_limits<std::int32_t>::max()   ? std::numeric_limits<std::int32_t>::max()
        : sum < std::numeric_limits<std::int32_t>::min() ? std::numeric_limits<std::int32_t>::min()
                                                         : sum);
  }
};
struct SubSaturate {
  static std::int32_t apply(std::int32_t a, std::int32_t b) {
    const std::int64_t difference = std::int64_t{a} - b;
    return static_cast<std::int32_t>(difference > std::numeric_limits<std::int32_t>::max()
                                         ? std::numeric_limits<std::int32_t>::max()
                                     : difference < std::numeric_limits<std::int32_t>::min()
                                         ? std::numeric_limits<std::int32_t>::min()
                                         : difference);
  }
};

struct MadHiSaturate {
  static std::int32_t apply(std::int32_t a, std::int32_t b, std::int32_t c) {
    return AddSaturate::apply(MulHi::apply(a, b), c);
  }
};
template <typename F>
struct Relu {
  static std::int32_t apply(std::int32_t a, std::int32_t b) {
    const std::int32_t result = F::apply(a, b);
    return result < 0 ? 0 : result;
  }
};

// Products of the low 24 bits, of which `lo` is the low and `hi` the high 32 of 48 bits.
template <bool kHigh>
struct Mul24 {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t product = std::uint64_t{a & 0xffffff} * (b & 0xffffff);
    return static_cast<std::uint32_t>(kHigh ? product >> 16 : product);
  }
  static std::int32_t apply(std::int32_t a, std::int32_t b) {
    const auto low = [](std::int32_t value) {
      return std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(value) << 8) >> 8};
    };
    const std::int64_t product = low(a) * low(b);
    return static_cast<std::int32_t>(kHigh ? product >> 16 : product);
  }
};
template <bool kHigh>
struct Mad24 {
  template <typename T>
  static T apply(T a, T b, T c) {
    return Add::apply(Mul24<kHigh>::apply(a, b), c);
  }
};
struct Mad24HiSaturate {
  static std::int32_t apply(std::int32_t a, std::int32_t b, std::int32_t c) {
    return AddSaturate::apply(Mul24<true>::apply(a, b), c);
  }
};

template <typename F>
Handler wide_binary(ptx::Type type) {
  switch (type) {
    case ptx::Type::u16:
      return run_binary<F, std::uint32_t, std::uint16_t>;
    case ptx::Type::s16:
      return run_binary<F, std::int32_t, std::int16_t>;
    case ptx::Type::u32:
      return run_binary<F, std::uint64_t, std::uint32_t>;
    case ptx::Type::s32:
      return run_binary<F, std::int64_t, std::int32_t>;
    default:
      return nullptr;
  }
}

template <typename F>
Handler wide_ternary(ptx::Type type) {
  switch (type) {
    case ptx::Type::u16:
      return run_ternary<F, std::uint32_t, std::uint16_t>;
    case ptx::Type::s16:
      return run_ternary<F, std::int32_t, std::int16_t>;
    case ptx::Type::u32:
      return run_ternary<F, std::uint64_t, std::uint32_t>;
    case ptx::Type::s32:
      return run_ternary<F, std::int64_t, std::int32_t>;
    default:
      return nullptr;
  }
}

template <typename F>
Handler ternary(ptx::Type type) {
  switch (type) {
    case ptx::Type::u16:
      return run_ternary<F, std::uint16_t, std::uint16_t>;
    case ptx::Type::s16:
      return run_ternary<F, std::int16_t, std::int16_t>;
    case ptx::Type::u32:
      return run_ternary<F, std::uint32_t, std::uint32_t>;
    case ptx::Type::s32:
      return run_ternary<F, std::int32_t, std::int32_t>;
    case ptx::Type::u64:
      return run_ternary<F, std::uint64_t, std::uint64_t>;
    case ptx::Type::s64:
      return run_ternary<F, std::int64_t, std::int64_t>;
    default:
      return nullptr;
  }
}

ptx::Type wide(ptx::Type type) {
  switch (type) {
    case ptx::Type::u16:
      return ptx::Type::u32;
    case ptx::Type::s16:
      return ptx::Type::s32;
    case ptx::Type::u32:
      return ptx::Type::u64;
    default:
      return ptx::Type::s64;
  }
}

}  // namespace

void build_add(Builder& builder, ptx::Type type) {
  if (packed::is_packed(type)) return packed::build_add(builder, type);
  if (carry::build_add_cc(builder, type)) return;
  if (type == ptx::Type::s32 && builder.take("sat")) {
    emit_binary(builder, run_binary<AddSaturate, std::int32_t, std::int32_t>, type);
    return;
  }
  emit_binary(builder, integer_binary<Add>(type), type);
}

void build_sub(Builder& builder, ptx::Type type) {
  if (carry::build_sub_cc(builder, type)) return;
  if (type == ptx::Type::s32 && builder.take("sat")) {
    emit_binary(builder, run_binary<SubSaturate, std::int32_t, std::int32_t>, type);
    return;
  }
  emit_binary(builder, integer_binary<Sub>(type), type);
}

void build_mul(Builder& builder, ptx::Type type) {
  if (builder.take("wide")) {
    emit_binary(builder, wide_binary<MulWide>(type), wide(type), type, type);
  } else if (builder.take("hi")) {
    emit_binary(builder, integer_binary<MulHi>(type), type);
  } else {
    builder.take("lo");
    emit_binary(builder, integer_binary<MulLo>(type), type);
  }
}

void build_mad(Builder& builder, ptx::Type type) {
  if (carry::build_mad_cc(builder, type)) return;
  if (builder.take("wide")) {
    emit_ternary(builder, wide_ternary<MadWide>(type), wide(type), type, type, wide(type));
  } else if (builder.take("hi")) {
    const bool saturate = type == ptx::Type::s32 && builder.take("sat");
    emit_ternary(
        builder,
        saturate ? run_ternary<MadHiSaturate, std::int32_t, std::int32_t> : ternary<MadHi>(type),
        type);
  } else {
    builder.take("lo");
    emit_ternary(builder, ternary<MadLo>(type), type);
  }
}

void build_div(Builder& builder, ptx::Type type) {
  emit_binary(builder, integer_binary<Div>(type), type);
}
void build_min(Builder& builder, ptx::Type type) {
  if (packed::is_packed(type)) return packed::build_min(builder, type);
  if (type == ptx::Type::s32 && builder.take("relu"))
    return emit_binary(builder, run_binary<Relu<Min>, std::int32_t, std::int32_t>, type);
  emit_binary(builder, integer_binary<Min>(type), type);
}
void build_max(Builder& builder, ptx::Type type) {
  if (packed::is_packed(type)) return packed::build_max(builder, type);
  if (type == ptx::Type::s32 && builder.take("relu"))
    return emit_binary(builder, run_binary<Relu<Max>, std::int32_t, std::int32_t>, type);
  emit_binary(builder, integer_binary<Max>(type), type);
}
void build_abs(Builder& builder, ptx::Type type) {
  emit_unary(builder, integer_unary<Abs>(type), type);
}
void build_neg(Builder& builder, ptx::Type type) {
  emit_unary(builder, integer_unary<Neg>(type), type);
}

void build_rem(Builder& builder) {
  const ptx::Type type = builder.need_type();
  emit_binary(builder, integer_binary<Rem>(type), type);
}

void build_mul24(Builder& builder) {
  const bool high = builder.take("hi");
  if (!high && !builder.take("lo")) builder.unsupported("it has neither .lo nor .hi");
  const ptx::Type type = builder.need_type();
  if (ptx::size_bytes(type) != 4) builder.unsupported("this type");
  using S = std::int32_t;
  using U = std::uint32_t;
  const bool is_signed = ptx::is_signed(type);
  emit_binary(builder,
              high ? (is_signed ? run_binary<Mul24<true>, S, S> : run_binary<Mul24<true>, U, U>)
                   : (is_signed ? run_binary<Mul24<false>, S, S> : run_binary<Mul24<false>, U, U>),
              type);
}

void build_mad24(Builder& builder) {
  const bool high = builder.take("hi");
  if (!high && !builder.take("lo")) builder.unsupported("it has neither .lo nor .hi");
  const bool saturate = high && builder.take("sat");
  const ptx::Type type = builder.need_type();
  if (ptx::size_bytes(type) != 4 || (saturate && type != ptx::Type::s32))
    builder.unsupported("this type");
  using S = std::int32_t;
  using U = std::uint32_t;
  const bool is_signed = ptx::is_signed(type);
  emit_ternary(
      builder,
      saturate ? run_ternary<Mad24HiSaturate, S, S>
      : high   ? (is_signed ? run_ternary<Mad24<true>, S, S> : run_ternary<Mad24<true>, U, U>)
               : (is_signed ? run_ternary<Mad24<false>, S, S> : run_ternary<Mad24<false>, U, U>),
      type);
}

void build_sad(Builder& builder) {
  const ptx::Type type = builder.need_type();
  emit_ternary(builder, ternary<Sad>(type), type);
}

}  // namespace warpscope::exec::integer
