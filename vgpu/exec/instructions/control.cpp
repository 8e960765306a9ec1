#include "vgpu/exec/instructions/control.h"

#include <algorithm>
#include <bit>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/instructions/barrier_forms.h"
#include "vgpu/exec/instructions/call.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/instructions/together.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::control {
namespace {

/// The beginning of a basic block.
struct BlockForm {
  std::uint64_t block;  ///< index of its counters
  std::int64_t instructions;
};

template <bool kTraced>
const Operation* enter_block(WarpContext& c, const Operation* op) {
  if (op == c.reconverge) return c.arrive();
  if (c.slice < 0) {
    c.suspend(op);
    c.stop = Stop::slice;
    return nullptr;
  }
  const auto form = op->form<BlockForm>();
  c.slice -= form.instructions;
  BlockCounters& counters = c.block_counters[form.block];
  ++counters.executions;
  counters.lanes += static_cast<std::uint64_t>(std::popcount(c.path_mask));
  if constexpr (kTraced) {
    if (c.trace != nullptr) c.trace->enter(static_cast<std::uint32_t>(form.block), c.path_mask);
  }
  return next(c, op);
}

template <bool kNegated, bool kCounted>
const Operation* branch(WarpContext& c, const Operation* op) {
  std::uint32_t taken = c.predicate(op->a);
  if constexpr (kNegated) taken = ~taken;
  taken &= c.active;
  if constexpr (kCounted) ++c.access_counters[op->site].instructions;
  const Operation* target = c.operations + op->jump.target;
  if (taken == c.active) return go_on(c, target);
  if (taken == 0) return next(c, op);
  if constexpr (kCounted) ++c.access_counters[op->site].divergences();
  const Operation* point =
      op->jump.reconvergence == kNoOperation ? nullptr : c.operations + op->jump.reconvergence;
  return c.diverge(taken, target, op + 1, point);
}

const Operation* jump(WarpContext& c, const Operation* op) {
  ++c.access_counters[op->site].instructions;
  return go_on(c, c.operations + op->jump.target);
}

// The lanes that share the first lane's target go there; the others execute the second, uncounted
// operation of the pair, until none is left.
template <bool kCounted>
const Operation* indexed_branch(WarpContext& c, const Operation* op) {
  const auto& table = c.block->kernel->branch_tables[op->jump.table];
  const std::uint32_t* indices = c.at<std::uint32_t>(op->a);
  const std::uint32_t index = indices[std::countr_zero(c.active)];
  std::uint32_t same = 0;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    if (indices[std::countr_zero(rest)] == index) same |= rest & (~rest + 1);
  }
  if (index >= table.size()) {
    return raise(c, op, Fault::Kind::trap, same,
                 "A branch through a table of " + std::to_string(table.size()) +
                     " targets with the index " + std::to_string(index) + ".");
  }
  if constexpr (kCounted) ++c.access_counters[op->site].instructions;
  const Operation* target = c.operations + table[index];
  if (same == c.active) return target;
  if constexpr (kCounted) ++c.access_counters[op->site].divergences();
  const Operation* point =
      op->jump.reconvergence == kNoOperation ? nullptr : c.operations + op->jump.reconvergence;
  return c.diverge(same, target, kCounted ? op + 1 : op, point);
}

const Operation* reconverge(WarpContext& c, const Operation* op) {
  if (op == c.reconverge) return c.arrive();
  return op + 1;
}

template <bool kNegated>
const Operation* begin_guard(WarpContext& c, const Operation* op) {
  std::uint32_t lanes = c.predicate(op->a);
  if constexpr (kNegated) lanes = ~lanes;
  lanes &= c.path_mask;
  if (lanes == 0) return go_on(c, c.operations + op->jump.target);
  if (lanes != c.path_mask) c.set_active(lanes);
  return next(c, op);
}

const Operation* end_guard(WarpContext& c, const Operation* op) {
  if (c.active != c.path_mask) c.set_active(c.path_mask);
  return next(c, op);
}

template <bool kGuarded, bool kNegated>
const Operation* exit_lanes(WarpContext& c, const Operation* op) {
  std::uint32_t lanes = c.path_mask;
  if constexpr (kGuarded) {
    const std::uint32_t predicate = c.predicate(op->a);
    lanes &= kNegated ? ~predicate : predicate;
    if (lanes == 0) return op + 1;
  }
  return c.exit_lanes(lanes, op + 1);
}

struct Message {
  std::size_t index;  ///< in Kernel::messages
};

const Operation* unsupported(WarpContext& c, const Operation* op) {
  const std::string& message = c.block->kernel->messages[op->form<Message>().index];
  return raise(c, op, Fault::Kind::unsupported_instruction, c.active,
               "The virtual GPU cannot execute " + message + ".");
}

/// The kernel asks for the memory that only a cooperative launch has, as grid.sync() does, which
/// stops the kernel where there is none.
bool wants_cooperation(const Kernel& kernel) {
  const auto asks = [](const ptx::Instruction& instruction) {
    return std::any_of(
        instruction.operands.begin(), instruction.operands.end(), [](const ptx::Operand& operand) {
          return operand.kind == ptx::Operand::Kind::special && operand.name.starts_with("envreg");
        });
  };
  return std::any_of(kernel.functions.begin(), kernel.functions.end(),
                     [&](const LoweredFunction& each) {
                       const auto& body = each.function->body;
                       return std::any_of(body.begin(), body.end(), asks);
                     });
}

const Operation* trap(WarpContext& c, const Operation* op) {
  if (c.block->worker->launch().grid_workspace == 0 && wants_cooperation(*c.block->kernel))
    return raise(c, op, Fault::Kind::missing_cooperation, c.active,
                 "The kernel waits for its whole grid, which only the blocks of a cooperative "
                 "launch can, and this one is not cooperative.");
  return raise(c, op, Fault::Kind::trap, c.active, "The kernel executed trap.");
}

const Operation* breakpoint(WarpContext& c, const Operation* op) {
  return raise(c, op, Fault::Kind::trap, c.active,
               "The kernel executed brkpt, and there is no debugger.");
}

}  // namespace

bool read_barrier(WarpContext& c, const Operation* op, std::uint32_t& id, std::uint32_t& threads) {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(c.active));
  id = c.at<std::uint32_t>(op->a)[lane];
  threads = op->b == kNoSlot ? 0 : c.at<std::uint32_t>(op->b)[lane];
  if (id >= std::size(c.block->arrived)) {
    raise(c, op, Fault::Kind::trap, c.active,
          "Barrier " + std::to_string(id) + " does not exist; a block has barriers 0 to 15.");
    return false;
  }
  if (threads % kWarpSize != 0) {
    raise(c, op, Fault::Kind::barrier_thread_count, c.active,
          "A barrier for " + std::to_string(threads) +
              " threads; the count must be a multiple of the warp size, 32.");
    return false;
  }
  return true;
}

void note_barrier(WarpContext& c, const Operation* op, std::uint32_t id, std::uint32_t threads,
                  bool waits) {
  if (c.trace != nullptr)
    c.trace->barrier(
        {.site = op->site, .lanes = c.active, .barrier = id, .threads = threads, .waits = waits});
}

namespace {

const Operation* barrier_sync(WarpContext& c, const Operation* op) {
  std::uint32_t id = 0, threads = 0;
  if (!read_barrier(c, op, id, threads)) return nullptr;
  ++c.access_counters[op->site].instructions;
  note_barrier(c, op, id, threads, true);
  DivergenceNode& node = c.nodes[static_cast<std::size_t>(c.running)];
  node.barrier.id = id;
  node.barrier.threads = threads;
  return c.wait(DivergenceNode::State::at_barrier, op + 1);
}

const Operation* barrier_arrive(WarpContext& c, const Operation* op) {
  std::uint32_t id = 0, threads = 0;
  if (!read_barrier(c, op, id, threads)) return nullptr;
  ++c.access_counters[op->site].instructions;
  c.block->arrived[id] += static_cast<std::uint32_t>(std::popcount(c.active));
  c.block->last_arrival[id] = op;
  c.block->threads_of_arrival[id] = threads;
  c.block->worker->changes.note_change();
  c.block->observers.tell(BarrierArrival{{c.warp_index, c.active}, id});
  note_barrier(c, op, id, threads, false);
  return op + 1;
}

// bar.warp.sync: the waiting itself is all that there is to do.
void do_nothing(WarpContext&, const Operation*, std::uint32_t) {}

const Operation* warp_barrier(WarpContext& c, const Operation* op) {
  if (is_block_wide(op->a) && (c.at<std::uint32_t>(op->a)[0] & c.alive) == c.active) {
    // Without a running path it is performed for lanes that waited, and only it.
    return c.running >= 0 ? next(c, op) : op + 1;
  }
  return act_together(c, op, op->a, do_nothing, Exchange::nothing);
}

}  // namespace

void emit_enter_block(Builder& builder, std::uint32_t block, std::uint32_t instructions) {
  Operation& op = builder.emit(builder.kernel().is_traced ? enter_block<true> : enter_block<false>);
  op.set_form(BlockForm{block, instructions});
}

void emit_branch(Builder& builder, Slot predicate, bool negated) {
  const bool is_counted = meaning_of(builder.instruction()).flow == Flow::branch;
  Operation& op = builder.emit(is_counted ? (negated ? branch<true, true> : branch<false, true>)
                                          : (negated ? branch<true, false> : branch<false, false>));
  op.a = predicate;
}

void emit_jump(Builder& builder) { builder.emit(jump); }
void emit_reconvergence(Builder& builder) { builder.emit(reconverge); }

void emit_indexed_branch(Builder& builder, Slot index, std::size_t table) {
  for (const Handler handler : {Handler{indexed_branch<true>}, Handler{indexed_branch<false>}}) {
    Operation& op = builder.emit(handler);
    op.a = index;
    op.jump.table = static_cast<std::uint32_t>(table);
  }
}

void emit_begin_guard(Builder& builder, Slot predicate, bool negated) {
  Operation& op = builder.emit(negated ? begin_guard<true> : begin_guard<false>);
  op.a = predicate;
}

void emit_end_guard(Builder& builder) { builder.emit(end_guard); }
void emit_exit(Builder& builder) { builder.emit(exit_lanes<false, false>); }

void emit_unsupported(Builder& builder, std::size_t message) {
  builder.emit(unsupported).set_form(Message{message});
}

/// exit, and ret of an entry function.
void build_exit(Builder& builder) {
  if (meaning_of(builder.instruction()).flow == Flow::leave && !builder.is_entry()) {
    call::build_return(builder);
    return;
  }
  builder.take("uni");
  if (!builder.instruction().guard) {
    emit_exit(builder);
    return;
  }
  bool negated = false;
  ptx::Operand operand;
  operand.kind = ptx::Operand::Kind::reg;
  operand.index = builder.instruction().guard->index;
  const Slot predicate = builder.predicate(operand, negated);
  Operation& op = builder.emit(builder.instruction().guard->negated ? exit_lanes<true, true>
                                                                    : exit_lanes<true, false>);
  op.a = predicate;
}

void build_trap(Builder& builder) { builder.emit(trap); }

/// brkpt: a fault, as nobody could go on from it.
void build_breakpoint(Builder& builder) { builder.emit(breakpoint); }

/// No effect: nobody counts the events.
void build_pmevent(Builder& builder) {
  const std::int64_t events = builder.literal(builder.operand(0));
  const std::int64_t most = builder.take("mask") ? 0xffff : 15;
  if (events < 0 || events > most) builder.unsupported("an event that does not exist");
}

/// bar, barrier.
void build_barrier(Builder& builder) {
  builder.take_all({"cta", "aligned"});
  if (builder.take("warp")) {
    if (!builder.take("sync")) builder.unsupported("this form of a warp barrier");
    const Slot members = builder.source(0, ptx::Type::b32);
    builder.emit(warp_barrier).a = members;
    return;
  }
  if (builder.take("red")) {
    build_barrier_reduction(builder);
    return;
  }
  if (builder.take("cluster")) {
    build_cluster_barrier(builder);
    return;
  }
  const bool is_arrive = builder.take("arrive");
  if (!is_arrive && !builder.take("sync")) builder.unsupported("this form of a barrier");
  const Slot id = builder.source(0, ptx::Type::b32);
  const Slot threads = builder.operand_count() > 1 ? builder.source(1, ptx::Type::b32) : kNoSlot;
  if (is_arrive && threads == kNoSlot) builder.unsupported("an arrival without a thread count");
  const std::uint32_t site = builder.add_site(AccessSite::Kind::barrier);
  Operation& op = builder.emit(is_arrive ? barrier_arrive : barrier_sync);
  op.a = id;
  op.b = threads;
  op.site = site;
}

void build_nothing(Builder& builder) {
  builder.take_all({"cta",
                    "gl",
                    "sys",
                    "gpu",
                    "cluster",
                    "sc",
                    "acq_rel",
                    "acquire",
                    "release",
                    "proxy",
                    "async",
                    "alias",
                    "global",
                    "shared::cta",
                    "shared::cluster",
                    "async::generic",
                    "tensormap",
                    "tensormap::generic",
                    "mbarrier_init",
                    "sync_restrict::shared::cta",
                    "sync_restrict::shared::cluster"});
}

}  // namespace warpscope::exec::control
