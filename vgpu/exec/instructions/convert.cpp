// cvt, PTX ISA manual section 9.7.9.21: between integers of all widths, f32 and f64.

#include <cmath>
#include <cstring>
#include <limits>

#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/instructions/move.h"

namespace warpscope::exec::move {
namespace {

enum class Rounding : std::uint8_t { none, nearest_even, to_zero, down, up };

// What Operation::immediate carries for the general handler.
struct Conversion {
  ptx::Type to, from;
  std::uint8_t to_lane_bytes, from_lane_bytes;  // of the registers
  Rounding rounding;                            // to an integral value
  bool saturate;
};
static_assert(sizeof(Conversion) <= sizeof(std::int64_t) && std::is_trivial_v<Conversion>);

struct Cast {
  template <typename D, typename S>
  struct To {
    static D apply(S a) { return static_cast<D>(a); }
  };
};

// A value on its way: an integer kept with its sign, or a double (exact for every f32).
struct Value {
  bool is_float = false, is_signed = false;
  std::uint64_t bits = 0;
  double real = 0;
};

Value read(const std::byte* lane, const Conversion& conversion) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, lane, conversion.from_lane_bytes);
  Value value;
  if (conversion.from == ptx::Type::f32) {
    float real = 0;
    std::memcpy(&real, &bits, sizeof real);
    value.is_float = true;
    value.real = static_cast<double>(real);
    return value;
  }
  if (conversion.from == ptx::Type::f64) {
    value.is_float = true;
    std::memcpy(&value.real, &bits, sizeof value.real);
    return value;
  }
  const std::uint32_t shift = 64 - 8 * ptx::size_bytes(conversion.from);
  value.is_signed = ptx::is_signed(conversion.from);
  value.bits = value.is_signed
                   ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift)
                   : bits << shift >> shift;
  return value;
}

double round(double real, Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest_even:
      return std::nearbyint(real);
    case Rounding::to_zero:
      return std::trunc(real);
    case Rounding::down:
      return std::floor(real);
    case Rounding::up:
      return std::ceil(real);
    case Rounding::none:
      break;
  }
  return real;
}

// Out-of-range values clamp to the destination's range; NaN gives 0 (for 64-bit destinations the
// smallest value, as sm_90 does, is not documented; the manual says 0 for all).
std::uint64_t real_to_integer(double real, ptx::Type to) {
  if (std::isnan(real)) return 0;
  const std::uint32_t width = 8 * ptx::size_bytes(to);
  if (ptx::is_signed(to)) {
    const double limit = std::ldexp(1.0, static_cast<int>(width) - 1);
    const std::int64_t most = static_cast<std::int64_t>((std::uint64_t{1} << (width - 1)) - 1);
    if (real >= limit) return static_cast<std::uint64_t>(most);
    if (real < -limit) return static_cast<std::uint64_t>(-most - 1);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(real));
  }
  if (real <= 0) return 0;
  if (real >= std::ldexp(1.0, static_cast<int>(width)))
    return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return static_cast<std::uint64_t>(real);
}

std::uint64_t saturate_integer(const Value& value, ptx::Type to) {
  const std::uint32_t width = 8 * ptx::size_bytes(to);
  const bool is_negative = value.is_signed && static_cast<std::int64_t>(value.bits) < 0;
  if (ptx::is_signed(to)) {
    const auto most = static_cast<std::int64_t>((std::uint64_t{1} << (width - 1)) - 1);
    if (is_negative)
      return static_cast<std::uint64_t>(std::max(static_cast<std::int64_t>(value.bits), -most - 1));
    return std::min(value.bits, static_cast<std::uint64_t>(most));
  }
  if (is_negative) return 0;
  return width == 64 ? value.bits : std::min(value.bits, (std::uint64_t{1} << width) - 1);
}

void write(std::byte* lane, const Conversion& conversion, const Value& value) {
  std::uint64_t bits = 0;
  if (conversion.to == ptx::Type::f32 || conversion.to == ptx::Type::f64) {
    const auto real = [&]<typename T>(T) {
      T result = value.is_float    ? static_cast<T>(round(value.real, conversion.rounding))
                 : value.is_signed ? static_cast<T>(static_cast<std::int64_t>(value.bits))
                                   : static_cast<T>(value.bits);
      if (conversion.saturate) result = result > T{0} ? (result < T{1} ? result : T{1}) : T{0};
      std::memcpy(&bits, &result, sizeof result);
    };
    if (conversion.to == ptx::Type::f32) {
      real(0.0F);
    } else {
      real(0.0);
    }
  } else if (value.is_float) {
    bits = real_to_integer(round(value.real, conversion.rounding), conversion.to);
  } else {
    bits = conversion.saturate ? saturate_integer(value, conversion.to) : value.bits;
    // Truncated to the type, then extended to the register.
    const std::uint32_t shift = 64 - 8 * ptx::size_bytes(conversion.to);
    bits = ptx::is_signed(conversion.to)
               ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift)
               : bits << shift >> shift;
  }
  std::memcpy(lane, &bits, conversion.to_lane_bytes);
}

const Operation* convert(WarpContext& c, const Operation* op) {
  Conversion conversion{};
  std::memcpy(&conversion, &op->immediate, sizeof conversion);
  std::byte* d = c.at<std::byte>(op->d);
  const std::byte* a = c.at<std::byte>(op->a);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    if (c.lane_mask[i] == 0) continue;
    write(d + std::size_t{i} * conversion.to_lane_bytes, conversion,
          read(a + std::size_t{i} * conversion.from_lane_bytes, conversion));
  }
  return op + 1;
}

// Conversions that kernels use in address arithmetic and inner loops, as vector loops.
Handler fast_handler(const Conversion& k) {
  using ptx::Type;
  if (k.saturate || k.to_lane_bytes != ptx::size_bytes(k.to) ||
      k.from_lane_bytes != ptx::size_bytes(k.from))
    return nullptr;
  if (k.rounding != Rounding::none) return nullptr;
  const auto is = [&](Type to, Type from) { return k.to == to && k.from == from; };
  if (is(Type::s64, Type::s32))
    return run_unary<Cast::To<std::int64_t, std::int32_t>, std::int64_t, std::int32_t>;
  if (is(Type::u64, Type::s32))
    return run_unary<Cast::To<std::int64_t, std::int32_t>, std::int64_t, std::int32_t>;
  if (is(Type::u64, Type::u32) || is(Type::s64, Type::u32))
    return run_unary<Cast::To<std::uint64_t, std::uint32_t>, std::uint64_t, std::uint32_t>;
  if ((k.to == Type::u32 || k.to == Type::s32) && (k.from == Type::u64 || k.from == Type::s64)) {
    return run_unary<Cast::To<std::uint32_t, std::uint64_t>, std::uint32_t, std::uint64_t>;
  }
  if (is(Type::f32, Type::s32))
    return run_unary<Cast::To<float, std::int32_t>, float, std::int32_t>;
  if (is(Type::f64, Type::f32)) return run_unary<Cast::To<double, float>, double, float>;
  if (is(Type::f32, Type::f64)) return run_unary<Cast::To<float, double>, float, double>;
  if (is(Type::f64, Type::s32))
    return run_unary<Cast::To<double, std::int32_t>, double, std::int32_t>;
  return nullptr;
}

bool is_supported(ptx::Type type) {
  switch (type) {
    case ptx::Type::u8:
    case ptx::Type::s8:
    case ptx::Type::u16:
    case ptx::Type::s16:
    case ptx::Type::u32:
    case ptx::Type::s32:
    case ptx::Type::u64:
    case ptx::Type::s64:
    case ptx::Type::f32:
    case ptx::Type::f64:
      return true;
    default:
      return false;
  }
}

}  // namespace

void build_cvt(Builder& builder) {
  Conversion conversion{};
  builder.take("rn");  // rounding of the result, to nearest even: what the conversions here do
  if (builder.take("rni")) conversion.rounding = Rounding::nearest_even;
  if (builder.take("rzi")) conversion.rounding = Rounding::to_zero;
  if (builder.take("rmi")) conversion.rounding = Rounding::down;
  if (builder.take("rpi")) conversion.rounding = Rounding::up;
  conversion.saturate = builder.take("sat");
  conversion.to = builder.need_type();
  conversion.from = builder.need_type();
  if (!is_supported(conversion.to) || !is_supported(conversion.from))
    builder.unsupported("conversion between these types");
  const Sized a = builder.any_source(builder.operand(1), conversion.from);
  const Sized d = builder.any_destination(builder.operand(0));
  if (a.lane_bytes < ptx::size_bytes(conversion.from) ||
      d.lane_bytes < ptx::size_bytes(conversion.to)) {
    builder.unsupported("a register that is narrower than the type");
  }
  conversion.from_lane_bytes = static_cast<std::uint8_t>(a.lane_bytes);
  conversion.to_lane_bytes = static_cast<std::uint8_t>(d.lane_bytes);
  const Handler fast = fast_handler(conversion);
  Operation& op = builder.emit(fast != nullptr ? fast : convert);
  op.d = d.slot;
  op.a = a.slot;
  std::memcpy(&op.immediate, &conversion, sizeof conversion);
}

}  // namespace warpscope::exec::move
