// Comparison and selection, PTX ISA manual section 9.7.6.

#include "vgpu/exec/instructions/compare.h"

#include <array>
#include <string_view>
#include <type_traits>

#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lane_flags.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::compare {
namespace {

struct Eq {
  template <typename T>
  static bool apply(T a, T b) {
    return a == b;
  }
};
struct Ne {  // false with a NaN, for floats
  template <typename T>
  static bool apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return a < b || a > b;
    return a != b;
  }
};
struct Lt {
  template <typename T>
  static bool apply(T a, T b) {
    return a < b;
  }
};
struct Le {
  template <typename T>
  static bool apply(T a, T b) {
    return a <= b;
  }
};
struct Gt {
  template <typename T>
  static bool apply(T a, T b) {
    return a > b;
  }
};
struct Ge {
  template <typename T>
  static bool apply(T a, T b) {
    return a >= b;
  }
};
// Unordered forms: true with a NaN.
struct Equ {
  template <typename T>
  static bool apply(T a, T b) {
    return !(a < b || a > b);
  }
};
struct Neu {
  template <typename T>
  static bool apply(T a, T b) {
    return a != b;
  }
};
struct Ltu {
  template <typename T>
  static bool apply(T a, T b) {
    return !(a >= b);
  }
};
struct Leu {
  template <typename T>
  static bool apply(T a, T b) {
    return !(a > b);
  }
};
struct Gtu {
  template <typename T>
  static bool apply(T a, T b) {
    return !(a <= b);
  }
};
struct Geu {
  template <typename T>
  static bool apply(T a, T b) {
    return !(a < b);
  }
};
struct Num {
  template <typename T>
  static bool apply(T a, T b) {
    return a == a && b == b;
  }
};
struct Nan {
  template <typename T>
  static bool apply(T a, T b) {
    return a != a || b != b;
  }
};

template <typename F, typename T>
std::uint32_t compare_lanes(WarpContext& c, const Operation* op) {
  const T* a = c.at<T>(op->a);
  const T* b = c.at<T>(op->b);
  alignas(64) std::uint32_t flags[kWarpSize];
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) flags[i] = F::apply(a[i], b[i]) ? 0xffffffffu : 0u;
  return pack_lane_flags(flags);
}

template <typename F, typename T>
const Operation* setp(WarpContext& c, const Operation* op) {
  const std::uint32_t result = compare_lanes<F, T>(c, op);
  std::uint32_t& d = c.predicate(op->d);
  d = (d & ~c.active) | (result & c.active);
  return op + 1;
}

// With a second destination (extra[0]) and a combining predicate (c): immediate bit 0 negates it,
// bits 1-2 are 0 none, 1 and, 2 or, 3 xor.
template <typename F, typename T>
const Operation* setp_combined(WarpContext& c, const Operation* op) {
  const std::uint32_t result = compare_lanes<F, T>(c, op);
  std::uint32_t first = result, second = ~result;
  const auto kind = op->immediate >> 1 & 3;
  if (kind != 0) {
    const std::uint32_t other = c.predicate(op->c) ^ ((op->immediate & 1) != 0 ? kFullMask : 0);
    first = kind == 1 ? first & other : kind == 2 ? first | other : first ^ other;
    second = kind == 1 ? second & other : kind == 2 ? second | other : second ^ other;
  }
  std::uint32_t& d = c.predicate(op->d);
  d = (d & ~c.active) | (first & c.active);
  if (op->extra[0] != kNoSlot) {
    std::uint32_t& q = c.predicate(op->extra[0]);
    q = (q & ~c.active) | (second & c.active);
  }
  return op + 1;
}

// set: all ones (integer destination) or 1.0f.
template <typename F, typename T>
const Operation* set_word(WarpContext& c, const Operation* op) {
  const std::uint32_t result = compare_lanes<F, T>(c, op);
  std::uint32_t* d = c.at<std::uint32_t>(op->d);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    if (c.lane_mask[i] != 0)
      d[i] = (result >> i & 1u) != 0 ? static_cast<std::uint32_t>(op->immediate) : 0u;
  }
  return op + 1;
}

struct Handlers {
  Handler plain = nullptr, combined = nullptr, word = nullptr;
};

template <typename F, typename T>
Handlers all() {
  return {setp<F, T>, setp_combined<F, T>, set_word<F, T>};
}

template <typename F>
Handlers integer_handlers(ptx::Type type) {
  switch (type) {
    case ptx::Type::b16:
    case ptx::Type::u16:
      return all<F, std::uint16_t>();
    case ptx::Type::s16:
      return all<F, std::int16_t>();
    case ptx::Type::b32:
    case ptx::Type::u32:
      return all<F, std::uint32_t>();
    case ptx::Type::s32:
      return all<F, std::int32_t>();
    case ptx::Type::b64:
    case ptx::Type::u64:
      return all<F, std::uint64_t>();
    case ptx::Type::s64:
      return all<F, std::int64_t>();
    default:
      return {};
  }
}

template <typename F>
Handlers unsigned_handlers(ptx::Type type) {
  return ptx::is_signed(type) ? Handlers{} : integer_handlers<F>(type);
}

template <typename F>
Handlers float_handlers(ptx::Type type) {
  if (type == ptx::Type::f32) return all<F, float>();
  if (type == ptx::Type::f64) return all<F, double>();
  return {};
}

template <typename F>
Handlers any_handlers(ptx::Type type) {
  return ptx::is_float(type) ? float_handlers<F>(type) : integer_handlers<F>(type);
}

struct ComparisonRow {
  std::string_view name;
  Handlers (*handlers)(ptx::Type);
};
constexpr std::array<ComparisonRow, 18> kComparisons{{
    {"eq", any_handlers<Eq>},
    {"ne", any_handlers<Ne>},
    {"lt", any_handlers<Lt>},
    {"le", any_handlers<Le>},
    {"gt", any_handlers<Gt>},
    {"ge", any_handlers<Ge>},
    {"lo", unsigned_handlers<Lt>},
    {"ls", unsigned_handlers<Le>},
    {"hi", unsigned_handlers<Gt>},
    {"hs", unsigned_handlers<Ge>},
    {"equ", float_handlers<Equ>},
    {"neu", float_handlers<Neu>},
    {"ltu", float_handlers<Ltu>},
    {"leu", float_handlers<Leu>},
    {"gtu", float_handlers<Gtu>},
    {"geu", float_handlers<Geu>},
    {"num", float_handlers<Num>},
    {"nan", float_handlers<Nan>},
}};

const ComparisonRow& take_comparison(Builder& builder) {
  for (const ComparisonRow& row : kComparisons) {
    if (builder.take(row.name)) return row;
  }
  builder.unsupported("this comparison");
}

Handlers handlers_for(Builder& builder, const ComparisonRow& row, ptx::Type type) {
  const Handlers handlers = row.handlers(type);
  if (handlers.plain == nullptr)
    builder.unsupported("this comparison of ." + std::string(ptx::name(type)));
  return handlers;
}

template <typename T>
const Operation* selp(WarpContext& c, const Operation* op) {
  T* d = c.at<T>(op->d);
  const T* a = c.at<T>(op->a);
  const T* b = c.at<T>(op->b);
  const std::uint32_t predicate = c.predicate(op->c) ^ (op->immediate != 0 ? kFullMask : 0);
  const std::uint32_t active = c.active;
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    const T value = (predicate >> i & 1u) != 0 ? a[i] : b[i];
    d[i] = (active >> i & 1u) != 0 ? value : d[i];
  }
  return op + 1;
}

template <typename T, typename C>
const Operation* slct(WarpContext& c, const Operation* op) {
  T* d = c.at<T>(op->d);
  const T* a = c.at<T>(op->a);
  const T* b = c.at<T>(op->b);
  const C* condition = c.at<C>(op->c);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    d[i] = choose(c.lane_mask[i], condition[i] >= C{0} ? a[i] : b[i], d[i]);
  return op + 1;
}

}  // namespace

void build_setp(Builder& builder) {
  const ComparisonRow& row = take_comparison(builder);
  const int kind = builder.take("and") ? 1 : builder.take("or") ? 2 : builder.take("xor") ? 3 : 0;
  const ptx::Type type = builder.need_type();
  const Handlers handlers = handlers_for(builder, row, type);
  const ptx::Operand& to = builder.operand(0);
  const bool is_pair = to.kind == ptx::Operand::Kind::pair && to.elements.size() == 2;
  bool ignored = false, negated = false;
  const Slot d = builder.predicate(is_pair ? to.elements[0] : to, ignored);
  const Slot q = is_pair ? builder.predicate(to.elements[1], ignored) : kNoSlot;
  const Slot a = builder.source(1, type);
  const Slot b = builder.source(2, type);
  const Slot other = kind != 0 ? builder.predicate(builder.operand(3), negated) : kNoSlot;
  Operation& op = builder.emit(is_pair || kind != 0 ? handlers.combined : handlers.plain);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = other;
  op.extra[0] = q;
  op.immediate = kind << 1 | (negated ? 1 : 0);
}

void build_set(Builder& builder) {
  const ComparisonRow& row = take_comparison(builder);
  const ptx::Type destination_type = builder.need_type();
  const ptx::Type type = builder.need_type();
  if (ptx::size_bytes(destination_type) != 4) builder.unsupported("this destination type");
  const Handlers handlers = handlers_for(builder, row, type);
  const Slot a = builder.source(1, type);
  const Slot b = builder.source(2, type);
  const Slot d = builder.destination(0, destination_type);
  Operation& op = builder.emit(handlers.word);
  op.d = d;
  op.a = a;
  op.b = b;
  op.immediate = destination_type == ptx::Type::f32 ? 0x3f800000 : 0xffffffff;
}

void build_selp(Builder& builder) {
  const ptx::Type type = builder.need_type();
  Handler handler = nullptr;
  switch (ptx::size_bytes(type)) {
    case 2:
      handler = selp<std::uint16_t>;
      break;
    case 4:
      handler = selp<std::uint32_t>;
      break;
    case 8:
      handler = selp<std::uint64_t>;
      break;
    default:
      builder.unsupported("this type");
  }
  bool negated = false;
  const Slot a = builder.source(1, type);
  const Slot b = builder.source(2, type);
  const Slot predicate = builder.predicate(builder.operand(3), negated);
  const Slot d = builder.destination(0, type);
  Operation& op = builder.emit(handler);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = predicate;
  op.immediate = negated ? 1 : 0;
}

void build_slct(Builder& builder) {
  const ptx::Type type = builder.need_type();
  const ptx::Type condition = builder.need_type();
  const bool is_float = condition == ptx::Type::f32;
  if (!is_float && condition != ptx::Type::s32) builder.unsupported("this condition type");
  Handler handler = nullptr;
  switch (ptx::size_bytes(type)) {
    case 2:
      handler = is_float ? slct<std::uint16_t, float> : slct<std::uint16_t, std::int32_t>;
      break;
    case 4:
      handler = is_float ? slct<std::uint32_t, float> : slct<std::uint32_t, std::int32_t>;
      break;
    case 8:
      handler = is_float ? slct<std::uint64_t, float> : slct<std::uint64_t, std::int32_t>;
      break;
    default:
      break;
  }
  emit_ternary(builder, handler, type, type, type, condition);
}

}  // namespace warpscope::exec::compare
