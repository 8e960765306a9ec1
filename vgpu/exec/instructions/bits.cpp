// Logic, shifts and bit fields, PTX ISA manual sections 9.7.1 and 9.7.8.

#include <algorithm>
#include <bit>

#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/bit_operators.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::bits {
namespace {

// Refuses all types but those of 4 bytes, or of 4 and 8 bytes.
ptx::Type need_word(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (ptx::size_bytes(type) != 4 || type == ptx::Type::pred) builder.unsupported("this type");
  return type;
}
ptx::Type need_word_or_double_word(Builder& builder) {
  const ptx::Type type = builder.need_type();
  const std::uint32_t bytes = ptx::size_bytes(type);
  if ((bytes != 4 && bytes != 8) || type == ptx::Type::pred) builder.unsupported("this type");
  return type;
}

struct Not {
  template <typename T>
  static T apply(T a) {
    return static_cast<T>(~a);
  }
};
struct Cnot {
  template <typename T>
  static T apply(T a) {
    return static_cast<T>(a == 0 ? 1 : 0);
  }
};

template <bool kLeft, bool kWrap>
struct Funnel {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const std::uint32_t n = kWrap ? (c & 31u) : (c > 32 ? 32u : c);
    const std::uint64_t both = std::uint64_t{b} << 32 | a;
    if constexpr (kLeft) return static_cast<std::uint32_t>(n == 32 ? a : (both << n) >> 32);
    return static_cast<std::uint32_t>(both >> n);
  }
};

struct Popc {
  template <typename T>
  static std::uint32_t apply(T a) {
    return static_cast<std::uint32_t>(std::popcount(a));
  }
};
struct Clz {
  template <typename T>
  static std::uint32_t apply(T a) {
    return static_cast<std::uint32_t>(std::countl_zero(a));
  }
};
struct Brev {
  template <typename T>
  static T apply(T a) {
    T result = 0;
    for (std::size_t i = 0; i < 8 * sizeof(T); ++i)
      result = static_cast<T>(result << 1 | (a >> i & 1));
    return result;
  }
};
// Position of the highest bit that differs from the sign; with kShift its distance from the top.
template <bool kShift>
struct Bfind {
  template <typename T>
  static std::uint32_t apply(T a) {
    using U = std::make_unsigned_t<T>;
    const U value = static_cast<U>(std::is_signed_v<T> && a < 0 ? ~a : a);
    if (value == 0) return 0xffffffffu;
    const auto top = static_cast<std::uint32_t>(8 * sizeof(T) - 1 - std::countl_zero(value));
    return kShift ? static_cast<std::uint32_t>(8 * sizeof(T) - 1) - top : top;
  }
};
// Position and length are the low 8 bits for a 32-bit value. For a 64-bit one the manual says the
// same, but an H200 takes all bits of them, and so does this.
template <typename T>
constexpr std::uint64_t kFieldMask = sizeof(T) == 4 ? 0xff : 0xffffffff;

struct Bfe {
  template <typename T>
  static T apply(T a, std::uint32_t b, std::uint32_t c) {
    constexpr std::uint64_t kWidth = 8 * sizeof(T);
    using U = std::make_unsigned_t<T>;
    const std::uint64_t position = b & kFieldMask<T>, length = c & kFieldMask<T>;
    if (length == 0) return 0;
    const std::uint64_t last = std::min(position + length - 1, kWidth - 1);
    const bool is_negative = std::is_signed_v<T> && (static_cast<U>(a) >> last & 1) != 0;
    const U filled = is_negative ? ~U{0} : U{0};
    if (position >= kWidth) return static_cast<T>(filled);
    const std::uint64_t taken = last - position + 1;
    const U mask = taken >= kWidth ? ~U{0} : static_cast<U>((U{1} << taken) - 1);
    return static_cast<T>((static_cast<U>(a) >> position & mask) | (filled & ~mask));
  }
};
template <typename T>
T insert(T a, T b, std::uint32_t c, std::uint32_t d) {
  constexpr std::uint64_t kWidth = 8 * sizeof(T);
  const std::uint64_t position = c & kFieldMask<T>, length = d & kFieldMask<T>;
  if (position >= kWidth) return b;
  const T low = length >= kWidth ? ~T{0} : static_cast<T>((T{1} << length) - 1);
  const T mask = low << position;
  return (b & ~mask) | (a << position & mask);
}

struct FieldForm {
  Slot length;
};

template <typename T>
const Operation* bfi(WarpContext& c, const Operation* op) {
  T* d = c.at<T>(op->d);
  const T* a = c.at<T>(op->a);
  const T* b = c.at<T>(op->b);
  const std::uint32_t* position = c.at<std::uint32_t>(op->c);
  const std::uint32_t* length = c.at<std::uint32_t>(op->form<FieldForm>().length);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    if (c.lane_mask[i] != 0) d[i] = insert(a[i], b[i], position[i], length[i]);
  }
  return op + 1;
}

/// What lop3 gives for each of the eight values of a<<2 | b<<1 | c, by bits.
struct Table {
  std::uint32_t bits;
};

// lop3 as a sum of the eight products.
const Operation* lop3(WarpContext& c, const Operation* op) {
  std::uint32_t* d = c.at<std::uint32_t>(op->d);
  const std::uint32_t* a = c.at<std::uint32_t>(op->a);
  const std::uint32_t* b = c.at<std::uint32_t>(op->b);
  const std::uint32_t* e = c.at<std::uint32_t>(op->c);
  const std::uint32_t table = op->form<Table>().bits;
  std::uint32_t use[8];
  for (std::uint32_t k = 0; k < 8; ++k) use[k] = (table >> k & 1) != 0 ? 0xffffffffu : 0u;
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    const std::uint32_t x = a[i], y = b[i], z = e[i];
    const std::uint32_t result = (~x & ~y & ~z & use[0]) | (~x & ~y & z & use[1]) |
                                 (~x & y & ~z & use[2]) | (~x & y & z & use[3]) |
                                 (x & ~y & ~z & use[4]) | (x & ~y & z & use[5]) |
                                 (x & y & ~z & use[6]) | (x & y & z & use[7]);
    d[i] = choose(c.lane_mask[i], result, d[i]);
  }
  return op + 1;
}

struct Combination {
  bool is_and, is_negated;
};

// p = (a != 0) and or or a predicate.
const Operation* lop3_predicate(WarpContext& c, const Operation* op) {
  const auto form = op->form<Combination>();
  const std::uint32_t* a = c.at<std::uint32_t>(op->a);
  std::uint32_t result = 0;
  for (std::uint32_t i = 0; i < kWarpSize; ++i) result |= (a[i] != 0 ? 1u : 0u) << i;
  const std::uint32_t other = c.predicate(op->b) ^ (form.is_negated ? kFullMask : 0);
  result = form.is_and ? result & other : result | other;
  std::uint32_t& d = c.predicate(op->d);
  d = (d & ~c.active) | (result & c.active);
  return op + 1;
}

/// Which predicates are read negated.
struct Negated {
  bool a, b;
};

// Predicates: and, or, xor, not of whole masks.
template <typename F>
const Operation* predicate_binary(WarpContext& c, const Operation* op) {
  const auto negated = op->form<Negated>();
  const std::uint32_t a = c.predicate(op->a) ^ (negated.a ? kFullMask : 0);
  const std::uint32_t b = c.predicate(op->b) ^ (negated.b ? kFullMask : 0);
  std::uint32_t& d = c.predicate(op->d);
  d = (d & ~c.active) | (F::apply(a, b) & c.active);
  return op + 1;
}

const Operation* predicate_not(WarpContext& c, const Operation* op) {
  const std::uint32_t a = c.predicate(op->a) ^ (op->form<Negated>().a ? kFullMask : 0);
  std::uint32_t& d = c.predicate(op->d);
  d = (d & ~c.active) | (~a & c.active);
  return op + 1;
}

template <typename F>
void build_logic(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::pred) {
    emit_binary(builder, integer_binary<F>(type), type);
    return;
  }
  bool ignored = false, a_negated = false, b_negated = false;
  const Slot d = builder.predicate(builder.operand(0), ignored);
  const Slot a = builder.predicate_source(builder.operand(1), a_negated);
  const Slot b = builder.predicate_source(builder.operand(2), b_negated);
  Operation& op = builder.emit(predicate_binary<F>);
  op.d = d;
  op.a = a;
  op.b = b;
  op.set_form(Negated{a_negated, b_negated});
}

template <typename F>
Handler shift(ptx::Type type) {
  switch (type) {
    case ptx::Type::b16:
    case ptx::Type::u16:
      return run_binary<F, std::uint16_t, std::uint16_t, std::uint32_t>;
    case ptx::Type::s16:
      return run_binary<F, std::int16_t, std::int16_t, std::uint32_t>;
    case ptx::Type::b32:
    case ptx::Type::u32:
      return run_binary<F, std::uint32_t, std::uint32_t, std::uint32_t>;
    case ptx::Type::s32:
      return run_binary<F, std::int32_t, std::int32_t, std::uint32_t>;
    case ptx::Type::b64:
    case ptx::Type::u64:
      return run_binary<F, std::uint64_t, std::uint64_t, std::uint32_t>;
    case ptx::Type::s64:
      return run_binary<F, std::int64_t, std::int64_t, std::uint32_t>;
    default:
      return nullptr;
  }
}

// d is 32 bits whatever the width of a.
template <typename F>
void build_count(Builder& builder) {
  const ptx::Type type = builder.need_type();
  Handler handler = nullptr;
  switch (type) {
    case ptx::Type::b32:
    case ptx::Type::u32:
      handler = run_unary<F, std::uint32_t, std::uint32_t>;
      break;
    case ptx::Type::s32:
      handler = run_unary<F, std::uint32_t, std::uint32_t>;
      break;
    case ptx::Type::b64:
    case ptx::Type::u64:
      handler = run_unary<F, std::uint32_t, std::uint64_t>;
      break;
    default:
      break;
  }
  emit_unary(builder, handler, ptx::Type::b32, type);
}

template <bool kShift>
Handler bfind(ptx::Type type) {
  switch (type) {
    case ptx::Type::u32:
      return run_unary<Bfind<kShift>, std::uint32_t, std::uint32_t>;
    case ptx::Type::s32:
      return run_unary<Bfind<kShift>, std::uint32_t, std::int32_t>;
    case ptx::Type::u64:
      return run_unary<Bfind<kShift>, std::uint32_t, std::uint64_t>;
    case ptx::Type::s64:
      return run_unary<Bfind<kShift>, std::uint32_t, std::int64_t>;
    default:
      return nullptr;
  }
}

}  // namespace

void build_and(Builder& builder) { build_logic<And>(builder); }
void build_or(Builder& builder) { build_logic<Or>(builder); }
void build_xor(Builder& builder) { build_logic<Xor>(builder); }

void build_not(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::pred) {
    emit_unary(builder, integer_unary<Not>(type), type);
    return;
  }
  bool ignored = false, negated = false;
  const Slot d = builder.predicate(builder.operand(0), ignored);
  const Slot a = builder.predicate_source(builder.operand(1), negated);
  Operation& op = builder.emit(predicate_not);
  op.d = d;
  op.a = a;
  op.set_form(Negated{negated, false});
}

void build_cnot(Builder& builder) {
  const ptx::Type type = builder.need_type();
  emit_unary(builder, integer_unary<Cnot>(type), type);
}

void build_shl(Builder& builder) {
  const ptx::Type type = builder.need_type();
  emit_binary(builder, shift<Shl>(type), type, type, ptx::Type::u32);
}

void build_shr(Builder& builder) {
  const ptx::Type type = builder.need_type();
  emit_binary(builder, shift<Shr>(type), type, type, ptx::Type::u32);
}

void build_shf(Builder& builder) {
  const bool left = builder.take("l");
  if (!left && !builder.take("r")) builder.unsupported("this form");
  const bool wrap = builder.take("wrap");
  if (!wrap && !builder.take("clamp")) builder.unsupported("this form");
  const ptx::Type type = need_word(builder);
  using U = std::uint32_t;
  const Handler handler =
      left ? (wrap ? run_ternary<Funnel<true, true>, U, U> : run_ternary<Funnel<true, false>, U, U>)
           : (wrap ? run_ternary<Funnel<false, true>, U, U>
                   : run_ternary<Funnel<false, false>, U, U>);
  emit_ternary(builder, handler, type);
}

void build_lop3(Builder& builder) {
  const bool with_and = builder.take("and");
  const bool with_or = !with_and && builder.take("or");
  const ptx::Type type = need_word(builder);
  const std::int64_t table = builder.literal(builder.operand(4));
  const Slot a = builder.source(1, type);
  const Slot b = builder.source(2, type);
  const Slot third = builder.source(3, type);
  const ptx::Operand& to = builder.operand(0);
  const bool is_pair = to.kind == ptx::Operand::Kind::pair && to.elements.size() == 2;
  if (is_pair != (with_and || with_or)) builder.unsupported("this form");
  const Slot d = builder.destination(is_pair ? to.elements[0] : to, type);
  Operation& op = builder.emit(lop3);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = third;
  op.set_form(Table{static_cast<std::uint32_t>(table)});
  if (!is_pair) return;
  bool ignored = false, negated = false;
  const Slot p = builder.predicate(to.elements[1], ignored);
  const Slot q = builder.predicate_source(builder.operand(5), negated);
  Operation& second = builder.emit(lop3_predicate);
  second.d = p;
  second.a = d;
  second.b = q;
  second.set_form(Combination{with_and, negated});
}

void build_popc(Builder& builder) { build_count<Popc>(builder); }
void build_clz(Builder& builder) { build_count<Clz>(builder); }

void build_brev(Builder& builder) {
  const ptx::Type type = need_word_or_double_word(builder);
  emit_unary(builder,
             ptx::size_bytes(type) == 8 ? run_unary<Brev, std::uint64_t, std::uint64_t>
                                        : run_unary<Brev, std::uint32_t, std::uint32_t>,
             type);
}

void build_bfind(Builder& builder) {
  const bool shift_amount = builder.take("shiftamt");
  const ptx::Type type = builder.need_type();
  emit_unary(builder, shift_amount ? bfind<true>(type) : bfind<false>(type), ptx::Type::b32, type);
}

void build_bfe(Builder& builder) {
  const ptx::Type type = builder.need_type();
  Handler handler = nullptr;
  switch (type) {
    case ptx::Type::u32:
      handler = run_ternary<Bfe, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
      break;
    case ptx::Type::s32:
      handler = run_ternary<Bfe, std::int32_t, std::int32_t, std::uint32_t, std::uint32_t>;
      break;
    case ptx::Type::u64:
      handler = run_ternary<Bfe, std::uint64_t, std::uint64_t, std::uint32_t, std::uint32_t>;
      break;
    case ptx::Type::s64:
      handler = run_ternary<Bfe, std::int64_t, std::int64_t, std::uint32_t, std::uint32_t>;
      break;
    default:
      break;
  }
  emit_ternary(builder, handler, type, type, ptx::Type::u32, ptx::Type::u32);
}

void build_bfi(Builder& builder) {
  const ptx::Type type = need_word_or_double_word(builder);
  const Slot length = builder.source(4, ptx::Type::u32);
  emit_ternary(builder, ptx::size_bytes(type) == 8 ? bfi<std::uint64_t> : bfi<std::uint32_t>, type,
               type, type, ptx::Type::u32);
  builder.kernel().operations.back().set_form(FieldForm{length});
}

}  // namespace warpscope::exec::bits
