#include "vgpu/exec/instructions/together.h"

#include <algorithm>
#include <bit>

#include "vgpu/exec/base/text.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/machine/rendezvous.h"

namespace warpscope::exec {
namespace {

// The lanes of `candidates` that name the same mask as the first of them.
std::uint32_t same_mask(const std::uint32_t* masks, std::uint32_t candidates) {
  const std::uint32_t members = masks[std::countr_zero(candidates)];
  std::uint32_t group = 0;
  for (std::uint32_t rest = candidates; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (masks[lane] == members) group |= 1u << lane;
  }
  return group;
}

// While the action runs, the source register also holds what the lanes at other places have given.
// There it may hold something else, so that is put back.
template <typename T>
void exchange_values(WarpContext& c, const Operation* op, GroupAction action) {
  Rendezvous& all = *c.rendezvous;
  T* source = c.at<T>(op->a);
  if (!all.is_gathered) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((c.active >> lane & 1u) != 0) all.values[lane] = source[lane];
    }
    return;
  }
  T own[kWarpSize];
  std::copy(source, source + kWarpSize, own);
  const std::uint32_t others = all.members & ~c.active;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((others >> lane & 1u) != 0) source[lane] = static_cast<T>(all.values[lane]);
  }
  action(c, op, all.members);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((others >> lane & 1u) != 0) source[lane] = own[lane];
  }
}

void exchange_predicates(WarpContext& c, const Operation* op, GroupAction action) {
  Rendezvous& all = *c.rendezvous;
  std::uint32_t& source = c.predicate(op->a);
  const std::uint32_t negation = op->group.is_negated ? kFullMask : 0;
  if (!all.is_gathered) {
    all.predicates |= (source ^ negation) & c.active;
    return;
  }
  const std::uint32_t own = source;
  const std::uint32_t others = all.members & ~c.active;
  source = (own & ~others) | ((all.predicates ^ negation) & others);
  action(c, op, all.members);
  source = (source & ~others) | (own & others);
}

void take_part(WarpContext& c, const Operation* op, GroupAction action, Exchange exchange) {
  switch (exchange) {
    case Exchange::predicate:
      return exchange_predicates(c, op, action);
    case Exchange::word:
      return exchange_values<std::uint32_t>(c, op, action);
    case Exchange::double_word:
      return exchange_values<std::uint64_t>(c, op, action);
    case Exchange::in_one_place:
    case Exchange::nothing:
      if (c.rendezvous->is_gathered) action(c, op, c.rendezvous->members);
  }
}

bool brings_values(Exchange exchange) {
  return exchange != Exchange::in_one_place && exchange != Exchange::nothing;
}

}  // namespace

const Operation* act_together(WarpContext& c, const Operation* op, Slot mask_slot,
                              GroupAction action, Exchange exchange) {
  if (c.block->exchanges_nothing && brings_values(exchange) && op->group.is_of_data) {
    action(c, op, 0);
    return op + 1;
  }
  const std::uint32_t* masks = c.at<std::uint32_t>(mask_slot);
  const std::uint32_t whole = c.active;
  if (is_block_wide(mask_slot) && (masks[0] & c.alive) == whole) {
    action(c, op, whole);
    return op + 1;
  }
  if (const std::uint32_t members = masks[std::countr_zero(whole)];
      same_mask(masks, whole) == whole && (members & c.alive) == whole) {
    action(c, op, whole);
    return op + 1;
  }
  if (c.rendezvous != nullptr) {
    take_part(c, op, action, exchange);
    return op + 1;
  }
  for (std::uint32_t rest = whole; rest != 0;) {
    const std::uint32_t members = masks[std::countr_zero(rest)];
    const std::uint32_t group = same_mask(masks, rest);
    rest &= ~group;
    const std::uint32_t wrong = (group & ~members) | (members & whole & ~group);
    if (wrong != 0) {
      return raise(c, op, Fault::Kind::invalid_sync_mask, wrong,
                   "Lanes " + lane_list(group) +
                       " execute a .sync instruction with the member mask of lanes " +
                       lane_list(members) + ", but lanes " + lane_list(wrong) +
                       " are not in their own mask or execute it with another one.");
    }
    if ((members & c.alive & ~group) == 0) continue;
    if (group != whole) return c.diverge(group, op, op, c.reconverge);
    DivergenceNode& node = c.nodes[static_cast<std::size_t>(c.running)];
    node.sync.mask = members;
    node.sync.elsewhere =
        !c.block->observers.any() ? 0 : members & c.alive & ~group & ~c.lanes_at_exit();
    node.sync.meets_anywhere = exchange != Exchange::in_one_place;
    return c.wait(DivergenceNode::State::at_sync, op);
  }
  for (std::uint32_t rest = whole; rest != 0;) {
    const std::uint32_t group = same_mask(masks, rest);
    rest &= ~group;
    if (group != whole) c.set_active(group);
    action(c, op, group);
  }
  if (c.active != whole) c.set_active(whole);
  return op + 1;
}

}  // namespace warpscope::exec
