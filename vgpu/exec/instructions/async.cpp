// Asynchronous copies, PTX ISA manual sections 9.7.9.25: cp.async, cp.async.bulk,
// cp.reduce.async.bulk, st.async and red.async. They are checked and counted when they are issued
// and performed when something waits for them (machine/async_copies.h).

#include "vgpu/exec/instructions/async.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "vgpu/counting/copy_conflicts.h"
#include "vgpu/exec/access/observers.h"
#include "vgpu/exec/access/resolve_range.h"
#include "vgpu/exec/instructions/mbarrier_trace.h"
#include "vgpu/exec/instructions/memory.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::async {
namespace {

struct Offset {
  std::int64_t bytes;
};

template <typename A>
const Operation* add_offset(WarpContext& c, const Operation* op) {
  const auto offset = op->form<Offset>();
  const A* a = c.at<A>(op->a);
  std::uint64_t* d = c.at<std::uint64_t>(op->d);
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    d[i] = a[i] + static_cast<std::uint64_t>(offset.bytes);
  return op + 1;
}

// Offset in the block's shared memory, from one or from a generic address.
std::uint64_t shared_offset(std::uint64_t address) {
  const std::uint64_t offset = address - memory::kSharedWindowBase;
  return offset < memory::kWindowBytes ? offset : address;
}

// LeftOut::shared_exchange: what a lane copies to shared memory is its own.
void note_writers(WarpContext& c, const std::uint32_t* offsets, std::uint32_t size_bytes) {
  SharedWriters& writers = c.block->shared_writers;
  if (!writers.is_on()) return;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    writers.write(offsets[lane], size_bytes, c.warp_index * kWarpSize + lane);
  }
}

// a: destination, b: source.
const Operation* copy_async(WarpContext& c, const Operation* op) {
  const std::uint32_t size_bytes = op->copy.size_bytes;
  if (c.active == 0) return op + 1;
  LaneSizes sizes;
  sizes.fill(size_bytes);
  if (op->copy.source_bytes != kNoSlot) {
    const std::uint32_t* given = c.at<std::uint32_t>(op->copy.source_bytes);
    for (std::uint32_t i = 0; i < kWarpSize; ++i) sizes[i] = std::min(given[i], size_bytes);
  }
  if (op->copy.ignored != kNoSlot) {
    std::uint32_t ignored = c.predicate(op->copy.ignored);
    if (op->copy.is_ignored_negated) ignored = ~ignored;
    for (std::uint32_t i = 0; i < kWarpSize; ++i) {
      if ((ignored >> i & 1u) != 0) sizes[i] = 0;
    }
  }
  alignas(64) LaneAddresses from;
  std::memcpy(from, c.at<std::uint64_t>(op->b), sizeof from);
  const std::uint64_t* to = c.at<std::uint64_t>(op->a);
  alignas(64) LaneOffsets offsets;
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    offsets[i] = static_cast<std::uint32_t>(shared_offset(to[i]));
  LaneHosts sources, destinations;
  const bool bypasses_l1 = op->copy.bypasses_l1;
  if (!resolve_global_parts(c, op, op->site, from, sizes, size_bytes,
                            bypasses_l1 ? offsets : nullptr, sources) ||
      !resolve_shared<CopyStoreCounts>(c, op, op->site + 1, offsets, size_bytes, true,
                                       destinations))
    return nullptr;
  std::uint32_t filling = 0;
  for (std::uint32_t i = 0; i < kWarpSize; ++i) filling |= sizes[i] == 0 ? 1u << i : 0;
  if (!bypasses_l1)
    c.access_counters[op->site + 1].conflicts() +=
        count_copy_conflicts(from, offsets, c.active, filling, size_bytes);
  note_writers(c, offsets, size_bytes);
  WarpCopy& copy = c.block->async.issue(c.warp_index, c.active);
  copy.size_bytes = size_bytes;
  copy.instruction = op->instruction;
  copy.source_bytes = sizes;
  copy.to = destinations;
  for (std::uint32_t i = 0; i < kWarpSize; ++i) copy.from[i] = sources[i];
  return op + 1;
}

const Operation* commit_group(WarpContext& c, const Operation* op) {
  c.block->async.commit(c.warp_index, c.active);
  return op + 1;
}

/// How many of the newest groups need not be done.
struct Groups {
  std::uint32_t most_recent;
};

const Operation* wait_group(WarpContext& c, const Operation* op) {
  c.block->async.wait_group(c.warp_index, c.active, op->form<Groups>().most_recent);
  return op + 1;
}

const Operation* wait_all(WarpContext& c, const Operation* op) {
  c.block->async.wait_all(c.warp_index, c.active);
  return op + 1;
}

struct ArrivalForm {
  bool counts_already;  ///< .noinc
};

// a: mbarrier.
const Operation* arrive_when_copied(WarpContext& c, const Operation* op) {
  const std::uint64_t* addresses = c.at<std::uint64_t>(op->a);
  LaneHosts hosts{};
  TracedLanes traced(c, op, MbarrierRecord::Kind::copies_arrive);
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    hosts[lane] = resolve_mbarrier(c, op, lane, addresses[lane], true);
    if (hosts[lane] == nullptr) return nullptr;
    MbarrierRecord& told = traced.of(lane, hosts[lane]);
    if (op->form<ArrivalForm>().counts_already) continue;
    ++told.count;
    Mbarrier object = Mbarrier::load(hosts[lane]);
    if (object.pending == Mbarrier::kMostArrivals) {
      return raise(c, op, Fault::Kind::trap, 1u << lane,
                   "An mbarrier cannot wait for more than 1048575 arrivals.");
    }
    ++object.pending;
    object.store(hosts[lane]);
  }
  traced.write();
  if (c.active == 0) return op + 1;
  WarpCopy& arrival = c.block->async.issue_arrival(c.warp_index, c.active);
  arrival.to = hosts;
  return op + 1;
}

enum class Route : std::uint8_t { global_to_shared, shared_to_shared, shared_to_global };

// Of a bulk reduction each operation on an element is relaxed, among the device (PTX ISA manual,
// section 9.7.9.25.4.2).
Ordering ordering_of(const BulkCopy& copy) {
  return copy.reduce != nullptr ? Ordering::relaxed : Ordering::weak;
}

struct BulkForm {
  Slot mbarrier;            ///< kNoSlot: none
  std::uint32_t reduction;  ///< its number; 0: none
};

// a: destination, b: source, c: size.
template <Route kRoute>
const Operation* copy_bulk(WarpContext& c, const Operation* op) {
  constexpr std::uint32_t kAlignment = 16;
  const std::uint64_t* to = c.at<std::uint64_t>(op->a);
  const std::uint64_t* from = c.at<std::uint64_t>(op->b);
  const std::uint32_t* sizes = c.at<std::uint32_t>(op->c);
  const auto form = op->form<BulkForm>();
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    BulkCopy copy;
    copy.thread = c.warp_index * kWarpSize + lane;
    copy.size_bytes = sizes[lane];
    if (copy.size_bytes % kAlignment != 0) {
      return raise(c, op, Fault::Kind::misaligned_address, 1u << lane,
                   "A bulk copy of " + std::to_string(copy.size_bytes) +
                       " bytes, which is not a multiple of 16.");
    }
    const auto resolve = [&](bool is_global, std::uint64_t address, bool is_store) {
      return is_global
                 ? resolve_global_range(c, op, lane, address, copy.size_bytes, kAlignment, is_store)
                 : resolve_shared_range(c, op, lane, address, copy.size_bytes, kAlignment,
                                        is_store);
    };
    auto destination = resolve(kRoute == Route::shared_to_global, to[lane], true);
    if (!destination) return nullptr;
    const auto source = resolve(kRoute == Route::global_to_shared, from[lane], false);
    if (!source) return nullptr;
    copy.to = destination->host;
    copy.from = source->host;
    if (form.mbarrier != kNoSlot) {
      copy.mbarrier = resolve_mbarrier(c, op, lane, c.at<std::uint64_t>(form.mbarrier)[lane], true);
      if (copy.mbarrier == nullptr) return nullptr;
    }
    copy.reduce = reduction(form.reduction);
    copy.is_to_global = kRoute == Route::shared_to_global;
    copy.instruction = op->instruction;
    SharedWriters& writers = c.block->shared_writers;
    if (writers.is_on() && kRoute != Route::global_to_shared)
      copy.brings_other_bytes =
          writers.has_of_another(shared_offset(from[lane]), copy.size_bytes, copy.thread);
    if (writers.is_on() && kRoute != Route::shared_to_global)
      writers.write(shared_offset(to[lane]), copy.size_bytes, copy.thread);
    destination->ordering = ordering_of(copy);
    if (!BulkObservers::tell(c, *source) || !BulkObservers::tell(c, *destination)) return nullptr;
    c.block->async.issue(copy);
    if (c.trace == nullptr) continue;
    BulkCopyRecord traced{.instruction = op->instruction, .lane = lane};
    if (copy.mbarrier != nullptr) traced.mbarrier = offset_of(*c.block, copy.mbarrier);
    traced.bytes = copy.size_bytes;
    traced.is_to_global = copy.is_to_global;
    traced.is_within_shared = kRoute == Route::shared_to_shared;
    if (kRoute == Route::global_to_shared) traced.address = from[lane];
    if (kRoute == Route::shared_to_global) traced.address = to[lane];
    c.trace->bulk_copy(traced);
  }
  return op + 1;
}

const Operation* commit_bulk(WarpContext& c, const Operation* op) {
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    c.block->async.commit_bulk(c.warp_index * kWarpSize + lane);
  }
  return op + 1;
}

const Operation* wait_bulk(WarpContext& c, const Operation* op) {
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    c.block->async.wait_bulk(c.warp_index * kWarpSize + lane, op->form<Groups>().most_recent);
  }
  return op + 1;
}

struct StoreForm {
  Slot elements[4];
  std::uint32_t count, element_bytes;
  std::uint32_t reduction;  ///< its number; 0: none
};

// st.async and red.async. a: destination, b: mbarrier.
const Operation* store_async(WarpContext& c, const Operation* op) {
  const auto form = op->form<StoreForm>();
  const std::uint32_t element_bytes = form.element_bytes;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    BulkCopy copy;
    copy.thread = c.warp_index * kWarpSize + lane;
    copy.size_bytes = element_bytes * form.count;
    auto destination = resolve_shared_range(c, op, lane, c.at<std::uint64_t>(op->a)[lane],
                                            copy.size_bytes, copy.size_bytes, true);
    if (!destination) return nullptr;
    copy.to = destination->host;
    copy.mbarrier = resolve_mbarrier(c, op, lane, c.at<std::uint64_t>(op->b)[lane], true);
    if (copy.mbarrier == nullptr) return nullptr;
    for (std::uint32_t k = 0; k < form.count; ++k) {
      std::memcpy(copy.value.data() + std::size_t{k} * element_bytes,
                  c.at<std::byte>(form.elements[k]) + std::size_t{lane} * element_bytes,
                  element_bytes);
    }
    copy.reduce = reduction(form.reduction);
    copy.instruction = op->instruction;
    destination->ordering = ordering_of(copy);
    if (!BulkObservers::tell(c, *destination)) return nullptr;
    c.block->async.issue(copy);
  }
  return op + 1;
}

}  // namespace

void build_store_async(Builder& builder, bool is_reduction) {
  memory_access::take_ordering(builder);
  builder.take_all({"shared::cluster", "mbarrier::complete_tx::bytes"});
  const std::uint32_t length = builder.take("v2") ? 2 : builder.take("v4") ? 4 : 1;
  const std::uint32_t number = is_reduction ? take_reduction(builder, false) : 0;
  std::uint32_t bytes = 0;
  StoreForm form{{kNoSlot, kNoSlot, kNoSlot, kNoSlot}, length, 0, number};
  const ptx::Type type = is_reduction ? ptx::Type::none : builder.need_type();
  const auto from = memory_access::elements_of(builder, builder.operand(1), length);
  for (std::uint32_t k = 0; k < length; ++k) {
    const Sized sized = builder.any_source(from[k], is_reduction ? ptx::Type::b64 : type);
    bytes = sized.lane_bytes;
    form.elements[k] = sized.slot;
  }
  if ((!is_reduction && bytes != ptx::size_bytes(type)) || bytes < 4 || bytes * length > 16)
    builder.unsupported("this type");
  form.element_bytes = bytes;
  const Slot to = address_register(builder, 0, ptx::Space::shared);
  const Slot mbarrier = address_register(builder, 2, ptx::Space::shared);
  Operation& op = builder.emit(store_async);
  op.a = to;
  op.b = mbarrier;
  op.set_form(form);
}

namespace {

void emit_waiting(Builder& builder, Handler handler) {
  const std::int64_t most_recent = builder.literal(builder.operand(0));
  if (most_recent < 0) builder.unsupported("a negative number of groups");
  builder.emit(handler).set_form(Groups{static_cast<std::uint32_t>(most_recent)});
}

void build_copy(Builder& builder) {
  const bool bypasses_l1 = builder.take("cg");
  builder.take_all({"ca", "L2::64B", "L2::128B", "L2::256B"});
  if (!builder.take("shared") && !builder.take("shared::cta"))
    builder.unsupported("this destination");
  if (!builder.take("global")) builder.unsupported("this source");
  const bool has_policy = builder.take("L2::cache_hint");
  const std::int64_t size = builder.literal(builder.operand(2));
  if (size != 4 && size != 8 && size != 16) builder.unsupported("this size");
  const Slot to = address_register(builder, 0, ptx::Space::shared);
  const Slot from = address_register(builder, 1, ptx::Space::global);
  Slot source_bytes = kNoSlot, ignored = kNoSlot;
  bool negated = false;
  const std::size_t given = builder.operand_count() - (has_policy ? 1 : 0);
  if (has_policy) builder.source(builder.operand_count() - 1, ptx::Type::b64);
  if (given > 3) {
    const ptx::Operand& last = builder.operand(3);
    const bool is_predicate = last.kind == ptx::Operand::Kind::reg &&
                              builder.function().registers.at(last.index).type == ptx::Type::pred;
    if (is_predicate) {
      ignored = builder.predicate(last, negated);
    } else {
      source_bytes = builder.source(last, ptx::Type::b32);
    }
  }
  const std::uint32_t site = builder.add_site(AccessSite::Kind::global_load);
  builder.add_site(AccessSite::Kind::asynchronous_copy);
  Operation& op = builder.emit(copy_async);
  op.a = to;
  op.b = from;
  op.site = site;
  op.copy = {Pieces{1, {{{0, static_cast<std::uint8_t>(size)}, {}}}}.pack(),
             static_cast<std::uint32_t>(size),
             source_bytes,
             ignored,
             negated,
             bypasses_l1};
}

void build_copy_bulk(Builder& builder, bool is_reduction) {
  if (builder.take("commit_group")) {
    builder.emit(commit_bulk);
    return;
  }
  if (builder.take("wait_group")) {
    builder.take("read");
    emit_waiting(builder, wait_bulk);
    return;
  }
  if (builder.take("prefetch")) {
    builder.take_all({"L2", "global"});
    memory_access::check_cache_policy(builder, 2);
    builder.source(1, ptx::Type::b32);
    return;
  }
  // The first state space is the destination's.
  const auto& modifiers = builder.instruction().modifiers;
  const auto is_space = [](std::string_view m) {
    return m == "global" || m.starts_with("shared::");
  };
  const auto first = std::find_if(modifiers.begin(), modifiers.end(), is_space);
  if (first == modifiers.end()) builder.unsupported("this form");
  const bool to_global = *first == "global";
  const bool from_global = !to_global && builder.take("global");
  builder.take_all({"global", "shared::cluster", "shared::cta"});
  const bool has_mbarrier = builder.take("mbarrier::complete_tx::bytes");
  if (!has_mbarrier && !builder.take("bulk_group")) builder.unsupported("this completion");
  if (has_mbarrier == to_global) builder.unsupported("this completion for these state spaces");
  builder.take("multicast::cluster");  // to the one block of the cluster
  const std::uint32_t number = is_reduction ? take_reduction(builder, to_global) : 0;
  if (builder.take("L2::cache_hint")) builder.source(builder.operand_count() - 1, ptx::Type::b64);
  const Slot to = address_register(builder, 0, to_global ? ptx::Space::global : ptx::Space::shared);
  const Slot from =
      address_register(builder, 1, from_global ? ptx::Space::global : ptx::Space::shared);
  const Slot size = builder.source(2, ptx::Type::b32);
  const Slot mbarrier = has_mbarrier ? address_register(builder, 3, ptx::Space::shared) : kNoSlot;
  const std::uint32_t site = builder.add_site(is_reduction ? AccessSite::Kind::bulk_reduction
                                                           : AccessSite::Kind::bulk_copy);
  Operation& op = builder.emit(to_global     ? copy_bulk<Route::shared_to_global>
                               : from_global ? copy_bulk<Route::global_to_shared>
                                             : copy_bulk<Route::shared_to_shared>);
  op.a = to;
  op.b = from;
  op.c = size;
  op.site = site;
  op.set_form(BulkForm{mbarrier, number});
}

}  // namespace

Slot address_register(Builder& builder, std::size_t index, ptx::Space space) {
  const AddressOperand address = builder.address(index, space);
  if (address.lane_bytes == 8 && address.offset == 0) return address.slot;
  if (address.lane_bytes != 8 && address.lane_bytes != 4) builder.unsupported("this address");
  const Slot d = builder.scratch(8 * kWarpSize);
  Operation& op =
      builder.emit(address.lane_bytes == 8 ? add_offset<std::uint64_t> : add_offset<std::uint32_t>);
  op.d = d;
  op.a = address.slot;
  op.set_form(Offset{address.offset});
  return d;
}

/// cp.async and cp.async.bulk.
void build_cp(Builder& builder) {
  const bool is_reduction = builder.take("reduce");
  if (!builder.take("async")) builder.unsupported("this form");
  if (builder.take("bulk")) {
    build_copy_bulk(builder, is_reduction);
  } else if (builder.take("commit_group")) {
    builder.emit(commit_group);
  } else if (builder.take("wait_group")) {
    emit_waiting(builder, wait_group);
  } else if (builder.take("wait_all")) {
    builder.emit(wait_all);
  } else if (builder.take("mbarrier")) {
    if (!builder.take("arrive")) builder.unsupported("this form");
    const bool counts_already = builder.take("noinc");
    builder.take_all({"shared", "shared::cta", "b64"});
    const Slot at = address_register(builder, 0, ptx::Space::shared);
    Operation& op = builder.emit(arrive_when_copied);
    op.a = at;
    op.set_form(ArrivalForm{counts_already});
  } else {
    build_copy(builder);
  }
}

}  // namespace warpscope::exec::async

namespace warpscope::exec::memory_access {

void build_st_async(Builder& builder) { async::build_store_async(builder, false); }
void build_red_async(Builder& builder) { async::build_store_async(builder, true); }

}  // namespace warpscope::exec::memory_access
