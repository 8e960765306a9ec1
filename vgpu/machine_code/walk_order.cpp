// The row of machine blocks that a walk appends for its warps.
#include "vgpu/machine_code/walk.h"

namespace warpscope::machine_code {

void Walk::write_part(std::uint32_t block, std::uint32_t first, std::uint32_t end) {
  if (order_ != nullptr && first < end)
    order_->push_back({block, entries_.first_entry, entries_.last_entry, first, end});
}

void Walk::write(std::uint32_t block) {
  if (order_ == nullptr) return;
  const auto add = [&](std::uint32_t written) {
    write_part(written, function_.blocks[written].first, function_.blocks[written].end);
  };
  add(block);
  for (const std::uint32_t called : paths_.called_by(block)) add(called);
}

void Walk::write_to_call(Visit& visit) {
  if (order_ == nullptr) return;
  const MachineBlock& block = function_.blocks[visit.block];
  std::uint32_t end = block.end;
  for (const Call& call : block.calls) {
    if (call.is_routine || call.instruction < visit.written_end) continue;
    end = call.instruction + 1;
    break;
  }
  write_part(visit.block, visit.written_end, end);
  // What routines execute stands behind the first part of the block.
  if (visit.written_end == block.first) {
    for (const std::uint32_t called : paths_.called_by(visit.block))
      write_part(called, function_.blocks[called].first, function_.blocks[called].end);
  }
  visit.written_end = end;
}

void Walk::write_rest(Visit& visit) {
  write_part(visit.block, visit.written_end, function_.blocks[visit.block].end);
  visit.written_end = function_.blocks[visit.block].end;
}

}  // namespace warpscope::machine_code
