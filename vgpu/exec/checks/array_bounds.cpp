// Accesses through one shared variable that reach another one, or what lies between; and fetches
// of elements that a texture's memory does not have.
#include <string>

#include "vgpu/exec/base/text.h"
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

void BlockChecker::on(const OutsideFetch& fetch) {
  Violation* violation =
      checker_.add_at(Violation::Kind::out_of_bounds, fetch.instruction, fetch.instruction);
  if (violation == nullptr) return;
  violation->access = checker_.describe_instruction(fetch.instruction, number_, fetch.who.warp,
                                                    first_lane(fetch.who.lanes));
  violation->detail = "thread " + index_text(violation->access.thread_index) + " of block " +
                      index_text(violation->access.block_index) + " fetches element " +
                      std::to_string(fetch.index) + " through a texture whose memory has " +
                      std::to_string(fetch.elements) +
                      " elements: the GPU gives it 0, and nobody is told.";
}

}  // namespace warpscope::exec::checks
