// atom and red, PTX ISA manual sections 9.7.13. Lanes act one after the other in lane order.

#include <algorithm>
#include <array>
#include <type_traits>

#include "vgpu/exec/instructions/memory.h"
#include "vgpu/exec/instructions/memory_handlers.h"

namespace warpscope::exec::memory_access {
namespace {

template <typename T>
struct Add {
  static T apply(T old, T b, T) {
    if constexpr (std::is_floating_point_v<T>)
      return old + b;
    else
      return static_cast<T>(static_cast<std::make_unsigned_t<T>>(old) +
                            static_cast<std::make_unsigned_t<T>>(b));
  }
};
template <typename T>
struct And {
  static T apply(T old, T b, T) { return old & b; }
};
template <typename T>
struct Or {
  static T apply(T old, T b, T) { return old | b; }
};
template <typename T>
struct Xor {
  static T apply(T old, T b, T) { return old ^ b; }
};
template <typename T>
struct Exchange {
  static T apply(T, T b, T) { return b; }
};
template <typename T>
struct CompareAndSwap {
  static T apply(T old, T b, T c) { return old == b ? c : old; }
};
template <typename T>
struct Min {
  static T apply(T old, T b, T) { return std::min(old, b); }
};
template <typename T>
struct Max {
  static T apply(T old, T b, T) { return std::max(old, b); }
};
template <typename T>
struct Increment {
  static T apply(T old, T b, T) { return old >= b ? T{0} : old + 1; }
};
template <typename T>
struct Decrement {
  static T apply(T old, T b, T) { return old == 0 || old > b ? b : old - 1; }
};

// d: old value (kNoSlot: not wanted), b and c: operands.
template <template <typename> typename F, typename T>
void update_lanes(WarpContext& c, const Operation* op, const LaneHosts& hosts) {
  T* d = op->d == kNoSlot ? nullptr : c.at<T>(op->d);
  const T* b = c.at<T>(op->b);
  const T* third = op->c == kNoSlot ? b : c.at<T>(op->c);
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    T old;
    std::memcpy(&old, hosts[lane], sizeof old);
    const T value = F<T>::apply(old, b[lane], third[lane]);
    std::memcpy(hosts[lane], &value, sizeof value);
    if (d != nullptr) d[lane] = old;
  }
}

template <template <typename> typename F, typename T>
const Operation* atomic_global(WarpContext& c, const Operation* op) {
  alignas(64) LaneAddresses addresses;
  lane_addresses<std::uint64_t>(c, op, addresses);
  LaneHosts hosts;
  if (!resolve_global(c, op, op->counter, addresses, sizeof(T), true, hosts)) return nullptr;
  update_lanes<F, T>(c, op, hosts);
  return op + 1;
}

template <template <typename> typename F, typename T, typename A>
const Operation* atomic_shared(WarpContext& c, const Operation* op) {
  alignas(64) LaneOffsets offsets;
  lane_offsets<A>(c, op, offsets);
  LaneHosts hosts;
  if (!resolve_shared(c, op, op->counter, offsets, sizeof(T), true, hosts)) return nullptr;
  update_lanes<F, T>(c, op, hosts);
  return op + 1;
}

template <template <typename> typename F, typename T>
const Operation* atomic_generic(WarpContext& c, const Operation* op) {
  alignas(64) LaneAddresses addresses;
  lane_addresses<std::uint64_t>(c, op, addresses);
  LaneHosts hosts;
  if (!resolve_generic(c, op, op->counter, addresses, sizeof(T), true, hosts)) return nullptr;
  update_lanes<F, T>(c, op, hosts);
  return op + 1;
}

template <template <typename> typename F, typename T>
Handler by_space(ptx::Space space, std::uint32_t address_lane_bytes) {
  switch (space) {
    case ptx::Space::global:
      return address_lane_bytes == 8 ? atomic_global<F, T> : nullptr;
    case ptx::Space::shared:
      return address_lane_bytes == 8 ? atomic_shared<F, T, std::uint64_t>
                                     : atomic_shared<F, T, std::uint32_t>;
    case ptx::Space::generic:
      return address_lane_bytes == 8 ? atomic_generic<F, T> : nullptr;
    default:
      return nullptr;
  }
}

struct Form {
  ptx::Space space;
  ptx::Type type;
  std::uint32_t address_lane_bytes;
};

template <template <typename> typename F>
Handler bitwise(const Form& form) {
  switch (ptx::size_bytes(form.type)) {
    case 4:
      return by_space<F, std::uint32_t>(form.space, form.address_lane_bytes);
    case 8:
      return by_space<F, std::uint64_t>(form.space, form.address_lane_bytes);
    default:
      return nullptr;
  }
}

template <template <typename> typename F>
Handler ordered(const Form& form) {
  switch (form.type) {
    case ptx::Type::u32:
      return by_space<F, std::uint32_t>(form.space, form.address_lane_bytes);
    case ptx::Type::s32:
      return by_space<F, std::int32_t>(form.space, form.address_lane_bytes);
    case ptx::Type::u64:
      return by_space<F, std::uint64_t>(form.space, form.address_lane_bytes);
    case ptx::Type::s64:
      return by_space<F, std::int64_t>(form.space, form.address_lane_bytes);
    default:
      return nullptr;
  }
}

Handler add(const Form& form) {
  if (form.type == ptx::Type::f32) return by_space<Add, float>(form.space, form.address_lane_bytes);
  if (form.type == ptx::Type::f64)
    return by_space<Add, double>(form.space, form.address_lane_bytes);
  return ordered<Add>(form);
}

template <template <typename> typename F>
Handler counting(const Form& form) {
  return form.type == ptx::Type::u32
             ? by_space<F, std::uint32_t>(form.space, form.address_lane_bytes)
             : nullptr;
}

struct OperatorRow {
  std::string_view name;
  Handler (*handler)(const Form&);
  std::size_t operands;  // besides the address
};
constexpr std::array<OperatorRow, 10> kOperators{{
    {"add", add, 1},
    {"and", bitwise<And>, 1},
    {"or", bitwise<Or>, 1},
    {"xor", bitwise<Xor>, 1},
    {"exch", bitwise<Exchange>, 1},
    {"cas", bitwise<CompareAndSwap>, 2},
    {"min", ordered<Min>, 1},
    {"max", ordered<Max>, 1},
    {"inc", counting<Increment>, 1},
    {"dec", counting<Decrement>, 1},
}};

void build(Builder& builder, bool has_destination) {
  take_ordering(builder);
  const ptx::Space space = take_space(builder);
  take_ordering(builder);
  const OperatorRow* row = nullptr;
  for (const OperatorRow& candidate : kOperators) {
    if (builder.take(candidate.name)) row = &candidate;
  }
  if (row == nullptr) builder.unsupported("this operator");
  const ptx::Type type = builder.need_type();
  const std::size_t address_index = has_destination ? 1 : 0;
  const AddressOperand address = builder.address(address_index, space);
  const Handler handler = row->handler({space, type, address.lane_bytes});
  if (handler == nullptr) builder.unsupported("this type or address");
  const Slot b = builder.source(address_index + 1, type);
  const Slot third = row->operands == 2 ? builder.source(address_index + 2, type) : kNoSlot;
  const bool wants_old = has_destination && builder.operand(0).kind != ptx::Operand::Kind::sink;
  const Slot d = wants_old ? builder.destination(0, type) : kNoSlot;
  const bool is_shared = space == ptx::Space::shared;
  const std::uint32_t site = builder.add_site(is_shared ? AccessSite::Kind::shared_atomic
                                                        : AccessSite::Kind::global_atomic);
  if (space == ptx::Space::generic) {
    builder.add_site(AccessSite::Kind::shared_atomic);
    builder.add_site(AccessSite::Kind::local_store);
  }
  Operation& op = builder.emit(handler);
  op.d = d;
  op.a = address.slot;
  op.b = b;
  op.c = third;
  op.immediate = address.offset;
  op.counter = site;
  op.target = Pieces{1, {{{0, static_cast<std::uint8_t>(ptx::size_bytes(type))}, {}}}}.pack();
}

}  // namespace

void build_atom(Builder& builder) { build(builder, true); }
void build_red(Builder& builder) { build(builder, false); }

}  // namespace warpscope::exec::memory_access
