// When the warps of an SM make the accesses by which blocks see each other's work.
#include "vgpu/timing/clock/multiprocessor.h"

namespace warpscope::timing {

void Multiprocessor::note_contact(const Warp& warp, const PlannedInstruction& planned,
                                  std::uint64_t cycle, std::uint64_t seen) const {
  if (planned.request == PlannedInstruction::kNone) return;
  const Request& request = warp.requests.requests[planned.request];
  if (request.kind == Request::Kind::barrier && request.waits)
    warp.contacts->come_to(exec::ContactTimes::barrier(request.barrier), cycle, cycle);
  if (request.kind != Request::Kind::access) return;
  const exec::AccessSite& site = launch_.trace.sites()[request.site];
  if (site.is_contact) warp.contacts->come_to(site.instruction, cycle, seen);
}

}  // namespace warpscope::timing
