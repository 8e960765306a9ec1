// Comparison, PTX ISA manual sections 9.7.6 and 9.7.7.

#include <array>
#include <string_view>

#include "vgpu/exec/arithmetic/float_values.h"
#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/comparisons.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/half_lanes.h"
#include "vgpu/exec/instructions/lane_flags.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::compare {
namespace {

// Where the values come from: lanes as they are, or made comparable in `buffer`.
template <typename T>
struct Plain {
  using Value = T;
  static constexpr std::uint32_t kPack = 1;
  static const T* lanes(WarpContext& c, Slot slot, T*) { return c.at<T>(slot); }
};
struct FlushedSingles {
  using Value = float;
  static constexpr std::uint32_t kPack = 1;
  static const float* lanes(WarpContext& c, Slot slot, float* buffer) {
    const float* from = c.at<float>(slot);
    for (std::uint32_t i = 0; i < kWarpSize; ++i) buffer[i] = flush(from[i]);
    return buffer;
  }
};
template <typename Format, bool kFlush, std::uint32_t kElements>
struct Halves {
  using Value = float;
  static constexpr std::uint32_t kPack = kElements;
  static const float* lanes(WarpContext& c, Slot slot, float* buffer) {
    widen_lanes<Format, kFlush, kWarpSize * kPack>(c.at<std::uint16_t>(slot), buffer);
    return buffer;
  }
};

/// What is done with a comparison's result in general handlers.
struct Use {
  bool is_negated;     ///< the combining predicate
  bool is_set;         ///< set, not setp
  bool is_half;        ///< the destination has 16 bits
  std::uint8_t kind;   ///< of combination: 0 none, 1 and, 2 or, 3 xor
  std::uint32_t word;  ///< what set writes for true; for a pair in each half
  Slot second;         ///< setp's other predicate; kNoSlot: none
};

std::uint32_t combine(std::uint32_t result, std::uint8_t kind, std::uint32_t other) {
  return kind == 1   ? result & other
         : kind == 2 ? result | other
         : kind == 3 ? result ^ other
                     : result;
}

void write_predicate(WarpContext& c, Slot slot, std::uint32_t value) {
  std::uint32_t& d = c.predicate(slot);
  d = (d & ~c.active) | (value & c.active);
}

/// `first` and `second` are the lanes' flags: of setp's two predicates, or of a pair's halves.
void finish(WarpContext& c, const Operation* op, std::uint32_t first, std::uint32_t second,
            bool is_pair) {
  const auto use = op->form<Use>();
  if (use.kind != 0) {
    const std::uint32_t other = c.predicate(op->c) ^ (use.is_negated ? kFullMask : 0);
    first = combine(first, use.kind, other);
    second = combine(second, use.kind, other);
  }
  if (!use.is_set) {
    write_predicate(c, op->d, first);
    if (use.second != kNoSlot) write_predicate(c, use.second, second);
    return;
  }
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    if (c.lane_mask[i] == 0) continue;
    std::uint32_t word = (first >> i & 1u) != 0 ? use.word : 0;
    if (is_pair) word = (word & 0xffffu) | ((second >> i & 1u) != 0 ? use.word << 16 : 0);
    if (use.is_half) {
      c.at<std::uint16_t>(op->d)[i] = static_cast<std::uint16_t>(word);
    } else {
      c.at<std::uint32_t>(op->d)[i] = word;
    }
  }
}

template <typename F, typename Source>
const Operation* general(WarpContext& c, const Operation* op) {
  using Value = typename Source::Value;
  constexpr std::uint32_t kCount = kWarpSize * Source::kPack;
  alignas(64) Value a_buffer[kCount], b_buffer[kCount];
  const Value* a = Source::lanes(c, op->a, a_buffer);
  const Value* b = Source::lanes(c, op->b, b_buffer);
  alignas(64) std::uint32_t flags[2][kWarpSize];
  for (std::uint32_t part = 0; part < Source::kPack; ++part) {
    for (std::uint32_t i = 0; i < kWarpSize; ++i) {
      const std::uint32_t at = i * Source::kPack + part;
      flags[part][i] = F::apply(a[at], b[at]) ? 0xffffffffu : 0u;
    }
  }
  const std::uint32_t first = pack_lane_flags(flags[0]);
  finish(c, op, first, Source::kPack == 2 ? pack_lane_flags(flags[1]) : ~first, Source::kPack == 2);
  return op + 1;
}

// setp with one destination and nothing else: what loops end with.
template <typename F, typename T>
const Operation* setp(WarpContext& c, const Operation* op) {
  const T* a = c.at<T>(op->a);
  const T* b = c.at<T>(op->b);
  alignas(64) std::uint32_t flags[kWarpSize];
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) flags[i] = F::apply(a[i], b[i]) ? 0xffffffffu : 0u;
  write_predicate(c, op->d, pack_lane_flags(flags));
  return next(c, op);
}

struct Handlers {
  Handler plain = nullptr, general = nullptr;
};

template <typename F, typename T>
Handlers all() {
  return {setp<F, T>, general<F, Plain<T>>};
}
template <typename F, typename Source>
Handlers only_general() {
  return {general<F, Source>, general<F, Source>};
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
Handlers float_handlers(ptx::Type type, bool flush) {
  switch (type) {
    case ptx::Type::f32:
      return flush ? only_general<F, FlushedSingles>() : all<F, float>();
    case ptx::Type::f64:
      return flush ? Handlers{} : all<F, double>();
    case ptx::Type::f16:
      return flush ? only_general<F, Halves<Half, true, 1>>()
                   : only_general<F, Halves<Half, false, 1>>();
    case ptx::Type::f16x2:
      return flush ? only_general<F, Halves<Half, true, 2>>()
                   : only_general<F, Halves<Half, false, 2>>();
    case ptx::Type::bf16:
      return flush ? Handlers{} : only_general<F, Halves<Bfloat, false, 1>>();
    case ptx::Type::bf16x2:
      return flush ? Handlers{} : only_general<F, Halves<Bfloat, false, 2>>();
    default:
      return {};
  }
}

// Signed and unsigned numbers; of bits only whether they are equal.
template <typename F, bool kOfBits>
Handlers any_handlers(ptx::Type type, bool flush) {
  if (ptx::is_float(type)) return float_handlers<F>(type, flush);
  const bool is_bits = type == ptx::Type::b16 || type == ptx::Type::b32 || type == ptx::Type::b64;
  return flush || (is_bits && !kOfBits) ? Handlers{} : integer_handlers<F>(type);
}

template <typename F>
Handlers unsigned_handlers(ptx::Type type, bool flush) {
  const bool is_unsigned =
      type == ptx::Type::u16 || type == ptx::Type::u32 || type == ptx::Type::u64;
  return flush || !is_unsigned ? Handlers{} : integer_handlers<F>(type);
}

struct ComparisonRow {
  std::string_view name;
  Handlers (*handlers)(ptx::Type, bool flush);
};
constexpr std::array<ComparisonRow, 18> kComparisons{{
    {"eq", any_handlers<Eq, true>},
    {"ne", any_handlers<Ne, true>},
    {"lt", any_handlers<Lt, false>},
    {"le", any_handlers<Le, false>},
    {"gt", any_handlers<Gt, false>},
    {"ge", any_handlers<Ge, false>},
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

std::uint8_t take_combination(Builder& builder) {
  if (builder.take("and")) return 1;
  if (builder.take("or")) return 2;
  return builder.take("xor") ? 3 : 0;
}

Handlers handlers_for(Builder& builder, const ComparisonRow& row, ptx::Type type, bool flush) {
  const Handlers handlers = row.handlers(type, flush);
  if (handlers.plain == nullptr)
    builder.unsupported("this comparison of ." + std::string(ptx::name(type)));
  return handlers;
}

bool is_packed(ptx::Type type) { return type == ptx::Type::f16x2 || type == ptx::Type::bf16x2; }

/// What set writes for true: one of a floating-point type, all ones of another.
std::uint32_t true_word(Builder& builder, ptx::Type type) {
  switch (type) {
    case ptx::Type::f32:
      return 0x3f800000;
    case ptx::Type::f16:
    case ptx::Type::f16x2:
      return 0x3c00;
    case ptx::Type::bf16:
    case ptx::Type::bf16x2:
      return 0x3f80;
    case ptx::Type::u16:
    case ptx::Type::s16:
    case ptx::Type::u32:
    case ptx::Type::s32:
      return 0xffffffff;
    default:
      builder.unsupported("this destination type");
  }
}

}  // namespace

void build_setp(Builder& builder) {
  const ComparisonRow& row = take_comparison(builder);
  Use use{};
  use.kind = take_combination(builder);
  const bool flush = builder.take("ftz");
  const ptx::Type type = builder.need_type();
  const Handlers handlers = handlers_for(builder, row, type, flush);
  const ptx::Operand& to = builder.operand(0);
  const bool is_pair = to.kind == ptx::Operand::Kind::pair && to.elements.size() == 2;
  bool ignored = false;
  const Slot d = builder.predicate(is_pair ? to.elements[0] : to, ignored);
  const Slot q = is_pair ? builder.predicate(to.elements[1], ignored) : kNoSlot;
  const Slot a = builder.source(1, type);
  const Slot b = builder.source(2, type);
  const Slot other =
      use.kind != 0 ? builder.predicate_source(builder.operand(3), use.is_negated) : kNoSlot;
  Operation& op = builder.emit(is_pair || use.kind != 0 ? handlers.general : handlers.plain);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = other;
  use.second = q;
  op.set_form(use);
}

void build_set(Builder& builder) {
  const ComparisonRow& row = take_comparison(builder);
  Use use{};
  use.is_set = true;
  use.kind = take_combination(builder);
  const bool flush = builder.take("ftz");
  const ptx::Type destination_type = builder.need_type();
  const ptx::Type type = builder.need_type();
  // Of a pair, all ones or 1.0 in each half.
  const bool is_pair_of_masks =
      is_packed(type) && (destination_type == ptx::Type::u32 || destination_type == ptx::Type::s32);
  if (is_packed(type) != is_packed(destination_type) && !is_pair_of_masks)
    builder.unsupported("these types together");
  use.word = is_pair_of_masks ? 0xffff : true_word(builder, destination_type);
  use.is_half = ptx::size_bytes(destination_type) == 2;
  const Handlers handlers = handlers_for(builder, row, type, flush);
  const Slot a = builder.source(1, type);
  const Slot b = builder.source(2, type);
  const Slot other =
      use.kind != 0 ? builder.predicate_source(builder.operand(3), use.is_negated) : kNoSlot;
  const Slot d = builder.destination(0, destination_type);
  Operation& op = builder.emit(handlers.general);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = other;
  op.set_form(use);
}

}  // namespace warpscope::exec::compare
