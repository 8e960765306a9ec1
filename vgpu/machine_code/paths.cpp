#include "vgpu/machine_code/paths.h"

#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace warpscope::machine_code {
namespace {

constexpr std::uint64_t kOfCall = 500;

}  // namespace

Paths::Paths(const MachineFunction& function, std::vector<bool> is_home)
    : function_(function), is_home_(std::move(is_home)) {}

Paths::Tree& Paths::from(std::uint32_t block) {
  const auto [found, is_new] = trees_.try_emplace(block);
  Tree& tree = found->second;
  if (!is_new) return tree;
  tree.cost.assign(function_.blocks.size(), kNoWay);
  tree.previous.assign(function_.blocks.size(), block);
  using Step = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;  // cost, block, previous
  std::priority_queue<Step, std::vector<Step>, std::greater<>> steps;
  for (const std::uint32_t next : function_.blocks[block].successors) steps.emplace(0, next, block);
  while (!steps.empty()) {
    const auto [cost, at, previous] = steps.top();
    steps.pop();
    if (tree.cost[at] != kNoWay) continue;
    tree.cost[at] = cost;
    tree.previous[at] = previous;
    const MachineBlock& passed = function_.blocks[at];
    const std::uint64_t through = cost + passed.size() + (is_home_[at] ? kOfOtherHome : 0) +
                                  (passed.calls_routine() ? kOfCall : 0);
    for (const std::uint32_t next : passed.successors) {
      if (tree.cost[next] == kNoWay) steps.emplace(through, next, at);
    }
  }
  return tree;
}

std::uint64_t Paths::cost(std::uint32_t block, std::uint32_t to) { return from(block).cost[to]; }

std::span<const std::uint32_t> Paths::between(std::uint32_t block, std::uint32_t to) {
  Tree& tree = from(block);
  if (tree.cost[to] == kNoWay) return {};
  const auto [found, is_new] = tree.ways.try_emplace(to);
  if (is_new) {
    for (std::uint32_t at = tree.previous[to]; at != block; at = tree.previous[at])
      found->second.push_back(at);
  }
  return found->second;
}

std::span<const std::uint32_t> Paths::through_guards(std::uint32_t block, std::uint32_t to) {
  if (to <= block) return between(block, to);
  Tree& tree = from(block);
  const auto [found, is_new] = tree.ways_through_guards.try_emplace(to);
  if (!is_new) return found->second;
  struct Way {
    std::uint64_t instructions = 0;
    std::uint32_t previous = 0;
    bool is_there = false;
  };
  std::vector<Way> ways(to - block + 1);
  ways.front().is_there = true;
  for (std::uint32_t at = block; at < to; ++at) {
    const Way& here = ways[at - block];
    if (!here.is_there) continue;
    for (const std::uint32_t next : function_.blocks[at].successors) {
      const bool is_guard =
          next == to || (next < to && !is_home_[next] && function_.blocks[next].calls.empty());
      if (next <= at || !is_guard) continue;
      Way& there = ways[next - block];
      const std::uint64_t instructions = here.instructions + function_.blocks[next].size();
      if (!there.is_there || instructions > there.instructions) there = {instructions, at, true};
    }
  }
  if (!ways.back().is_there) {
    const auto usual = between(block, to);
    found->second.assign(usual.begin(), usual.end());
    return found->second;
  }
  for (std::uint32_t at = ways.back().previous; at != block; at = ways[at - block].previous)
    found->second.push_back(at);
  return found->second;
}

std::span<const std::uint32_t> Paths::called_by(std::uint32_t block) {
  if (!function_.blocks[block].calls_routine()) return {};
  const auto [found, is_new] = called_.try_emplace(block);
  if (!is_new) return found->second;
  for (const Call& call : function_.blocks[block].calls) {
    if (call.is_routine) add_routine(*call.callee, found->second);
  }
  return found->second;
}

void Paths::add_routine(std::uint32_t first, std::vector<std::uint32_t>& blocks) {
  blocks.push_back(first);
  const auto last = nearest_end(first);
  if (!last || *last == first) return;
  const auto way = between(first, *last);
  blocks.insert(blocks.end(), way.rbegin(), way.rend());
  blocks.push_back(*last);
}

std::optional<std::uint32_t> Paths::nearest_end(std::uint32_t block) {
  const auto ends = [&](std::uint32_t at) {
    return function_.code[function_.blocks[at].end - 1].unit == Class::exit;
  };
  if (ends(block)) return block;
  const Tree& tree = from(block);
  std::optional<std::uint32_t> nearest;
  for (std::uint32_t at = 0; at < function_.blocks.size(); ++at) {
    if (ends(at) && tree.cost[at] != kNoWay && (!nearest || tree.cost[at] < tree.cost[*nearest]))
      nearest = at;
  }
  return nearest;
}

}  // namespace warpscope::machine_code
