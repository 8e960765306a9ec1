// Scalar video instructions: one result from words, or from bytes and halves of words.

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>

#include "vgpu/exec/instructions/video.h"
#include "vgpu/exec/instructions/video_steps.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec::video {
namespace {

enum class Second : std::uint8_t { nothing, add, min, max, merge };

/// Bits of a word that an operand names.
struct Part {
  std::uint8_t shift : 5, kind : 2;  // 0: the word, 1: a byte, 2: a half
  std::uint32_t bits() const { return kind == 0 ? 32 : kind == 1 ? 8 : 16; }
};

/// What a scalar video instruction does.
struct Scalar {
  Step step;
  Second second;
  std::uint8_t flags;
  Part d, a, b;
  std::uint8_t scale;  ///< vmad: right shift of the sum
  std::uint8_t unused;
};
static_assert(sizeof(Scalar) == sizeof(std::int64_t) && std::is_trivial_v<Scalar>);

constexpr std::uint8_t kSignedResult = 1, kSignedA = 2, kSignedB = 4, kClamp = 8, kWrap = 16,
                       kNegateProduct = 32, kNegateC = 64, kPlusOne = 128;

bool has(const Scalar& k, std::uint8_t flag) { return (k.flags & flag) != 0; }

/// The part of a word, as a number.
std::int64_t value_of(std::uint32_t word, Part part, bool is_signed) {
  const std::uint32_t unused_bits = 64 - part.bits();
  const std::uint64_t top = std::uint64_t{word >> part.shift} << unused_bits;
  return is_signed ? static_cast<std::int64_t>(top) >> unused_bits
                   : static_cast<std::int64_t>(top >> unused_bits);
}

std::int64_t shift_left(std::int64_t a, std::int64_t count) {
  // By 32 places nothing stays in a word, and all but zero is beyond it.
  if (count == 32) return a == 0 ? 0 : a < 0 ? -(std::int64_t{1} << 40) : std::int64_t{1} << 40;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << count);
}

std::int64_t apply(const Scalar& k, std::int64_t a, std::int64_t b) {
  // A shift's count is unsigned.
  const std::int64_t count = has(k, kWrap) ? b & 31 : std::min<std::int64_t>(b, 32);
  if (k.step == Step::shl) return shift_left(a, count);
  if (k.step == Step::shr) return a >> count;
  return combine(k.step, a, b);
}

std::int64_t clamp_to(std::int64_t value, std::uint32_t bits, bool is_signed) {
  const std::int64_t most = (std::int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  return std::clamp(value, is_signed ? -most - 1 : std::int64_t{0}, most);
}

std::uint32_t scalar_word(const Scalar& k, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const bool is_signed = has(k, kSignedResult);
  std::int64_t value =
      apply(k, value_of(a, k.a, has(k, kSignedA)), value_of(b, k.b, has(k, kSignedB)));
  if (has(k, kClamp)) value = clamp_to(value, k.d.bits(), is_signed);
  const auto word = static_cast<std::uint32_t>(value);
  const auto signed_word = static_cast<std::int32_t>(word), signed_c = static_cast<std::int32_t>(c);
  switch (k.second) {
    case Second::nothing:
      return word;
    case Second::add:
      return word + c;
    case Second::min:
      return is_signed ? static_cast<std::uint32_t>(std::min(signed_word, signed_c))
                       : std::min(word, c);
    case Second::max:
      return is_signed ? static_cast<std::uint32_t>(std::max(signed_word, signed_c))
                       : std::max(word, c);
    case Second::merge: {
      const std::uint32_t mask = ((1U << k.d.bits()) - 1) << k.d.shift;
      return (c & ~mask) | (word << k.d.shift & mask);
    }
  }
  return 0;
}

__extension__ using S128 = __int128;

std::uint32_t multiply_add_word(const Scalar& k, std::uint32_t a, std::uint32_t b,
                                std::uint32_t c) {
  const bool negates_product = has(k, kNegateProduct), negates_c = has(k, kNegateC);
  const bool is_signed = has(k, kSignedA) || has(k, kSignedB) || negates_product || negates_c;
  S128 sum = S128{value_of(a, k.a, has(k, kSignedA))} * value_of(b, k.b, has(k, kSignedB));
  if (negates_product) sum = -sum;
  const S128 other = is_signed ? S128{static_cast<std::int32_t>(c)} : S128{c};
  sum += negates_c ? -other : other;
  if (has(k, kPlusOne)) sum += 1;
  sum >>= k.scale;
  if (has(k, kClamp)) {
    const S128 most = (S128{1} << (is_signed ? 31 : 32)) - 1;
    sum = std::clamp(sum, is_signed ? -most - 1 : S128{0}, most);
  }
  return static_cast<std::uint32_t>(sum);
}

/// The part that an operand names: .b0 to .b3, .h0, .h1, or the word.
Part part_of(const Builder& builder, const ptx::Operand& operand) {
  if (operand.name.empty()) return {0, 0};
  const bool is_half = operand.name.front() == 'h';
  if (operand.name.size() != 2 || (!is_half && operand.name.front() != 'b'))
    builder.unsupported("this part of a register");
  const int index = operand.name.back() - '0';
  if (index < 0 || index > (is_half ? 1 : 3)) builder.unsupported("this part of a register");
  return {static_cast<std::uint8_t>(index * (is_half ? 16 : 8) & 31),
          static_cast<std::uint8_t>(is_half ? 2 : 1)};
}

std::optional<Step> take_comparison(Builder& builder) {
  constexpr std::pair<std::string_view, Step> kNames[] = {{"eq", Step::eq}, {"ne", Step::ne},
                                                          {"lt", Step::lt}, {"le", Step::le},
                                                          {"gt", Step::gt}, {"ge", Step::ge}};
  for (const auto& [name, step] : kNames) {
    if (builder.take(name)) return step;
  }
  return std::nullopt;
}

void emit(Builder& builder, Handler handler, const Scalar& k, bool has_c) {
  const Slot a = builder.source(whole_register(builder.operand(1)), ptx::Type::b32);
  const Slot b = builder.source(whole_register(builder.operand(2)), ptx::Type::b32);
  const Slot c = has_c ? builder.source(whole_register(builder.operand(3)), ptx::Type::b32) : a;
  const Slot d = builder.destination(whole_register(builder.operand(0)), ptx::Type::b32);
  Operation& op = builder.emit(handler);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = c;
  op.set_form(k);
}

bool is_negated(const Builder& builder, std::size_t index) {
  return builder.operand(index).negated;
}

}  // namespace

bool need_sign(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::u32 && type != ptx::Type::s32) builder.unsupported("this type");
  return type == ptx::Type::s32;
}

ptx::Operand whole_register(const ptx::Operand& operand) {
  ptx::Operand whole = operand;
  if (whole.kind == ptx::Operand::Kind::reg) {
    whole.name = {};
    whole.negated = false;
  }
  return whole;
}

/// vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vset: on words, or on bytes and halves of them.
void build_scalar(Builder& builder) {
  constexpr std::pair<std::string_view, Step> kSteps[] = {
      {"vadd", Step::add}, {"vsub", Step::sub}, {"vabsdiff", Step::difference},
      {"vmin", Step::min}, {"vmax", Step::max}, {"vshl", Step::shl},
      {"vshr", Step::shr}};
  const std::string_view opcode = builder.instruction().opcode;
  Scalar k{};
  std::uint32_t flags = 0;
  const bool is_comparison = opcode == "vset";
  for (const auto& [name, step] : kSteps) {
    if (name == opcode) k.step = step;
  }
  if (!is_comparison && need_sign(builder)) flags |= kSignedResult;
  if (need_sign(builder)) flags |= kSignedA;
  if (need_sign(builder)) flags |= kSignedB;
  if (is_comparison) {
    const auto step = take_comparison(builder);
    if (!step) builder.unsupported("this comparison");
    k.step = *step;
  } else if (builder.take("sat")) {
    flags |= kClamp;
  }
  if (k.step == Step::shl || k.step == Step::shr) {
    if ((flags & kSignedB) != 0) builder.unsupported("a signed count");
    if (builder.take("wrap")) {
      flags |= kWrap;
    } else if (!builder.take("clamp")) {
      builder.unsupported("neither .clamp nor .wrap");
    }
  }
  k.d = part_of(builder, builder.operand(0));
  k.a = part_of(builder, builder.operand(1));
  k.b = part_of(builder, builder.operand(2));
  if (k.d.kind != 0) {
    k.second = Second::merge;
  } else if (builder.take("add")) {
    k.second = Second::add;
  } else if (builder.take("min")) {
    k.second = Second::min;
  } else if (builder.take("max")) {
    k.second = Second::max;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (is_negated(builder, i)) builder.unsupported("a negated register");
  }
  k.flags = static_cast<std::uint8_t>(flags);
  emit(builder, each_word<Scalar, scalar_word>, k, k.second != Second::nothing);
}

/// vmad.
void build_multiply_add(Builder& builder) {
  Scalar k{};
  std::uint32_t flags = 0;
  need_sign(builder);  // the result's type changes nothing: the sources decide how it saturates
  if (need_sign(builder)) flags |= kSignedA;
  if (need_sign(builder)) flags |= kSignedB;
  if (builder.take("po")) flags |= kPlusOne;
  if (builder.take("sat")) flags |= kClamp;
  if (builder.take("shr7")) {
    k.scale = 7;
  } else if (builder.take("shr15")) {
    k.scale = 15;
  }
  if (!builder.operand(0).name.empty() || !builder.operand(3).name.empty())
    builder.unsupported("a part of a register");
  k.a = part_of(builder, builder.operand(1));
  k.b = part_of(builder, builder.operand(2));
  if (is_negated(builder, 1) != is_negated(builder, 2)) flags |= kNegateProduct;
  if (is_negated(builder, 3)) flags |= kNegateC;
  k.flags = static_cast<std::uint8_t>(flags);
  emit(builder, each_word<Scalar, multiply_add_word>, k, true);
}

}  // namespace warpscope::exec::video
