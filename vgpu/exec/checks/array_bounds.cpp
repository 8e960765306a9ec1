// Accesses through one shared variable that reach another one, or what lies between.
#include <string>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {

void BlockChecker::check_array(const AccessEvent& event, std::uint32_t place) {
  if (event.shared_array < 0) return;
  const Kernel::SharedArray& array = checker_.shared_array(event.shared_array);
  if (array.size_bytes == 0) return;  // as large as the launch says, and behind it is nothing
  if (layout_.is_contiguous || layout_.is_row()) {
    const std::uint64_t bytes = std::uint64_t{kWarpSize} * event.size_bytes;
    const std::uint64_t first =
        layout_.is_contiguous ? event.addresses[0] : event.addresses[0] & ~(bytes - 1);
    if (first >= array.offset && first + bytes <= array.offset + array.size_bytes) return;
  }
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const std::uint64_t at = event.addresses[lane];
    if (at >= array.offset && at + event.size_bytes <= array.offset + array.size_bytes) continue;
    Violation* violation = checker_.add(Violation::Kind::out_of_bounds, place, place);
    if (violation == nullptr) return;
    violation->access = checker_.describe(place, number_, event.warp, lane);
    violation->space = event.space;
    violation->address = at;
    violation->access_bytes = event.size_bytes;
    violation->array = std::string(array.name);
    violation->array_bytes = array.size_bytes;
    violation->array_offset = at - array.offset;  // modulo 2^64 before its beginning
    return;
  }
}

}  // namespace warpscope::exec::checks
