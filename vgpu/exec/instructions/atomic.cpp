// atom and red, PTX ISA manual section 9.7.13. Lanes act one after the other in lane order.

#include <algorithm>
#include <array>

#include "vgpu/exec/access/global_counts.h"
#include "vgpu/exec/instructions/atomic_operators.h"
#include "vgpu/exec/instructions/l1.h"
#include "vgpu/exec/instructions/memory.h"
#include "vgpu/exec/instructions/memory_handlers.h"
#include "vgpu/exec/instructions/select_memory.h"

namespace warpscope::exec::memory_access {
namespace {

using namespace atomics;

using Where = AtomicOperands::Place;

// The active lanes' cells.
struct Cells {
  LaneHosts hosts;
  LaneAddresses addresses;  // in shared memory, where all lie there: offsets, of loops only
  std::uint32_t global = 0, shared = 0;  // lanes
};

bool resolve_cells(WarpContext& c, const Operation* op, std::uint32_t size_bytes, Cells& cells) {
  const Where where = op->atomic.place;
  if (where == Where::shared_wide || where == Where::shared_narrow) {
    alignas(64) LaneOffsets offsets;
    if (where == Where::shared_wide) {
      lane_offsets<std::uint64_t>(c, op->a, op->atomic.offset, offsets);
    } else {
      lane_offsets<std::uint32_t>(c, op->a, op->atomic.offset, offsets);
    }
    if (is_loop(op->atomic.how))
      std::copy(std::begin(offsets), std::end(offsets), std::begin(cells.addresses));
    cells.shared = c.active;
    return resolve_shared<AtomicCounts>(c, op, op->site, offsets, size_bytes, true, cells.hosts);
  }
  LaneAddresses& addresses = cells.addresses;
  lane_addresses<std::uint64_t>(c, op->a, op->atomic.offset, addresses);
  if (where == Where::global) {
    cells.global = c.active;
    return resolve_global<AtomicCounts>(c, op, op->site, addresses, size_bytes, true, cells.hosts);
  }
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if (addresses[lane] < memory::kGlobalBase + memory::kGlobalRangeBytes)
      cells.global |= 1u << lane;
    if (addresses[lane] - memory::kSharedWindowBase < memory::kWindowBytes)
      cells.shared |= 1u << lane;
  }
  cells.global &= c.active;
  cells.shared &= c.active;
  return resolve_generic<AtomicCounts>(c, op, op->site, addresses, size_bytes, true, cells.hosts);
}

template <typename T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

// What the lanes of `lanes` find and leave.
template <typename T>
struct Operands {
  const T *b, *third;
};
template <typename F, typename T>
CellUpdates updates_of(const Cells& cells, const Operands<T>& operands, std::uint32_t lanes) {
  CellUpdates updates;
  std::copy(std::begin(cells.addresses), std::end(cells.addresses), std::begin(updates.addresses));
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    T before;
    std::memcpy(static_cast<void*>(&before), cells.hosts[lane], sizeof before);
    updates.before[lane] = bits_of(before);
    updates.wanted[lane] = bits_of(operands.b[lane]);
  }
  updates.operands = &operands;
  updates.updated = [](const void* given, std::uint32_t lane, std::uint64_t old) {
    const auto& by_lane = *static_cast<const Operands<T>*>(given);
    T value;
    std::memcpy(static_cast<void*>(&value), &old, sizeof value);
    return bits_of(updated<F, T>(value, by_lane.b[lane], by_lane.third[lane]));
  };
  return updates;
}

// An atomic that is a loop on the hardware counts by what its lanes find and leave. Called before
// the cells are updated.
template <typename F, typename T>
void count_loop(WarpContext& c, const Operation* op, std::uint32_t size_bytes, const Cells& cells) {
  const SharedAtomic how = op->atomic.how;
  const bool is_narrow = is_narrow_loop(*op, size_bytes);
  if (!is_loop(how) || (cells.shared == 0 && !is_narrow)) return;
  const bool is_generic = op->atomic.place == Where::generic;
  const T* b = c.at<T>(op->b);
  const Operands<T> operands{b, op->c == kNoSlot ? b : c.at<T>(op->c)};
  constexpr bool kIsExtreme = std::is_same_v<F, Min> || std::is_same_v<F, Max>;
  const auto turns_of = [&](std::uint32_t lanes) {
    const CellUpdates updates = updates_of<F, T>(cells, operands, lanes);
    return is_narrow ? narrow_turns(updates, lanes, how == SharedAtomic::narrow_swap)
                     : spin_turns(updates, lanes, sizeof(T), kIsExtreme);
  };
  if (is_narrow && cells.global != 0) {
    const LoopTurns turns = turns_of(cells.global);
    const std::uint32_t loads = op->atomic.loads;
    count_narrow_loop(c, op->site, loads + (is_generic ? 1 : 0), cells.addresses, turns);
    if (is_generic) c.access_counters[op->site + 1].wavefronts() += std::uint64_t{2} * turns.count;
  }
  if (cells.shared == 0) return;
  LaneOffsets offsets;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    offsets[lane] = static_cast<std::uint32_t>(cells.addresses[lane] -
                                               (is_generic ? memory::kSharedWindowBase : 0));
  count_shared_loop(c, *op, op->site + (is_generic ? 1 : 0), offsets, sizeof(T),
                    turns_of(counted_lanes(*op, cells.shared)), is_generic);
}

// d: old value (kNoSlot: not wanted), b and c: operands.
template <typename F, typename T>
void update_lanes(WarpContext& c, const Operation* op, const LaneHosts& hosts,
                  std::uint32_t lanes) {
  T* d = op->d == kNoSlot ? nullptr : c.at<T>(op->d);
  const T* b = c.at<T>(op->b);
  const T* third = op->c == kNoSlot ? b : c.at<T>(op->c);
  const std::uint32_t count = op->atomic.elements;
  if constexpr (std::is_integral_v<T> && sizeof(T) >= 4) {
    if (c.block->worker->launch().is_parallel) {
      // Kernels whose results depend on the order of such updates run on one thread.
      for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const T old = update_concurrently<F, T>(hosts[lane], b[lane], third[lane]);
        if (d != nullptr) d[lane] = old;
      }
      return;
    }
  }
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t at = k * kWarpSize + lane;
      const T old = update<F, T>(hosts[lane] + k * sizeof(T), b[at], third[at]);
      if (d != nullptr) d[at] = old;
    }
  }
}

// LeftOut: the lanes find what is there, and change nothing.
template <typename T>
void read_lanes(WarpContext& c, const Operation* op, const LaneHosts& hosts, std::uint32_t lanes) {
  if (op->d == kNoSlot) return;
  T* d = c.at<T>(op->d);
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    for (std::uint32_t k = 0; k < op->atomic.elements; ++k)
      std::memcpy(static_cast<void*>(&d[k * kWarpSize + lane]), hosts[lane] + k * sizeof(T),
                  sizeof(T));
  }
}

template <typename F, typename T>
const Operation* atomic(WarpContext& c, const Operation* op) {
  Cells cells;
  const LaneHosts& hosts = cells.hosts;
  const auto size_bytes = static_cast<std::uint32_t>(sizeof(T)) * op->atomic.elements;
  if (!resolve_cells(c, op, size_bytes, cells)) return nullptr;
  if constexpr (sizeof(T) <= sizeof(std::uint64_t)) count_loop<F, T>(c, op, size_bytes, cells);
  const LeftOut& left_out = c.block->options->left_out;
  const bool is_shared_idle = left_out.shared_atomics && op->atomic.is_of_data;
  const std::uint32_t idle =
      (left_out.global_atomics ? cells.global : 0) | (is_shared_idle ? cells.shared : 0);
  if (idle != 0) read_lanes<T>(c, op, hosts, idle);
  const std::uint32_t lanes = c.active & ~idle;
  if constexpr (std::is_same_v<F, Add> && std::is_floating_point_v<T>) {
    update_lanes<AddInGlobal, T>(c, op, hosts, lanes & cells.global);
    update_lanes<Add, T>(c, op, hosts, lanes & ~cells.global);
  } else {
    update_lanes<F, T>(c, op, hosts, lanes);
  }
  return op + 1;
}

template <typename F>
Handler bitwise(ptx::Type type) {
  if (ptx::is_float(type)) return nullptr;
  return ptx::size_bytes(type) == 4   ? atomic<F, std::uint32_t>
         : ptx::size_bytes(type) == 8 ? atomic<F, std::uint64_t>
                                      : nullptr;
}

Handler exchange(ptx::Type type) {
  if (type == ptx::Type::b128) return atomic<Exchange, Bits128>;
  return bitwise<Exchange>(type);
}

Handler compare_and_swap(ptx::Type type) {
  if (type == ptx::Type::b128) return atomic<CompareAndSwap, Bits128>;
  if (ptx::size_bytes(type) == 2 && !ptx::is_float(type))
    return atomic<CompareAndSwap, std::uint16_t>;
  return bitwise<CompareAndSwap>(type);
}

template <typename F>
Handler ordered(ptx::Type type) {
  switch (type) {
    case ptx::Type::u32:
      return atomic<F, std::uint32_t>;
    case ptx::Type::s32:
      return atomic<F, std::int32_t>;
    case ptx::Type::u64:
      return atomic<F, std::uint64_t>;
    case ptx::Type::s64:
      return atomic<F, std::int64_t>;
    case ptx::Type::f16:
      return atomic<F, Stored<Half>>;
    case ptx::Type::bf16:
      return atomic<F, Stored<Bfloat>>;
    case ptx::Type::f16x2:
      return atomic<F, Pair<Stored<Half>>>;
    case ptx::Type::bf16x2:
      return atomic<F, Pair<Stored<Bfloat>>>;
    default:
      return nullptr;
  }
}

Handler add(ptx::Type type) {
  if (type == ptx::Type::f32) return atomic<Add, float>;
  if (type == ptx::Type::f64) return atomic<Add, double>;
  return ordered<Add>(type);
}

template <typename F>
Handler counting(ptx::Type type) {
  return type == ptx::Type::u32 ? atomic<F, std::uint32_t> : nullptr;
}

struct OperatorRow {
  std::string_view name;
  Handler (*handler)(ptx::Type);
  std::size_t operands;  // besides the address
};
constexpr std::array<OperatorRow, 10> kOperators{{
    {"add", add, 1},
    {"and", bitwise<And>, 1},
    {"or", bitwise<Or>, 1},
    {"xor", bitwise<Xor>, 1},
    {"exch", exchange, 1},
    {"cas", compare_and_swap, 2},
    {"min", ordered<Min>, 1},
    {"max", ordered<Max>, 1},
    {"inc", counting<Increment>, 1},
    {"dec", counting<Decrement>, 1},
}};

Where where(Builder& builder, ptx::Space space, std::uint32_t address_lane_bytes) {
  const bool is_wide = address_lane_bytes == 8;
  if (space == ptx::Space::shared) return is_wide ? Where::shared_wide : Where::shared_narrow;
  if (!is_wide) builder.unsupported("a 32-bit address");
  if (space == ptx::Space::global) return Where::global;
  if (space != ptx::Space::generic) builder.unsupported("this state space");
  return Where::generic;
}

void emit_copy(Builder& builder, Slot to, Slot from, std::uint32_t lane_bytes) {
  Operation& op = builder.emit(select_copy(lane_bytes));
  op.d = to;
  op.a = from;
}

// A vector's registers anywhere in the register file, for the handlers one behind the other.
struct Gathered {
  Slot slot = kNoSlot;
  std::vector<Slot> elements;
};

Gathered gather(Builder& builder, ptx::Type type, std::uint32_t length) {
  Gathered result;
  const std::uint32_t bytes = ptx::size_bytes(type) * kWarpSize;
  result.slot = builder.scratch(bytes * length);
  for (std::uint32_t k = 0; k < length; ++k)
    result.elements.push_back(behind(result.slot, k * bytes));
  return result;
}

// What ptxas makes of an atomic on shared memory for sm_90 (counter_probes.cu and shared_probes.cu
// on an H200), and of one on 16 bits anywhere.
SharedAtomic shared_form(std::string_view name, ptx::Type type, bool is_counting,
                         const ptx::Operand& value) {
  if (ptx::size_bytes(type) == 2)
    return name == "cas" ? SharedAtomic::narrow_swap : SharedAtomic::narrow_loop;
  if (name == "cas") return SharedAtomic::compare_and_swap;
  if (name == "exch") return SharedAtomic::native;
  if (ptx::is_float(type) || ptx::size_bytes(type) != 4) return SharedAtomic::loop;
  const bool is_one = value.kind == ptx::Operand::Kind::integer && value.bits == 1;
  return name == "add" && is_counting && is_one ? SharedAtomic::counting : SharedAtomic::native;
}

// AccessSite::reduction: updates of integers of one size by one operator, and of one sign where
// that matters.
std::uint8_t commuting_kind(const OperatorRow& row, ptx::Type type) {
  constexpr std::array<std::string_view, 6> kCommuting{"add", "and", "or", "xor", "min", "max"};
  const auto found = std::find(kCommuting.begin(), kCommuting.end(), row.name);
  if (found == kCommuting.end() || ptx::is_float(type)) return 0;
  const bool is_signed = row.name[0] == 'm' && (type == ptx::Type::s32 || type == ptx::Type::s64);
  const auto number = static_cast<std::uint32_t>(found - kCommuting.begin()) + 1;
  return static_cast<std::uint8_t>(number * 32 + ptx::size_bytes(type) * 2 + (is_signed ? 1 : 0));
}

bool is_any_read(Builder& builder, const ptx::Operand& destination) {
  if (destination.kind != ptx::Operand::Kind::vector) return builder.is_read(destination);
  return std::any_of(destination.elements.begin(), destination.elements.end(),
                     [&](const ptx::Operand& element) { return builder.is_read(element); });
}

// Lanes that update one cell: ptxas adds up or compares what they bring and has one lane do it.
// Read off ptxas 13.0 for sm_90, which knows that the address is the same for all.
Together performed_together(std::string_view name, ptx::Type type, bool is_result_read,
                            bool is_value_uniform) {
  constexpr std::array<std::string_view, 5> kBits{"and", "or", "xor", "min", "max"};
  if (ptx::is_float(type)) return Together::no;
  if (name == "add" && is_value_uniform) return Together::always;
  if (ptx::size_bytes(type) != 4) return Together::no;
  if (name == "add") return is_result_read ? Together::all_lanes : Together::always;
  const bool is_known = std::find(kBits.begin(), kBits.end(), name) != kBits.end();
  return is_known && !is_result_read ? Together::always : Together::no;
}

// What the instruction says.
struct AtomicForm {
  bool has_destination = false;
  ptx::Space space = ptx::Space::generic;
  const OperatorRow* row = nullptr;
  std::uint32_t length = 1;  // of a vector
  ptx::Type type = ptx::Type::none;
  std::size_t address_index = 0;  // operand; values follow
  AddressOperand address;
  Handler handler = nullptr;
  Where place = Where::global;

  std::uint32_t size_bytes() const { return ptx::size_bytes(type) * length; }
  bool is_narrow() const { return size_bytes() == 2; }
  bool is(std::string_view name) const { return row->name == name; }
};

AtomicForm read_form(Builder& builder, bool has_destination) {
  AtomicForm form;
  form.has_destination = has_destination;
  take_ordering(builder);
  form.space = take_space(builder);
  take_ordering(builder);
  for (const OperatorRow& candidate : kOperators) {
    if (builder.take(candidate.name)) form.row = &candidate;
  }
  if (form.row == nullptr) builder.unsupported("this operator");
  builder.take("noftz");
  form.length = builder.take("v2") ? 2 : builder.take("v4") ? 4 : builder.take("v8") ? 8 : 1;
  form.type = builder.need_type();
  form.address_index = has_destination ? 1 : 0;
  form.address = builder.address(form.address_index, form.space);
  form.handler = form.row->handler(form.type);
  const bool is_vector_type = ptx::is_float(form.type) && ptx::size_bytes(form.type) <= 4;
  if (form.handler == nullptr || (form.length > 1 && (!is_vector_type || form.size_bytes() > 16)))
    builder.unsupported("this type");
  form.place = where(builder, form.space, form.address.lane_bytes);
  check_cache_policy(builder, form.address_index + 1 + form.row->operands);
  return form;
}

struct AtomicRegisters {
  Slot d = kNoSlot, b = kNoSlot, c = kNoSlot;
  Gathered old;  // of a vector, to be copied to its registers
};

AtomicRegisters take_registers(Builder& builder, const AtomicForm& form) {
  AtomicRegisters registers;
  const bool wants_old =
      form.has_destination && builder.operand(0).kind != ptx::Operand::Kind::sink;
  if (form.length == 1) {
    registers.b = builder.source(form.address_index + 1, form.type);
    if (form.row->operands == 2) registers.c = builder.source(form.address_index + 2, form.type);
    if (wants_old) registers.d = builder.destination(0, form.type);
    return registers;
  }
  const Gathered value = gather(builder, form.type, form.length);
  const auto from = elements_of(builder, builder.operand(form.address_index + 1), form.length);
  for (std::uint32_t k = 0; k < form.length; ++k)
    emit_copy(builder, value.elements[k], builder.source(from[k], form.type),
              ptx::size_bytes(form.type));
  registers.b = value.slot;
  if (wants_old) {
    registers.old = gather(builder, form.type, form.length);
    registers.d = registers.old.slot;
  }
  return registers;
}

struct AtomicSites {
  std::uint32_t first = 0, loads = 0;
};

AtomicSites add_sites(Builder& builder, const AtomicForm& form, bool is_result_read,
                      bool is_reduction, SharedAtomic how) {
  AtomicSites sites;
  sites.first = builder.add_site(
      form.space == ptx::Space::shared
          ? AccessSite::Kind::shared_atomic
          : (is_reduction ? AccessSite::Kind::global_reduction : AccessSite::Kind::global_atomic));
  if (form.space != ptx::Space::shared)
    builder.set_reduction(sites.first, commuting_kind(*form.row, form.type));
  builder.site(sites.first).computes_floats = ptx::is_float(form.type);
  if (form.space == ptx::Space::generic) {
    builder.add_site(AccessSite::Kind::shared_atomic);
    builder.add_site(AccessSite::Kind::local_store);
  }
  const auto end = static_cast<std::uint32_t>(builder.kernel().sites.size());
  for (std::uint32_t i = sites.first; i < end; ++i) {
    AccessSite& at = builder.site(i);
    // An exchange does not compute with what it finds.
    if (form.is("exch")) at.used_bytes = is_result_read ? ~0u : 0;
    if (!builder.is_observed()) continue;
    at.element_bytes = static_cast<std::uint8_t>(ptx::size_bytes(form.type));
    at.is_result_used = is_result_read;
    at.swap = form.is("exch")  ? AccessSite::Swap::always
              : form.is("cas") ? AccessSite::Swap::if_equal
                               : AccessSite::Swap::none;
  }
  if (form.space == ptx::Space::global) {
    if (form.is_narrow()) sites.loads = builder.add_site(AccessSite::Kind::global_load);
  } else if (form.is_narrow() || how == SharedAtomic::loop) {
    sites.loads = builder.add_site(AccessSite::Kind::shared_load);
  }
  if (form.is_narrow() && form.space == ptx::Space::generic)
    builder.add_site(AccessSite::Kind::global_load);
  return sites;
}

void build(Builder& builder, bool has_destination) {
  const AtomicForm form = read_form(builder, has_destination);
  const AtomicRegisters registers = take_registers(builder, form);
  // One of 16 bits is a loop that needs the old value; the form with generic addresses returns it.
  const bool is_result_read = has_destination && is_any_read(builder, builder.operand(0));
  const bool is_reduction = !is_result_read && !form.is("cas") && !form.is("exch") &&
                            form.size_bytes() > 2 && form.space != ptx::Space::generic;
  const ptx::Operand& value = builder.operand(form.address_index + 1);
  const SharedAtomic how = shared_form(form.row->name, form.type, is_reduction, value);
  const AtomicSites sites = add_sites(builder, form, is_result_read, is_reduction, how);
  const bool is_one_cell =
      builder.is_uniform(builder.operand(form.address_index)) && form.length == 1;
  const Together together =
      is_one_cell
          ? performed_together(form.row->name, form.type, is_result_read, builder.is_uniform(value))
          : Together::no;
  Operation& op = builder.emit(form.handler);
  op.d = registers.d;
  op.a = form.address.slot;
  op.b = registers.b;
  op.c = registers.c;
  op.site = sites.first;
  op.atomic = {Pieces{1, {{{0, static_cast<std::uint8_t>(form.size_bytes())}, {}}}}.pack(),
               form.place,
               how,
               together,
               static_cast<std::uint8_t>(form.length),
               builder.is_of_data(),
               form.address.offset,
               sites.loads};
  l1::emit_drop_if_acquiring(builder);
  if (registers.old.elements.empty()) return;
  const auto to = elements_of(builder, builder.operand(0), form.length);
  for (std::uint32_t k = 0; k < form.length; ++k) {
    if (to[k].kind != ptx::Operand::Kind::sink)
      emit_copy(builder, builder.destination(to[k], form.type), registers.old.elements[k],
                ptx::size_bytes(form.type));
  }
}

}  // namespace

void build_atom(Builder& builder) { build(builder, true); }
void build_red(Builder& builder) {
  if (builder.take("async")) {
    build_red_async(builder);
  } else {
    build(builder, false);
  }
}

}  // namespace warpscope::exec::memory_access
