// Functions of the program that its machine code calls: where lanes come from and go back to.
#include <algorithm>
#include <bit>
#include <map>

#include "vgpu/machine_code/lanes.h"
#include "vgpu/machine_code/walk.h"

namespace warpscope::machine_code {

/// Whether its block has a call of what begins there that has not been made.
bool Walk::may_call(const Visit& visit, std::uint32_t callee) const {
  const auto calls = std::ranges::count_if(function_.blocks[visit.block].calls,
                                           [&](const Call& call) { return call.callee == callee; });
  const bool is_by_register = std::ranges::any_of(function_.blocks[visit.block].calls,
                                                  [](const Call& call) { return !call.callee; });
  return is_by_register || std::ranges::count(visit.called, callee) < calls;
}

/// To the nearest block that calls what begins at `callee`. The visit that lanes are in then.
std::uint32_t Walk::go_to_call(std::uint32_t visit, std::uint32_t lanes, std::uint32_t callee) {
  if (visit == kNowhere) visit = arrive(0, lanes);
  if (may_call(visits_[visit], callee)) return visit;
  const std::uint32_t from = visits_[visit].block;
  std::uint32_t nearest = kNowhere;
  for (std::uint32_t block = 0; block < function_.blocks.size(); ++block) {
    if (paths_.cost(from, block) == Paths::kNoWay ||
        !may_call(Visit{block, 0, {}, {}, 0, 0}, callee))
      continue;
    if (nearest == kNowhere || paths_.cost(from, block) < paths_.cost(from, nearest))
      nearest = block;
  }
  if (nearest == kNowhere) {
    issued_.lost += warps_;
    return visit;
  }
  write_rest(visits_[visit]);
  pass(paths_.between(from, nearest), lanes);
  return arrive(nearest, lanes);
}

/// Lanes that came back where the PTX does not say so are not in the function any more that their
/// last entry was of.
void Walk::settle(const PtxEntry& entry) {
  const MatchedBlock& next = blocks_[entry.block];
  const auto has_returned = [&](std::uint32_t lane) {
    if (callers_[lane].empty() || place_[lane].block == kNowhere) return false;
    const MatchedBlock& last = blocks_[place_[lane].block];
    if (!last.ends_with_return) return false;
    return next.begins_function ? place_[lane].calls_left == 0 : last.function != next.function;
  };
  while (true) {
    std::uint32_t lanes = 0;
    for_each_lane(entry.lanes,
                  [&](std::uint32_t lane) { lanes |= (has_returned(lane) ? 1U : 0U) << lane; });
    if (lanes == 0) return;
    return_from_call(lanes);
  }
}

void Walk::call(const MatchedBlock& block, std::uint32_t lanes) {
  for_each_lane(lanes, [&](std::uint32_t lane) {
    if (place_[lane].calls_left != 0) --place_[lane].calls_left;
  });
  if (!block.called_at) {
    for_each_lane(lanes, [&](std::uint32_t lane) {
      callers_[lane].push_back({kInlined, place_[lane]});
    });
    return;
  }
  for (const auto& [visit, group] : groups_of(lanes)) {
    const std::uint32_t caller = go_to_call(visit, group, *block.called_at);
    Visit& from = visits_[caller];
    if (!from.called.empty()) write_to_call(from);
    from.called.push_back(*block.called_at);
    from.returned = 0;
    for_each_lane(group, [&](std::uint32_t lane) {
      callers_[lane].push_back({caller, place_[lane]});
    });
  }
  arrive(*block.called_at, lanes);
}

void Walk::return_where_all_do(std::uint32_t lanes) {
  while (true) {
    std::uint32_t returning = 0;
    for_each_lane(lanes, [&](std::uint32_t lane) {
      const Place& place = place_[lane];
      if (!callers_[lane].empty() && place.block != kNowhere && place.calls_left == 0 &&
          blocks_[place.block].all_return)
        returning |= 1U << lane;
    });
    if (returning == 0) return;
    return_from_call(returning);
  }
}

void Walk::return_from_call(std::uint32_t lanes) {
  std::uint32_t called = 0;  // lanes that a RET brings back
  for_each_lane(lanes, [&](std::uint32_t lane) {
    if (callers_[lane].back().visit != kInlined) called |= 1U << lane;
  });
  std::map<std::uint32_t, std::uint32_t> groups;  // by the visit that they come back to
  for (const auto& [visit, group] : groups_of(called)) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(group));
    end(blocks_[place_[lane].block], visit, group);
    ++groups[callers_[lane].back().visit];
  }
  for (const auto& [caller, count] : groups) count_returns(caller, count);
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const Caller& caller = callers_[lane].back();
    if (caller.visit != kInlined) at_[lane] = caller.visit;
    place_[lane] = caller.place;
    callers_[lane].pop_back();
  });
}

/// Lanes that come back one group after the other meet at the BSYNC behind the call.
void Walk::count_returns(std::uint32_t caller, std::uint32_t groups) {
  Visit& visit = visits_[caller];
  const std::uint32_t further = groups - (visit.returned == 0 ? 1 : 0);
  visit.returned += groups;
  if (further == 0) return;
  const MachineBlock& block = function_.blocks[visit.block];
  const auto call = std::ranges::find_if(block.calls, [&](const Call& each) {
    return !each.callee || *each.callee == visit.called.back();
  });
  if (call == block.calls.end()) return;
  for (std::uint32_t i = call->instruction + 1; i < block.end; ++i) {
    if (!function_.code[i].ends_reconvergence) continue;
    issued_.further_instructions += std::uint64_t{further} * (i - call->instruction) * warps_;
    return;
  }
}

/// Whether lanes that come from `from` join others that are at `to`. A function that has no BSYNC
/// lets its lanes go on apart, until they are back where it was called.
bool Walk::meets_at(std::uint32_t from, std::uint32_t to, std::uint32_t lanes) {
  const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
  if (callers_[lane].empty() || callers_[lane].back().visit == kInlined) return true;
  const auto way = paths_.between(from, to);
  const std::uint32_t before = way.empty() ? from : way.front();
  return function_.code[function_.blocks[to].first].ends_reconvergence ||
         function_.code[function_.blocks[before].end - 1].ends_reconvergence;
}

/// What ptxas made of a PTX block that ends a function may be several machine blocks, as with a
/// division: lanes go on to the end.
void Walk::end(const MatchedBlock& last, std::uint32_t visit, std::uint32_t lanes) {
  if (visit == kNowhere) return;
  write_rest(visits_[visit]);
  const std::uint32_t from = visits_[visit].block;
  const auto to = paths_.nearest_end(from);
  if (!to || *to == from || last.home(from) == nullptr) return;
  const auto way = paths_.between(from, *to);
  const auto is_anothers = [&](std::uint32_t passed) {
    return paths_.is_home(passed) && last.home(passed) == nullptr;
  };
  if (is_anothers(*to) || std::ranges::any_of(way, is_anothers)) return;
  pass(way, lanes);
  issue(*to, lanes);
}

void Walk::leave() {
  for (const auto& [visit, lanes] : groups_of(~0U)) {
    if (visit == kNowhere) continue;
    write_rest(visits_[visit]);
    const Place& place = place_[static_cast<std::size_t>(std::countr_zero(lanes))];
    if (place.block != kNowhere && blocks_[place.block].ends_with_return)
      end(blocks_[place.block], visit, lanes);
  }
}

}  // namespace warpscope::machine_code
