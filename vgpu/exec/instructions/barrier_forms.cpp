// bar.red, barrier.cluster, mapa and getctarank, PTX ISA manual sections 9.7.13.1 and 9.7.9.22. A
// cluster has one block here.

#include "vgpu/exec/instructions/barrier_forms.h"

#include <bit>

#include "vgpu/exec/instructions/control.h"
#include "vgpu/exec/instructions/select_memory.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::control {
namespace {

struct ReductionForm {
  bool is_negated;  ///< the predicate
};

// Like bar.sync; c: predicate. The next operation writes the result.
const Operation* barrier_reduce(WarpContext& c, const Operation* op) {
  std::uint32_t id = 0, threads = 0;
  if (!read_barrier(c, op, id, threads)) return nullptr;
  ++c.access_counters[op->site].instructions;
  note_barrier(c, op, id, threads, true);
  std::uint32_t holds = c.predicate(op->c);
  if (op->form<ReductionForm>().is_negated) holds = ~holds;
  c.block->reducers[id] += static_cast<std::uint32_t>(std::popcount(c.active));
  c.block->reduced_true[id] += static_cast<std::uint32_t>(std::popcount(c.active & holds));
  DivergenceNode& node = c.nodes[static_cast<std::size_t>(c.running)];
  node.barrier.id = id;
  node.barrier.threads = threads;
  return c.wait(DivergenceNode::State::at_barrier, op + 1);
}

enum class Reduction : std::uint8_t { popc, all, any };

template <Reduction kReduction>
const Operation* barrier_result(WarpContext& c, const Operation* op) {
  const DivergenceNode& node = c.nodes[static_cast<std::size_t>(c.running)];
  if constexpr (kReduction == Reduction::popc) {
    std::uint32_t* d = c.at<std::uint32_t>(op->d);
    for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1)
      d[std::countr_zero(rest)] = node.barrier.true_count;
  } else {
    const bool result = kReduction == Reduction::all
                            ? node.barrier.true_count == node.barrier.reducers
                            : node.barrier.true_count != 0;
    std::uint32_t& d = c.predicate(op->d);
    d = (d & ~c.active) | (result ? c.active : 0);
  }
  return op + 1;
}

const Operation* cluster_arrive(WarpContext& c, const Operation* op) {
  if ((c.cluster_arrived & c.active) != 0) {
    return raise(c, op, Fault::Kind::trap, c.cluster_arrived & c.active,
                 "A thread arrives at the cluster's barrier again without having waited for it.");
  }
  c.cluster_arrived |= c.active;
  return op + 1;
}

const Operation* cluster_wait(WarpContext& c, const Operation* op) {
  ++c.access_counters[op->site].instructions;
  note_barrier(c, op, kClusterBarrier, 0, true);
  if ((c.cluster_arrived & c.active) == 0) return op + 1;  // the phase has ended
  DivergenceNode& node = c.nodes[static_cast<std::size_t>(c.running)];
  node.barrier.id = kClusterBarrier;
  node.barrier.threads = 0;
  return c.wait(DivergenceNode::State::at_barrier, op + 1);
}

// b: rank.
const Operation* check_rank(WarpContext& c, const Operation* op) {
  const std::uint32_t* ranks = c.at<std::uint32_t>(op->b);
  std::uint32_t wrong = 0;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (ranks[lane] != 0) wrong |= 1u << lane;
  }
  if (wrong == 0) return op + 1;
  return raise(c, op, Fault::Kind::trap, wrong,
               "The shared memory of another block of the cluster; the virtual GPU has clusters of "
               "one block.");
}

void emit_copy(Builder& builder, Slot d, Slot a, std::uint32_t lane_bytes) {
  const Handler copy = memory_access::select_copy(lane_bytes);
  if (copy == nullptr) builder.unsupported("this width");
  Operation& op = builder.emit(copy);
  op.d = d;
  op.a = a;
}

}  // namespace

void build_barrier_reduction(Builder& builder) {
  const bool is_count = builder.take("popc"), is_all = builder.take("and"),
             is_any = builder.take("or");
  if (!is_count && !is_all && !is_any) builder.unsupported("this reduction");
  const ptx::Type type = builder.need_type();
  if (is_count != (type != ptx::Type::pred)) builder.unsupported("this type");
  bool ignored = false, negated = false;
  const Slot d =
      is_count ? builder.destination(0, type) : builder.predicate(builder.operand(0), ignored);
  const Slot id = builder.source(1, ptx::Type::b32);
  const bool has_count = builder.operand_count() > 3;
  const Slot threads = has_count ? builder.source(2, ptx::Type::b32) : kNoSlot;
  const Slot predicate = builder.predicate_source(builder.operand(has_count ? 3 : 2), negated);
  const std::uint32_t site = builder.add_site(AccessSite::Kind::barrier);
  Operation& op = builder.emit(barrier_reduce);
  op.a = id;
  op.b = threads;
  op.c = predicate;
  op.set_form(ReductionForm{negated});
  op.site = site;
  builder
      .emit(is_count ? barrier_result<Reduction::popc>
            : is_all ? barrier_result<Reduction::all>
                     : barrier_result<Reduction::any>)
      .d = d;
}

void build_cluster_barrier(Builder& builder) {
  builder.take_all({"relaxed", "acquire", "release", "aligned"});
  if (builder.take("arrive")) {
    builder.emit(cluster_arrive);
    return;
  }
  if (!builder.take("wait")) builder.unsupported("this form");
  const std::uint32_t site = builder.add_site(AccessSite::Kind::barrier);
  builder.emit(cluster_wait).site = site;
}

void build_mapa(Builder& builder) {
  builder.take("shared::cluster");
  const ptx::Type type = builder.need_type();
  const Slot a = builder.source(1, type);
  const Slot rank = builder.source(2, ptx::Type::b32);
  const Slot d = builder.destination(0, type);
  builder.emit(check_rank).b = rank;
  emit_copy(builder, d, a, ptx::size_bytes(type));
}

void build_getctarank(Builder& builder) {
  builder.take("shared::cluster");
  const ptx::Type type = builder.need_type();
  builder.source(1, type);
  const Slot d = builder.destination(0, ptx::Type::b32);
  emit_copy(builder, d, builder.constant(0, 4), 4);
}

// Launches run one after the other, so there is nothing to wait for.
void build_griddepcontrol(Builder& builder) {
  if (!builder.take("wait") && !builder.take("launch_dependents")) builder.unsupported("this form");
}

// How many registers a warp may use changes no value.
void build_setmaxnreg(Builder& builder) {
  if (!builder.take("inc") && !builder.take("dec")) builder.unsupported("this form");
  builder.take_all({"sync", "aligned", "u32"});
  builder.literal(builder.operand(0));
}

}  // namespace warpscope::exec::control
