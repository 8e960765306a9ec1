#include "vgpu/exec/checks/block_order.h"

#include <algorithm>
#include <bit>

namespace warpscope::exec::checks {
BlockOrder::BlockOrder(std::uint32_t warps) : warps_(warps) {}

void BlockOrder::begin() {
  for (Warp& warp : warps_) warp = Warp{};
  now_ = 1;
  known_to_all_ = 0;
  arrivals_ = {};
  published_.clear();
}

void BlockOrder::join(Known& into, const Known& other) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], other[i]);
}

void BlockOrder::join(Published& into, const Published& other) {
  join(into.known, other.known);
  join(into.fenced, other.fenced);
  if (other.has_device_fence) join(into.device_fenced, other.device_fenced);
  into.has_device_fence = into.has_device_fence || other.has_device_fence;
  into.horizon = std::max(into.horizon, other.horizon);
  into.fenced_horizon = std::max(into.fenced_horizon, other.fenced_horizon);
}

BlockOrder::Published BlockOrder::knowledge_of(std::uint32_t warp) const {
  const Warp& of = warps_[warp];
  Published published{of.known,   of.fenced,        of.device_fenced, of.has_device_fence,
                      of.horizon, of.fenced_horizon};
  published.known.at(warp) = now_;
  return published;
}

void BlockOrder::learn(Warp& warp, const Published& published) {
  join(warp.known, published.known);
  warp.has_known_of_others = false;
  join(warp.fenced, published.fenced);
  if (published.has_device_fence) join(warp.device_fenced, published.device_fenced);
  warp.has_device_fence = warp.has_device_fence || published.has_device_fence;
  warp.horizon = std::max(warp.horizon, published.horizon);
  warp.acquired_horizon = std::max(warp.acquired_horizon, published.horizon);
  warp.fenced_horizon = std::max(warp.fenced_horizon, published.fenced_horizon);
}

void BlockOrder::update_known_of_others(const Warp& warp) const {
  std::uint32_t least = ~0u;
  for (std::size_t other = 0; other < warps_.size(); ++other)
    least = &warps_[other] == &warp ? least : std::min(least, acquired_of(warp)[other]);
  warp.known_of_others = least;
  warp.has_known_of_others = true;
}

void BlockOrder::sync_some_lanes(WarpLanes who) {
  Warp& warp = warps_[who.warp];
  if (warp.lanes == nullptr) warp.lanes = std::make_unique<std::array<Known, 32>>();
  auto& lanes = *warp.lanes;
  Known all{};
  for (std::uint32_t rest = who.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    join(all, lanes.at(lane));
    all.at(lane) = now_;
  }
  for (std::uint32_t rest = who.lanes; rest != 0; rest &= rest - 1)
    lanes.at(static_cast<std::size_t>(std::countr_zero(rest))) = all;
  ++now_;
}

// A lane that makes a fence alone has waited for no other lane.
Known BlockOrder::known_to_lanes(WarpLanes who) const {
  const Warp& of = warps_[who.warp];
  Known known;
  known.fill(of.all_lanes_know);
  for (std::uint32_t rest = who.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    if (of.lanes != nullptr) join(known, of.lanes->at(lane));
  }
  for (std::uint32_t rest = who.lanes; rest != 0; rest &= rest - 1)
    known.at(static_cast<std::size_t>(std::countr_zero(rest))) = now_;
  return known;
}

void BlockOrder::fence(WarpLanes who, Scope scope) {
  const std::uint32_t warp = who.warp;
  Warp& of = warps_[warp];
  of.fenced = of.known;
  of.fenced.at(warp) = now_;
  forget_look(of);
  of.fenced_horizon = of.horizon;
  if (scope != Scope::block) {
    of.device_fenced = of.fenced;
    of.has_device_fence = true;
    of.acquired_horizon = of.horizon;
    of.device_fenced_lanes =
        who.lanes == ~0u ? nullptr : std::make_unique<Known>(known_to_lanes(who));
  }
  ++now_;
}

void BlockOrder::arrive(std::uint32_t warp, std::uint32_t barrier) {
  join(arrivals_.at(barrier), knowledge_of(warp));
  ++now_;
}

void BlockOrder::open(std::uint32_t barrier, std::span<const WarpLanes> waiting) {
  Published all = arrivals_.at(barrier);
  arrivals_.at(barrier) = {};
  Known lanes{};  // a warp may wait in several places
  for (const WarpLanes& who : waiting) lanes.at(who.warp) |= who.lanes;
  bool is_all = true;
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
    if (lanes.at(warp) != 0 || warps_[warp].has_exited) {
      join(all, knowledge_of(warp));
    } else {
      is_all = false;
    }
  }
  if (is_all) known_to_all_ = now_;
  ++now_;
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
    if (lanes.at(warp) == 0) continue;
    learn(warps_[warp], all);
    warp_sync({warp, lanes.at(warp)});
  }
}

void BlockOrder::release(std::uint32_t warp, std::uint64_t place, bool is_fenced) {
  Published published = knowledge_of(warp);
  if (is_fenced) {
    published.known = warps_[warp].fenced;
    published.horizon = warps_[warp].fenced_horizon;
    if (published.known.at(warp) == 0) return;  // no fence
  }
  join(published_[place], published);
  ++now_;
}

void BlockOrder::acquire(std::uint32_t warp, std::uint64_t place, bool is_acquiring) {
  if (published_.empty()) return;
  const auto found = published_.find(place);
  if (found == published_.end()) return;
  Warp& of = warps_[warp];
  if (is_acquiring) {
    forget_look(of);
  } else if (!of.has_looked) {
    of.acquired = of.known;
    of.has_looked = true;
  }
  learn(of, found->second);
  // Its own lanes tell each other like that, too.
  of.all_lanes_know = std::max(of.all_lanes_know, found->second.known.at(warp));
}

}  // namespace warpscope::exec::checks
