#include "vgpu/timing/clock/block_mbarriers.h"

#include <algorithm>
#include <utility>

namespace warpscope::timing {

BlockMbarriers::Mbarrier* BlockMbarriers::find(std::uint32_t offset) {
  const auto found = std::ranges::find(mbarriers_, offset, &Mbarrier::offset);
  return found == mbarriers_.end() ? nullptr : &*found;
}

void BlockMbarriers::init(std::uint32_t offset, std::uint32_t count) {
  Mbarrier* known = find(offset);
  Mbarrier& fresh = known != nullptr ? *known : mbarriers_.emplace_back();
  fresh = {};
  fresh.offset = offset;
  fresh.pending = fresh.expected = count;
}

void BlockMbarriers::expect_arrivals(std::uint32_t offset, std::uint32_t count) {
  if (Mbarrier* known = find(offset)) known->pending += count;
}

bool BlockMbarriers::arrive(std::uint32_t offset, std::uint32_t count, std::int64_t bytes,
                            bool drops, Ticks at) {
  Mbarrier* known = find(offset);
  if (known == nullptr) return false;
  known->pending -= std::min(known->pending, count);
  if (drops) known->expected -= std::min(known->expected, count);
  known->bytes += bytes;
  known->latest = std::max(known->latest, at);
  if (known->pending != 0 || known->bytes != 0) return false;
  known->pending = known->expected;
  known->parity = !known->parity;
  known->ended = std::exchange(known->latest, 0);
  return true;
}

std::optional<Ticks> BlockMbarriers::wait(std::uint32_t offset, bool parity, std::uint32_t warp) {
  Mbarrier* known = find(offset);
  if (known == nullptr) return 0;
  if (known->parity != parity) return known->ended;
  known->waiting.push_back(warp);
  return std::nullopt;
}

BlockMbarriers::Woken BlockMbarriers::take_woken(std::uint32_t offset) {
  Mbarrier* known = find(offset);
  if (known == nullptr) return {};
  return {std::exchange(known->waiting, {}), known->ended};
}

}  // namespace warpscope::timing
