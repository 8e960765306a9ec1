// cvt, PTX ISA manual section 9.7.9.21: among integers of 8 to 64 bits, f16, bf16, tf32, f32, f64,
// and packed pairs with e4m3 and e5m2.

#include "vgpu/exec/instructions/convert.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/rounding.h"

namespace warpscope::exec::convert {
namespace {

bool has(const Conversion& conversion, std::uint8_t flag) { return (conversion.flags & flag) != 0; }

std::int64_t sign_extended(std::uint64_t bits, ptx::Type type) {
  const std::uint32_t shift = 64 - 8 * ptx::size_bytes(type);
  return static_cast<std::int64_t>(bits << shift) >> shift;
}
std::uint64_t zero_extended(std::uint64_t bits, ptx::Type type) {
  const std::uint32_t shift = 64 - 8 * ptx::size_bytes(type);
  return bits << shift >> shift;
}
std::uint64_t extended(std::uint64_t bits, ptx::Type type) {
  return ptx::is_signed(type) ? static_cast<std::uint64_t>(sign_extended(bits, type))
                              : zero_extended(bits, type);
}

Number clamp_to_one(const Number& value) {
  if (value.kind == Number::Kind::nan || value.is_negative) return number(std::uint64_t{0});
  const Number one = number(std::uint64_t{1});
  if (value.kind == Number::Kind::infinite) return one;
  const int top = value.significand == 0
                      ? -1
                      : value.exponent + static_cast<int>(std::bit_width(value.significand)) - 1;
  return top >= 0 ? one : value;
}

// A number into a floating-point format, with all that the flags ask.
std::uint64_t finish(Number value, ptx::Type to, Rounding rounding, std::uint8_t flags) {
  const FloatFormat format = float_format(to);
  if ((flags & kSaturate) != 0) value = clamp_to_one(value);
  if ((flags & kRelu) != 0 && value.kind != Number::Kind::nan && value.is_negative)
    value = number(std::uint64_t{0});
  const std::uint64_t bits = encode(value, format, rounding, (flags & kSaturateToFinite) != 0);
  if ((flags & kFlush) != 0 && to == ptx::Type::f32) {
    const bool tiny = is_subnormal(decode(bits, format), format);
    return tiny ? bits & 0x80000000u : bits;
  }
  return bits;
}

// What a NaN becomes in another format, as seen on an H200. To and from f64 it keeps its sign and
// the top of its payload and is made quiet; bf16 moves to f32 as it is; all others give the
// canonical NaN.
std::uint64_t convert_nan(std::uint64_t bits, const Conversion& k) {
  const FloatFormat from = float_format(k.from), to = float_format(k.to);
  const bool is_bfloat_to_single =
      k.from == ptx::Type::bf16 && k.to == ptx::Type::f32 && !has(k, kFlush);
  const bool keeps = k.from == ptx::Type::f64 || k.to == ptx::Type::f64 || is_bfloat_to_single;
  if (!keeps) return encode({Number::Kind::nan}, to, k.rounding);
  if (has(k, kFlush) && k.from == ptx::Type::f32) bits = 0x7fffffff;  // as f32 arithmetic gives
  const std::uint64_t sign = bits >> (from.fraction_bits + from.exponent_bits);
  const std::uint64_t payload = bits << (64 - from.fraction_bits) >> (64 - to.fraction_bits);
  const std::uint64_t exponent = (std::uint64_t{1} << to.exponent_bits) - 1;
  const std::uint64_t quiet = is_bfloat_to_single ? 0 : std::uint64_t{1} << (to.fraction_bits - 1);
  return (sign << to.exponent_bits | exponent) << to.fraction_bits | payload | quiet;
}

std::uint64_t from_float(std::uint64_t bits, const Conversion& k) {
  const FloatFormat format = float_format(k.from);
  Number value = decode(bits, format);
  // Towards f16 the hardware flushes nothing.
  if (has(k, kFlush) && k.from == ptx::Type::f32 && k.to != ptx::Type::f16 &&
      is_subnormal(value, format))
    value.significand = 0;
  if (k.to_integral) value = round_to_integral(value, k.rounding);
  if (ptx::is_float(k.to)) {
    const bool is_copy = k.to == k.from && !k.to_integral && k.flags == 0;
    if (is_copy && (k.to == ptx::Type::f32 || k.to == ptx::Type::f64)) return bits;
    if (value.kind == Number::Kind::nan && !has(k, kSaturate)) return convert_nan(bits, k);
    return finish(value, k.to, k.rounding, k.flags);
  }
  if (value.kind == Number::Kind::nan && (k.from == ptx::Type::f64 || ptx::size_bytes(k.to) == 8)) {
    // Where the hardware converts through 64 bits: the top bit of the result (seen on an H200).
    return std::uint64_t{1} << (8 * ptx::size_bytes(k.to) - 1);
  }
  return to_integer(value, 8 * ptx::size_bytes(k.to), ptx::is_signed(k.to));
}

std::uint64_t from_integer(std::uint64_t bits, const Conversion& k) {
  const bool is_signed = ptx::is_signed(k.from);
  const Number value =
      is_signed ? number(sign_extended(bits, k.from)) : number(zero_extended(bits, k.from));
  if (ptx::is_float(k.to)) return finish(value, k.to, k.rounding, k.flags);
  if (has(k, kSaturate)) return to_integer(value, 8 * ptx::size_bytes(k.to), ptx::is_signed(k.to));
  return extended(bits, k.from);
}

const Operation* convert(WarpContext& c, const Operation* op) {
  const auto k = op->form<Conversion>();
  std::byte* d = c.at<std::byte>(op->d);
  const std::byte* a = c.at<std::byte>(op->a);
  const bool is_float = ptx::is_float(k.from);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    if (c.lane_mask[i] == 0) continue;
    std::uint64_t bits = 0;
    std::memcpy(&bits, a + std::size_t{i} * k.from_lane_bytes, k.from_lane_bytes);
    bits = zero_extended(bits, k.from);
    bits = is_float ? from_float(bits, k) : from_integer(bits, k);
    // Truncated to the type, then extended to the register.
    if (!ptx::is_float(k.to)) bits = extended(bits, k.to);
    std::memcpy(d + std::size_t{i} * k.to_lane_bytes, &bits, k.to_lane_bytes);
  }
  return op + 1;
}

// {high, low} = {a, b}, each f32: to f16x2, bf16x2, e4m3x2 or e5m2x2.
const Operation* convert_pair(WarpContext& c, const Operation* op) {
  const auto k = op->form<Conversion>();
  const FloatFormat single = float_format(ptx::Type::f32);
  const std::uint32_t half_bits = 4 * ptx::size_bytes(k.to);
  std::byte* d = c.at<std::byte>(op->d);
  const std::uint32_t* high = c.at<std::uint32_t>(op->a);
  const std::uint32_t* low = c.at<std::uint32_t>(op->b);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    if (c.lane_mask[i] == 0) continue;
    const std::uint64_t bits = finish(decode(high[i], single), k.to, k.rounding, k.flags)
                                   << half_bits |
                               finish(decode(low[i], single), k.to, k.rounding, k.flags);
    std::memcpy(d + std::size_t{i} * k.to_lane_bytes, &bits, k.to_lane_bytes);
  }
  return op + 1;
}

// Between f16x2 and a pair of 8-bit values, in one register each.
const Operation* convert_packed(WarpContext& c, const Operation* op) {
  const auto k = op->form<Conversion>();
  const FloatFormat from = float_format(k.from);
  const std::uint32_t from_bits = 4 * ptx::size_bytes(k.from), to_bits = 4 * ptx::size_bytes(k.to);
  std::byte* d = c.at<std::byte>(op->d);
  const std::byte* a = c.at<std::byte>(op->a);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    if (c.lane_mask[i] == 0) continue;
    std::uint64_t bits = 0;
    std::memcpy(&bits, a + std::size_t{i} * k.from_lane_bytes, k.from_lane_bytes);
    const std::uint64_t element = (std::uint64_t{1} << from_bits) - 1;
    bits = finish(decode(bits & element, from), k.to, k.rounding, k.flags) |
           finish(decode(bits >> from_bits & element, from), k.to, k.rounding, k.flags) << to_bits;
    std::memcpy(d + std::size_t{i} * k.to_lane_bytes, &bits, k.to_lane_bytes);
  }
  return op + 1;
}

// cvt.pack.sat: a and b saturated to elements of `bits` bits, b in the lowest ones; above them the
// low bits of c, if there is one.
struct Pack {
  std::uint8_t bits;
  bool is_signed, has_rest;
};

std::uint32_t pack_elements(const Pack& k, std::int32_t a, std::int32_t b, std::uint64_t rest) {
  const std::int64_t most = (std::int64_t{1} << (k.is_signed ? k.bits - 1 : k.bits)) - 1;
  const std::int64_t least = k.is_signed ? -most - 1 : 0;
  const std::uint64_t mask = (std::uint64_t{1} << k.bits) - 1;
  const auto element = [&](std::int32_t value) {
    return static_cast<std::uint64_t>(std::clamp<std::int64_t>(value, least, most)) & mask;
  };
  return static_cast<std::uint32_t>(element(b) | element(a) << k.bits | rest << (2 * k.bits));
}

const Operation* pack_saturated(WarpContext& c, const Operation* op) {
  const auto k = op->form<Pack>();
  std::uint32_t* d = c.at<std::uint32_t>(op->d);
  const std::int32_t* a = c.at<std::int32_t>(op->a);
  const std::int32_t* b = c.at<std::int32_t>(op->b);
  const std::uint32_t* rest = c.at<std::uint32_t>(op->c);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    if (c.lane_mask[i] != 0) d[i] = pack_elements(k, a[i], b[i], k.has_rest ? rest[i] : 0);
  }
  return op + 1;
}

// cvt.pack.sat.u16.s32 d, a, b and cvt.pack.sat.u8.s32.b32 d, a, b, c.
void build_pack(Builder& builder) {
  struct Name {
    std::string_view name;
    Pack pack;
  };
  constexpr std::array<Name, 8> kNames{{{"u16", {16, false, false}},
                                        {"s16", {16, true, false}},
                                        {"u8", {8, false, true}},
                                        {"s8", {8, true, true}},
                                        {"u4", {4, false, true}},
                                        {"s4", {4, true, true}},
                                        {"u2", {2, false, true}},
                                        {"s2", {2, true, true}}}};
  const auto found =
      std::ranges::find_if(kNames, [&](const Name& name) { return builder.take(name.name); });
  if (found == kNames.end() || !builder.take("sat") || !builder.take("s32") ||
      builder.take("b32") != found->pack.has_rest)
    builder.unsupported("packing of these types");
  const Slot a = builder.source(1, ptx::Type::s32);
  const Slot b = builder.source(2, ptx::Type::s32);
  const Slot rest = found->pack.has_rest ? builder.source(3, ptx::Type::b32) : a;
  const Slot d = builder.destination(0, ptx::Type::b32);
  Operation& op = builder.emit(pack_saturated);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = rest;
  op.set_form(found->pack);
}

bool is_eight_bit_pair(ptx::Type type) {
  return type == ptx::Type::e4m3x2 || type == ptx::Type::e5m2x2;
}
bool is_half_pair(ptx::Type type) { return type == ptx::Type::f16x2 || type == ptx::Type::bf16x2; }
bool is_integer(ptx::Type type) {
  return !ptx::is_float(type) && type >= ptx::Type::u8 && type <= ptx::Type::s64;
}
bool is_scalar_float(ptx::Type type) {
  return type == ptx::Type::f16 || type == ptx::Type::bf16 || type == ptx::Type::f32 ||
         type == ptx::Type::f64;
}

void take_modifiers(Builder& builder, Conversion& k) {
  static constexpr std::pair<std::string_view, Rounding> kIntegral[] = {
      {"rni", Rounding::nearest_even},
      {"rzi", Rounding::to_zero},
      {"rmi", Rounding::down},
      {"rpi", Rounding::up}};
  k.rounding = take_rounding(builder).value_or(Rounding::nearest_even);
  if (builder.take("rna")) k.rounding = Rounding::away;
  for (const auto& [name, rounding] : kIntegral) {
    if (!builder.take(name)) continue;
    k.rounding = rounding;
    k.to_integral = true;
  }
  static constexpr std::pair<std::string_view, std::uint8_t> kFlags[] = {
      {"ftz", kFlush}, {"satfinite", kSaturateToFinite}, {"relu", kRelu}, {"sat", kSaturate}};
  for (const auto& [name, flag] : kFlags) {
    if (builder.take(name)) k.flags = static_cast<std::uint8_t>(k.flags | flag);
  }
}

// What the instruction reads and writes: the registers' sizes go into `k`.
void emit(Builder& builder, Handler handler, Conversion k, bool has_two_sources) {
  const Sized a = builder.any_source(builder.operand(1), k.from);
  const Slot b = has_two_sources ? builder.source(2, k.from) : kNoSlot;
  const Sized d = builder.any_destination(builder.operand(0));
  if (a.lane_bytes < ptx::size_bytes(k.from) || d.lane_bytes < ptx::size_bytes(k.to) ||
      (has_two_sources && a.lane_bytes != ptx::size_bytes(k.from)))
    builder.unsupported("a register that is narrower than the type");
  k.from_lane_bytes = static_cast<std::uint8_t>(a.lane_bytes);
  k.to_lane_bytes = static_cast<std::uint8_t>(d.lane_bytes);
  if (handler == convert) {
    const Handler fast = fast_handler(k);
    if (fast != nullptr) handler = fast;
  }
  Operation& op = builder.emit(handler);
  op.d = d.slot;
  op.a = a.slot;
  op.b = b;
  op.set_form(k);
}

}  // namespace

void build_cvt(Builder& builder) {
  if (builder.take("pack")) return build_pack(builder);
  Conversion k{};
  take_modifiers(builder, k);
  k.to = builder.need_type();
  k.from = builder.need_type();
  // An integral rounding is for a result that is an integer or of the same type.
  if (k.to_integral && !is_integer(k.to) && k.to != k.from)
    builder.unsupported("a rounding to integers between these types");
  if (is_integer(k.to) && is_scalar_float(k.from) && !k.to_integral)
    builder.unsupported("it has no rounding");
  const bool is_scalar = (is_integer(k.to) || is_scalar_float(k.to)) &&
                         (is_integer(k.from) || is_scalar_float(k.from));
  if (is_scalar || (k.to == ptx::Type::tf32 && k.from == ptx::Type::f32)) {
    emit(builder, convert, k, false);
  } else if ((is_half_pair(k.to) || is_eight_bit_pair(k.to)) && k.from == ptx::Type::f32) {
    emit(builder, convert_pair, k, true);
  } else if ((is_eight_bit_pair(k.to) && is_half_pair(k.from)) ||
             (is_eight_bit_pair(k.from) && k.to == ptx::Type::f16x2)) {
    emit(builder, convert_packed, k, false);
  } else {
    builder.unsupported("conversion between these types");
  }
}

}  // namespace warpscope::exec::convert
