// Register moves and address-space conversion, PTX ISA manual section 9.7.9.

#include <array>
#include <bit>
#include <cstring>

#include "vgpu/exec/arithmetic/bits128.h"
#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lane_flags.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::exec::move {
namespace {

struct Same {
  template <typename T>
  static T apply(T a) {
    return a;
  }
};

struct PredicateForm {
  std::uint32_t inverted;  ///< lanes in which the source is negated, or 0 is where there is none
};

const Operation* move_predicate(WarpContext& c, const Operation* op) {
  const std::uint32_t source = op->a == kNoSlot ? 0 : c.predicate(op->a);
  const std::uint32_t value = source ^ op->form<PredicateForm>().inverted;
  std::uint32_t& d = c.predicate(op->d);
  d = (d & ~c.active) | (value & c.active);
  return next(c, op);
}

// d = {a, b}: two halves packed, the first in the low bits.
template <typename Wide, typename Half>
const Operation* pack_two(WarpContext& c, const Operation* op) {
  Wide* d = c.at<Wide>(op->d);
  const Half* low = c.at<Half>(op->a);
  const Half* high = c.at<Half>(op->b);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    const Wide value = static_cast<Wide>(static_cast<Wide>(high[i]) << (8 * sizeof(Half)) | low[i]);
    d[i] = choose(c.lane_mask[i], value, d[i]);
  }
  return op + 1;
}

// Two bytes, whose registers have lanes of 16 bits.
const Operation* pack_bytes(WarpContext& c, const Operation* op) {
  std::uint16_t* d = c.at<std::uint16_t>(op->d);
  const std::uint16_t* low = c.at<std::uint16_t>(op->a);
  const std::uint16_t* high = c.at<std::uint16_t>(op->b);
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    d[i] = choose(c.lane_mask[i], static_cast<std::uint16_t>((low[i] & 0xff) | high[i] << 8), d[i]);
  return op + 1;
}
/// The parts of a vector of two or four; a destination may be kNoSlot.
struct Parts {
  Slot slots[4];
};

const Operation* unpack_bytes(WarpContext& c, const Operation* op) {
  const std::uint16_t* a = c.at<std::uint16_t>(op->a);
  const auto parts = op->form<Parts>();
  for (int part = 0; part < 2; ++part) {
    if (parts.slots[part] == kNoSlot) continue;
    std::uint16_t* d = c.at<std::uint16_t>(parts.slots[part]);
    for (std::uint32_t i = 0; i < kWarpSize; ++i)
      d[i] = choose(c.lane_mask[i], static_cast<std::uint16_t>(a[i] >> (8 * part) & 0xff), d[i]);
  }
  return op + 1;
}

// {first, second} = a.
template <typename Wide, typename Half>
const Operation* unpack_two(WarpContext& c, const Operation* op) {
  const Wide* a = c.at<Wide>(op->a);
  const auto parts = op->form<Parts>();
  for (int part = 0; part < 2; ++part) {
    if (parts.slots[part] == kNoSlot) continue;
    Half* d = c.at<Half>(parts.slots[part]);
    for (std::uint32_t i = 0; i < kWarpSize; ++i) {
      d[i] =
          choose(c.lane_mask[i],
                 static_cast<Half>(a[i] >> (8 * sizeof(Half) * static_cast<unsigned>(part))), d[i]);
    }
  }
  return op + 1;
}

// d = four parts of kBits bits; parts of 8 bits have lanes of 16.
template <std::uint32_t kBits, typename Part>
const Operation* pack_four(WarpContext& c, const Operation* op) {
  constexpr std::size_t kBytes = kBits / 8;
  std::byte* d = c.at<std::byte>(op->d);
  const auto parts = op->form<Parts>();
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    std::array<std::byte, 4 * kBytes> value;
    for (std::uint32_t part = 0; part < 4; ++part)
      std::memcpy(&value[part * kBytes], c.at<Part>(parts.slots[part]) + i, kBytes);
    std::memcpy(d + i * value.size(), value.data(), value.size());
  }
  return op + 1;
}

template <std::uint32_t kBits, typename Part>
const Operation* unpack_four(WarpContext& c, const Operation* op) {
  constexpr std::size_t kBytes = kBits / 8;
  const std::byte* a = c.at<std::byte>(op->a);
  const auto parts = op->form<Parts>();
  for (std::uint32_t part = 0; part < 4; ++part) {
    if (parts.slots[part] == kNoSlot) continue;
    Part* d = c.at<Part>(parts.slots[part]);
    for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
      Part value = 0;
      std::memcpy(&value, a + (4 * i + part) * kBytes, kBytes);
      d[i] = value;
    }
  }
  return op + 1;
}

const Operation* pack_128(WarpContext& c, const Operation* op) {
  Bits128* d = c.at<Bits128>(op->d);
  const std::uint64_t* low = c.at<std::uint64_t>(op->a);
  const std::uint64_t* high = c.at<std::uint64_t>(op->b);
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    d[i] = {low[i], high[i]};
  }
  return op + 1;
}

const Operation* unpack_128(WarpContext& c, const Operation* op) {
  const Bits128* a = c.at<Bits128>(op->a);
  const auto parts = op->form<Parts>();
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (parts.slots[0] != kNoSlot) c.at<std::uint64_t>(parts.slots[0])[i] = a[i].low;
    if (parts.slots[1] != kNoSlot) c.at<std::uint64_t>(parts.slots[1])[i] = a[i].high;
  }
  return op + 1;
}

ptx::Type bits_of_size(std::uint32_t bytes) {
  if (bytes == 1) return ptx::Type::b8;
  return bytes == 2 ? ptx::Type::b16 : bytes == 4 ? ptx::Type::b32 : ptx::Type::b64;
}

void build_pack(Builder& builder, ptx::Type type) {
  const auto& parts = builder.operand(1).elements;
  const std::uint32_t bytes = ptx::size_bytes(type);
  if (parts.size() == 2 && (bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16)) {
    const ptx::Type half = bits_of_size(bytes / 2);
    const Slot low = builder.source(parts[0], half);
    const Slot high = builder.source(parts[1], half);
    const Slot d = builder.destination(0, type);
    Operation& op = builder.emit(bytes == 16  ? pack_128
                                 : bytes == 8 ? pack_two<std::uint64_t, std::uint32_t>
                                 : bytes == 4 ? pack_two<std::uint32_t, std::uint16_t>
                                              : pack_bytes);
    op.d = d;
    op.a = low;
    op.b = high;
    return;
  }
  if (parts.size() != 4 || bytes < 4) builder.unsupported("packing in this form");
  Parts slots;
  for (std::size_t i = 0; i < 4; ++i)
    slots.slots[i] = builder.source(parts[i], bits_of_size(bytes / 4));
  const Slot d = builder.destination(0, type);
  Operation& op = builder.emit(bytes == 16  ? pack_four<32, std::uint32_t>
                               : bytes == 8 ? pack_four<16, std::uint16_t>
                                            : pack_four<8, std::uint16_t>);
  op.d = d;
  op.set_form(slots);
}

void build_unpack(Builder& builder, ptx::Type type) {
  const auto& parts = builder.operand(0).elements;
  const std::uint32_t bytes = ptx::size_bytes(type);
  const bool is_two = parts.size() == 2 && (bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16);
  if (!is_two && (parts.size() != 4 || bytes < 4)) builder.unsupported("unpacking in this form");
  const Slot a = builder.source(1, type);
  const ptx::Type part_type = bits_of_size(bytes / static_cast<std::uint32_t>(parts.size()));
  Parts slots{{kNoSlot, kNoSlot, kNoSlot, kNoSlot}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].kind != ptx::Operand::Kind::sink)
      slots.slots[i] = builder.destination(parts[i], part_type);
  }
  // A destination that is the source's register would be overwritten before its other part is read;
  // PTX registers have one size, so that cannot be.
  Operation& op = builder.emit(!is_two && bytes == 16  ? unpack_four<32, std::uint32_t>
                               : !is_two && bytes == 8 ? unpack_four<16, std::uint16_t>
                               : !is_two               ? unpack_four<8, std::uint16_t>
                               : bytes == 2            ? unpack_bytes
                               : bytes == 16           ? unpack_128
                               : bytes == 8            ? unpack_two<std::uint64_t, std::uint32_t>
                                                       : unpack_two<std::uint32_t, std::uint16_t>);
  op.a = a;
  op.set_form(slots);
}

void build_move_predicate(Builder& builder) {
  bool ignored = false, negated = false;
  const Slot d = builder.predicate(builder.operand(0), ignored);
  const ptx::Operand& from = builder.operand(1);
  // %is_explicit_cluster: no launch here states the size of its clusters.
  const bool is_cluster_question =
      from.kind == ptx::Operand::Kind::special && from.name == "is_explicit_cluster";
  const bool is_literal = from.kind == ptx::Operand::Kind::integer || is_cluster_question;
  const Slot a = is_literal ? kNoSlot : builder.predicate(from, negated);
  Operation& op = builder.emit(move_predicate);
  op.d = d;
  op.a = a;
  const bool is_inverted = is_literal ? from.bits != 0 : negated;
  op.set_form(PredicateForm{is_inverted ? kFullMask : 0});
}

Handler same(std::uint32_t bytes) {
  switch (bytes) {
    case 2:
      return run_unary<Same, std::uint16_t, std::uint16_t>;
    case 4:
      return run_unary<Same, std::uint32_t, std::uint32_t>;
    case 8:
      return run_unary<Same, std::uint64_t, std::uint64_t>;
    case 16:
      return run_unary<Same, Bits128, Bits128>;
    default:
      return nullptr;
  }
}

/// The state space's among the generic addresses.
struct Window {
  std::uint64_t base;
};

// Between a state space's own addresses and generic ones.
template <bool kToGeneric>
const Operation* convert_address(WarpContext& c, const Operation* op) {
  std::uint64_t* d = c.at<std::uint64_t>(op->d);
  const std::uint64_t* a = c.at<std::uint64_t>(op->a);
  const auto base = op->form<Window>().base;
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    d[i] = choose(c.lane_mask[i], kToGeneric ? a[i] + base : a[i] - base, d[i]);
  return next(c, op);
}

// p = (a - base) < window size
const Operation* is_in_window(WarpContext& c, const Operation* op) {
  const std::uint64_t* a = c.at<std::uint64_t>(op->a);
  const auto base = op->form<Window>().base;
  std::uint32_t result = 0;
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    result |= (a[i] - base < memory::kWindowBytes ? 1u : 0u) << i;
  std::uint32_t& d = c.predicate(op->d);
  d = (d & ~c.active) | (result & c.active);
  return op + 1;
}

// Constant variables lie among the allocations of global memory.
bool is_constant(const Program& program, std::uint64_t address) {
  for (const ptx::Variable& variable : program.module().variables) {
    if (variable.space != ptx::Space::constant) continue;
    const auto symbol = program.symbol(variable.name);
    if (symbol && address - symbol->address < symbol->size_bytes) return true;
  }
  return false;
}

template <bool kConstant>
const Operation* is_global(WarpContext& c, const Operation* op) {
  const std::uint64_t* a = c.at<std::uint64_t>(op->a);
  std::uint32_t result = 0;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    const bool in_window = a[i] - memory::kSharedWindowBase < memory::kWindowBytes ||
                           a[i] - memory::kLocalWindowBase < memory::kWindowBytes ||
                           a[i] - memory::kParameterWindowBase < memory::kWindowBytes;
    if (!in_window && is_constant(*c.block->program, a[i]) == kConstant) result |= 1u << i;
  }
  std::uint32_t& d = c.predicate(op->d);
  d = (d & ~c.active) | (result & c.active);
  return op + 1;
}

}  // namespace

void build_mov(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type == ptx::Type::pred) {
    build_move_predicate(builder);
  } else if (builder.operand(1).kind == ptx::Operand::Kind::vector) {
    build_pack(builder, type);
  } else if (builder.operand(0).kind == ptx::Operand::Kind::vector) {
    build_unpack(builder, type);
  } else {
    emit_unary(builder, same(ptx::size_bytes(type)), type);
  }
}

void build_cvta(Builder& builder) {
  const bool to_space = builder.take("to");
  std::uint64_t base = 0;
  if (builder.take("shared") || builder.take("shared::cta") || builder.take("shared::cluster")) {
    base = memory::kSharedWindowBase;
  } else if (builder.take("local")) {
    base = memory::kLocalWindowBase;
  } else if (builder.take("param") || builder.take("param::entry")) {
    base = memory::kParameterWindowBase;
  } else if (!builder.take("global") && !builder.take("const")) {
    builder.unsupported("this state space");
  }
  const ptx::Type type = builder.need_type();
  if (ptx::size_bytes(type) != 8) builder.unsupported("32-bit addresses");
  emit_unary(builder, to_space ? convert_address<false> : convert_address<true>, type);
  builder.kernel().operations.back().set_form(Window{base});
}

void build_isspacep(Builder& builder) {
  Handler handler = is_in_window;
  std::uint64_t base = 0;
  if (builder.take("shared") || builder.take("shared::cta") || builder.take("shared::cluster")) {
    base = memory::kSharedWindowBase;
  } else if (builder.take("local")) {
    base = memory::kLocalWindowBase;
  } else if (builder.take("param") || builder.take("param::entry")) {
    base = memory::kParameterWindowBase;
  } else if (builder.take("global")) {
    handler = is_global<false>;
  } else if (builder.take("const")) {
    handler = is_global<true>;
  } else {
    builder.unsupported("this state space");
  }
  bool ignored = false;
  const Slot d = builder.predicate(builder.operand(0), ignored);
  const Slot a = builder.source(1, ptx::Type::b64);
  Operation& op = builder.emit(handler);
  op.d = d;
  op.a = a;
  op.set_form(Window{base});
}

}  // namespace warpscope::exec::move
