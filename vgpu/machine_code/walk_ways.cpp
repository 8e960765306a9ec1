// Ways between two turns of a loop, on which a machine block is executed once. ptxas puts what
// belongs to several PTX blocks into one machine block, with guards; lanes that come to the later
// ones have been there.
#include <algorithm>
#include <utility>

#include "vgpu/machine_code/lanes.h"
#include "vgpu/machine_code/walk.h"

namespace warpscope::machine_code {

void Walk::follow_way(const PtxEntry& entry) {
  const MatchedBlock& block = blocks_[entry.block];
  bool goes_on = !block.begins_function;
  for_each_lane(entry.lanes, [&](std::uint32_t lane) {
    const std::uint32_t before = std::exchange(last_[lane], entry.block);
    const bool has_returned = before != place_[lane].block;
    goes_on = goes_on && before != kNowhere && before < entry.block && !has_returned &&
              blocks_[before].function == block.function;
  });
  if (!goes_on) ++way_;
}

bool Walk::was_passed(const MatchedBlock& block, std::uint32_t lanes) const {
  return !block.homes.empty() && std::ranges::all_of(block.homes, [&](const Home& home) {
    const Passed& passed = passed_[home.machine_block];
    return passed.way == way_ && (lanes & ~passed.lanes) == 0;
  });
}

void Walk::note_passed(std::uint32_t block, std::uint32_t lanes) {
  Passed& passed = passed_[block];
  if (passed.way != way_) passed = {way_, 0};
  passed.lanes |= lanes;
}

}  // namespace warpscope::machine_code
