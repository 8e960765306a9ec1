// Writes to what an asynchronous copy still has to read (PTX ISA manual, cp.async and
// cp.async.bulk: the source must not change before the copy is complete).
#include "vgpu/exec/checks/copy_sources.h"

#include <string>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {

// A copy is told of by a read of its source, and then by what it will write.
void BlockChecker::watch_copy(const AccessEvent& event, std::uint32_t place) {
  if (event.kind == AccessKind::read) {
    if (reads_of_copy_.instruction != event.instruction || reads_of_copy_.warp != event.warp)
      reads_of_copy_.lanes = 0;
    reads_of_copy_.instruction = event.instruction;
    reads_of_copy_.warp = event.warp;
    reads_of_copy_.space = event.space;
    reads_of_copy_.lanes |= event.lanes;
    for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
      const std::uint32_t lane = first_lane(rest);
      reads_of_copy_.ranges.at(lane) = {event.addresses[lane],
                                        event.addresses[lane] + event.size_bytes};
    }
    return;
  }
  const bool is_of_this =
      reads_of_copy_.instruction == event.instruction && reads_of_copy_.warp == event.warp;
  for (std::uint32_t rest = is_of_this ? event.lanes & reads_of_copy_.lanes : 0; rest != 0;
       rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const auto& [begin, end] = reads_of_copy_.ranges.at(lane);
    const bool is_shared = reads_of_copy_.space == ptx::Space::shared;
    (is_shared ? shared_sources_ : global_sources_)
        .add(event.host(lane), {begin, end, event.warp, lane, place});
    // Rows of shared memory are looked at one by one from here on.
    has_copies_ = has_copies_ || is_shared;
  }
  reads_of_copy_.lanes = 0;
}

void BlockChecker::check_sources(const AccessEvent& event, std::uint32_t place) {
  const bool is_shared = event.space == ptx::Space::shared;
  const CopySources& sources = is_shared ? shared_sources_ : global_sources_;
  if (sources.is_empty() || event.space == ptx::Space::local) return;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const std::uint64_t address = event.addresses[lane];
    const CopySource* source = sources.find(address, address + event.size_bytes);
    if (source == nullptr) continue;
    Violation* violation = checker_.add(Violation::Kind::copy_not_waited, place, source->place);
    if (violation == nullptr) return;
    violation->access = checker_.describe(place, number_, event.warp, lane);
    violation->other = checker_.describe(source->place, number_, source->warp, source->lane);
    violation->space = event.space;
    violation->address = address;
    violation->access_bytes = event.size_bytes;
    const std::uint32_t line = violation->other.where.line;
    violation->detail =
        "Warp " + std::to_string(event.warp) + " writes here to memory that an asynchronous copy" +
        (line == 0 ? "" : " of line " + std::to_string(line)) +
        " reads, and nobody has waited for it: it may bring the old values or the new ones.";
    return;
  }
}

}  // namespace warpscope::exec::checks
