// mbarrier, PTX ISA manual section 9.7.13.15. Lanes act one after the other in lane order.

#include <bit>
#include <string>

#include "vgpu/exec/access/resolve_range.h"
#include "vgpu/exec/instructions/async.h"
#include "vgpu/exec/instructions/clock.h"
#include "vgpu/exec/instructions/mbarrier_trace.h"
#include "vgpu/exec/machine/barrier_name.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::async {
namespace {

// Turns of the other warps for which a test waits before it gives false. test_wait only lets them
// run once; try_wait "is potentially blocking", so that a program seldom sees it fail.
constexpr std::uint32_t kTestTimeoutTurns = 1;
constexpr std::uint32_t kTryTimeoutTurns = 16;

const Operation* raise_mbarrier(WarpContext& c, const Operation* op, std::uint32_t lane,
                                const std::string& why) {
  return raise(c, op, Fault::Kind::trap, 1u << lane, "An mbarrier cannot be used: " + why + ".");
}

// After mbarrier.init.
void track(BlockContext& block, const std::byte* at) {
  constexpr std::size_t kMost = 256;
  const auto offset = static_cast<std::uint64_t>(at - block.shared.data());
  if (offset >= block.shared.size()) return;  // another block's of the cluster
  const auto name = barrier_name(block, static_cast<std::uint32_t>(offset));
  const NamedBarrier fresh{static_cast<std::uint32_t>(offset), name && name->announces_data,
                           block.stage_phases.ring(name ? name->ring : "")};
  if (NamedBarrier* known = named_barrier(block, at)) {
    *known = fresh;
  } else if (name && block.named_barriers.size() < kMost) {
    block.named_barriers.push_back(fresh);
  }
}

StagePhases::Side side_of(const NamedBarrier& named) { return {named.ring, named.announces_data}; }

// The mbarrier of the first active lane, if it is a named one. Rings are used by whole warps.
const NamedBarrier* first_named(WarpContext& c, const Operation* op) {
  BlockContext& block = *c.block;
  if (block.named_barriers.empty() || c.active == 0) return nullptr;
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(c.active));
  const std::byte* const at =
      resolve_mbarrier(c, op, lane, c.at<std::uint64_t>(op->a)[lane], false);
  return at == nullptr ? nullptr : named_barrier(block, at);
}

// Before the use of one that has been initialised.
void tell_of_use(WarpContext& c, const Operation* op, std::uint32_t lane, const std::byte* at) {
  if (c.block->observers.wants<MbarrierUse>())
    c.block->observers.tell(
        MbarrierUse{{c.warp_index, 1u << lane}, offset_of(*c.block, at), op->instruction});
}

void tell_of_arrival(WarpContext& c, std::uint32_t lane, const std::byte* at) {
  c.block->observers.tell(MbarrierArrival{{c.warp_index, 1u << lane}, offset_of(*c.block, at)});
}

void tell_of_wait(WarpContext& c, std::uint32_t lane, const std::byte* at) {
  c.block->observers.tell(MbarrierWait{{c.warp_index, 1u << lane}, offset_of(*c.block, at)});
}

// Applies `act` to the object of each active lane (address: slot a); it gives nullptr or a problem.
template <typename Act>
const Operation* for_each(WarpContext& c, const Operation* op, Act act) {
  const std::uint64_t* addresses = c.at<std::uint64_t>(op->a);
  TracedLanes traced(c, op, MbarrierRecord::Kind::arrival);
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    std::byte* at = resolve_mbarrier(c, op, lane, addresses[lane], true);
    if (at == nullptr) return nullptr;
    Mbarrier object = Mbarrier::load(at);
    if (!object.is_valid)
      return raise_mbarrier(c, op, lane, "mbarrier.init has not been executed for it");
    tell_of_use(c, op, lane, at);
    const bool parity = object.parity;
    if (const char* problem = act(object, lane, at, traced.of(lane, at)))
      return raise_mbarrier(c, op, lane, problem);
    object.store(at);
    c.block->worker->changes.note_change();
    tell_of_arrival(c, lane, at);
    note_phase(*c.block, at);
    if (NamedBarrier* named = named_barrier(*c.block, at)) named->last_use = op;
    if (object.parity != parity) c.block->has_mbarrier_news = true;
  }
  traced.write();
  return op + 1;
}

// b: count.
const Operation* initialise(WarpContext& c, const Operation* op) {
  const std::uint64_t* addresses = c.at<std::uint64_t>(op->a);
  const std::uint32_t* counts = c.at<std::uint32_t>(op->b);
  TracedLanes traced(c, op, MbarrierRecord::Kind::init);
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    std::byte* at = resolve_mbarrier(c, op, lane, addresses[lane], true);
    if (at == nullptr) return nullptr;
    if (counts[lane] == 0 || counts[lane] > Mbarrier::kMostArrivals)
      return raise_mbarrier(
          c, op, lane, "its count " + std::to_string(counts[lane]) + " is not in 1 to 1048575");
    Mbarrier object;
    object.pending = object.expected = counts[lane];
    object.is_valid = true;
    object.store(at);
    traced.of(lane, at).count = counts[lane];
    track(*c.block, at);
    if (c.block->observers.wants<MbarrierInit>())
      c.block->observers.tell(
          MbarrierInit{{c.warp_index, 1u << lane}, offset_of(*c.block, at), op->instruction});
  }
  traced.write();
  return op + 1;
}

const Operation* invalidate(WarpContext& c, const Operation* op) {
  return for_each(c, op, [&](Mbarrier& object, std::uint32_t, std::byte* at, MbarrierRecord&) {
    const char* problem = c.block->async.perform_for(at);
    object.is_valid = false;
    return problem;
  });
}

// b: bytes.
template <bool kComplete>
const Operation* count_bytes(WarpContext& c, const Operation* op) {
  const std::uint32_t* bytes = c.at<std::uint32_t>(op->b);
  return for_each(c, op,
                  [&](Mbarrier& object, std::uint32_t lane, std::byte*, MbarrierRecord& told) {
                    const auto more = static_cast<std::int64_t>(bytes[lane]);
                    told.bytes += kComplete ? -more : more;
                    return kComplete ? object.complete(more) : object.expect(more);
                  });
}

enum class Arrival : std::uint8_t { plain, expect, no_complete };

// d: the state before, or kNoSlot; b: count (or bytes to expect), or kNoSlot. Its form is an
// Arrival.
template <bool kDrop>
const Operation* arrive(WarpContext& c, const Operation* op) {
  const auto kind = op->form<Arrival>();
  if (const NamedBarrier* named = first_named(c, op))
    c.block->stage_phases.arrives(c.warp_index, clock::now(c), side_of(*named));
  return for_each(c, op,
                  [&](Mbarrier& object, std::uint32_t lane, std::byte* at,
                      MbarrierRecord& told) -> const char* {
                    const std::uint32_t operand =
                        op->b == kNoSlot ? 1 : c.at<std::uint32_t>(op->b)[lane];
                    const std::uint32_t count = kind == Arrival::expect ? 1 : operand;
                    told.count += count;
                    told.drops = kDrop;
                    if (kind == Arrival::expect) told.bytes += operand;
                    if (count > object.pending) {
                      // The phase may end by copies that nobody has asked about yet.
                      if (const char* problem = c.block->async.perform_for(at)) return problem;
                      note_phase(*c.block, at);
                      object = Mbarrier::load(at);
                    }
                    if (op->d != kNoSlot) c.at<std::uint64_t>(op->d)[lane] = object.pack();
                    if (kind == Arrival::expect) {
                      if (const char* problem = object.expect(operand)) return problem;
                    }
                    if (kind == Arrival::no_complete && count >= object.pending)
                      return "an arrival with .noComplete would complete the phase";
                    if constexpr (kDrop) {
                      if (count > object.expected) return "more threads leave it than it expects";
                      object.expected -= count;
                    }
                    return object.arrive(count);
                  });
}

struct TestForm {
  std::uint32_t timeout_turns;
};

// d: predicate, b: state (64 bits) or parity (32 bits).
template <bool kParity>
const Operation* test(WarpContext& c, const Operation* op) {
  const std::uint64_t* addresses = c.at<std::uint64_t>(op->a);
  const NamedBarrier* const first = first_named(c, op);
  if (first != nullptr && c.block->stage_phases.takes_pause(c.warp_index)) {
    c.suspend(op);
    c.stop = Stop::slice;
    return nullptr;
  }
  std::uint32_t complete = 0;
  std::byte* at = nullptr;
  std::uint64_t looked_at = 0;  // mostly all lanes ask for one
  TracedLanes traced(c, op, MbarrierRecord::Kind::wait);
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (at == nullptr || addresses[lane] != looked_at) {
      looked_at = addresses[lane];
      at = resolve_mbarrier(c, op, lane, looked_at, false);
      if (at == nullptr) return nullptr;
      const bool before = Mbarrier::load(at).parity;
      if (!Mbarrier::load(at).is_valid)
        return raise_mbarrier(c, op, lane, "mbarrier.init has not been executed for it");
      if (const char* problem = c.block->async.perform_for(at))
        return raise_mbarrier(c, op, lane, problem);
      note_phase(*c.block, at);
      if (Mbarrier::load(at).parity != before) c.block->has_mbarrier_news = true;
    }
    tell_of_use(c, op, lane, at);
    const bool now = Mbarrier::load(at).parity;
    const bool asked = kParity ? (c.at<std::uint32_t>(op->b)[lane] & 1u) != 0
                               : Mbarrier::unpack(c.at<std::uint64_t>(op->b)[lane]).parity;
    if (now == asked) continue;
    complete |= 1u << lane;
    tell_of_wait(c, lane, at);
    traced.of(lane, at).parity = asked;
    if (NamedBarrier* named = named_barrier(*c.block, at)) named->awaited_parity = asked;
  }
  traced.write();
  if (first != nullptr) {
    StagePhases& phases = c.block->stage_phases;
    if (complete == 0) {
      phases.waits(c.warp_index, clock::now(c), side_of(*first));
    } else {
      phases.has_waited(c.warp_index, clock::now(c), side_of(*first));
    }
  }
  if (complete == 0 && c.block->observers.any()) {
    c.last_read = op->instruction;
    ++c.polls;
  }
  DivergenceNode& node = c.nodes[static_cast<std::size_t>(c.running)];
  if (complete == 0 && c.active != 0 && !node.mbarrier.has_timed_out) {
    if (node.mbarrier.timeout_turns == 0)
      node.mbarrier.timeout_turns = op->form<TestForm>().timeout_turns;
    node.mbarrier.offset = static_cast<std::uint32_t>(addresses[std::countr_zero(c.active)]);
    return c.wait(DivergenceNode::State::at_mbarrier, op);
  }
  node.mbarrier.has_timed_out = false;
  node.mbarrier.timeout_turns = 0;
  std::uint32_t& d = c.predicate(op->d);
  d = (d & ~c.active) | complete;
  return op + 1;
}

// d: count, a: state.
const Operation* pending_count(WarpContext& c, const Operation* op) {
  const std::uint64_t* states = c.at<std::uint64_t>(op->a);
  std::uint32_t* d = c.at<std::uint32_t>(op->d);
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    d[lane] = Mbarrier::unpack(states[lane]).pending;
  }
  return op + 1;
}

Operation& emit_on(Builder& builder, Handler handler, std::size_t address) {
  const Slot at = address_register(builder, address, ptx::Space::shared);
  Operation& op = builder.emit(handler);
  op.a = at;
  return op;
}

void build_arrive(Builder& builder, bool is_drop) {
  const bool expects = builder.take("expect_tx");
  const bool stays = builder.take("noComplete");
  const ptx::Operand& state = builder.operand(0);
  const bool has_state = state.kind != ptx::Operand::Kind::address;
  const std::size_t address = has_state ? 1 : 0;
  Slot d = kNoSlot, operand = kNoSlot;
  if (has_state && state.kind != ptx::Operand::Kind::sink)
    d = builder.destination(state, ptx::Type::b64);
  if (builder.operand_count() > address + 1) {
    operand = builder.source(address + 1, ptx::Type::b32);
  } else if (expects || stays) {
    builder.unsupported("an operand is missing");
  }
  Operation& op = emit_on(builder, is_drop ? arrive<true> : arrive<false>, address);
  op.d = d;
  op.b = operand;
  op.set_form(expects ? Arrival::expect : stays ? Arrival::no_complete : Arrival::plain);
}

void build_test(Builder& builder, std::uint32_t timeout_turns) {
  const bool by_parity = builder.take("parity");
  bool ignored = false;
  const Slot d = builder.predicate(builder.operand(0), ignored);
  const Slot state = builder.source(2, by_parity ? ptx::Type::b32 : ptx::Type::b64);
  if (builder.operand_count() > 3) builder.source(3, ptx::Type::b32);  // how long to suspend
  Operation& op = emit_on(builder, by_parity ? test<true> : test<false>, 1);
  op.d = d;
  op.b = state;
  op.set_form(TestForm{timeout_turns});
}

}  // namespace

void build_mbarrier(Builder& builder) {
  builder.take_all({"relaxed", "acquire", "release", "acq_rel", "cta", "cluster", "shared",
                    "shared::cta", "shared::cluster", "b64"});
  if (builder.take("init")) {
    const Slot count = builder.source(1, ptx::Type::b32);
    emit_on(builder, initialise, 0).b = count;
  } else if (builder.take("inval")) {
    emit_on(builder, invalidate, 0);
  } else if (builder.take("arrive")) {
    build_arrive(builder, false);
  } else if (builder.take("arrive_drop")) {
    build_arrive(builder, true);
  } else if (builder.take("expect_tx")) {
    const Slot bytes = builder.source(1, ptx::Type::b32);
    emit_on(builder, count_bytes<false>, 0).b = bytes;
  } else if (builder.take("complete_tx")) {
    const Slot bytes = builder.source(1, ptx::Type::b32);
    emit_on(builder, count_bytes<true>, 0).b = bytes;
  } else if (builder.take("test_wait")) {
    build_test(builder, kTestTimeoutTurns);
  } else if (builder.take("try_wait")) {
    build_test(builder, kTryTimeoutTurns);
  } else if (builder.take("pending_count")) {
    const Slot state = builder.source(1, ptx::Type::b64);
    const Slot d = builder.destination(0, ptx::Type::b32);
    Operation& op = builder.emit(pending_count);
    op.d = d;
    op.a = state;
  } else {
    builder.unsupported("this form");
  }
}

}  // namespace warpscope::exec::async
