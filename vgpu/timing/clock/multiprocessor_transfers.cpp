// What is told of an SM's warps that bring data to shared memory.
#include "vgpu/timing/clock/multiprocessor.h"

namespace warpscope::timing {

void Multiprocessor::note_transfer(const Warp& warp, const PlannedInstruction& planned,
                                   const InstructionCost& cost, Ticks now, Ticks arrives) {
  using Kind = exec::AccessSite::Kind;
  BlockTransfers& transfers = *blocks_[warp.block].transfers;
  if (cost.action == Action::end_of_copies) return transfers.end_group(warp.in_block);
  if (cost.action == Action::wait_for_copies)
    return transfers.has_waited_for_groups(warp.in_block, cost.groups);
  if (planned.request == PlannedInstruction::kNone) return;
  const Request& request = warp.requests.requests[planned.request];
  if (request.kind != Request::Kind::access) return;
  const exec::AccessSite& site = launch_.trace.sites()[request.site];
  const auto& carried = launch_.kernel.carried_loads;
  if (cost.action == Action::asynchronous_copy) {
    transfers.copy_asynchronously(warp.in_block, request.bytes, now, arrives);
  } else if (site.kind == Kind::global_load) {
    if (carried.is_load_stored[site.instruction])
      transfers.load(warp.in_block, site.instruction, request.bytes, now, arrives);
  } else if (site.kind == Kind::shared_store) {
    const auto& loads = carried.loads_of_store[site.instruction];
    if (!loads.empty()) transfers.store(warp.in_block, loads);
  } else if (site.kind == Kind::shared_load) {
    transfers.read_shared(warp.in_block, now);
  }
}

void Multiprocessor::note_opened(const Block& block, std::uint32_t barrier,
                                 const std::vector<std::uint32_t>& warps, Ticks when) const {
  if (block.transfers == nullptr) return;
  block.transfers->end_phase({false, barrier});
  for (const std::uint32_t index : warps)
    block.transfers->go_on(warps_[index]->in_block, {false, barrier}, when);
}

}  // namespace warpscope::timing
