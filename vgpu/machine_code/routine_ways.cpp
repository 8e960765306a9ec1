#include "vgpu/machine_code/routine_ways.h"

#include <algorithm>

namespace warpscope::machine_code {
namespace {

/// Ways without a turn of a loop. A routine has some ten.
constexpr std::size_t kMostWays = 256;
/// Blocks that are come to on all ways together, also on those that lead to no end.
constexpr std::size_t kMostSteps = 1 << 14;

void add_ways(const MachineFunction& function, RoutineWay way, std::vector<RoutineWay>& ways,
              std::size_t& steps) {
  if (++steps > kMostSteps) return;
  const MachineBlock& last = function.blocks[way.blocks.back()];
  way.instructions += last.size();
  if (function.code[last.end - 1].unit == Class::exit && ways.size() < kMostWays)
    ways.push_back(way);
  for (const std::uint32_t next : last.successors) {
    if (ways.size() >= kMostWays || std::ranges::find(way.blocks, next) != way.blocks.end())
      continue;
    RoutineWay longer = way;
    longer.blocks.push_back(next);
    add_ways(function, std::move(longer), ways, steps);
  }
}

}  // namespace

const std::vector<RoutineWay>& RoutineWays::ways(std::uint32_t first) {
  const auto [found, is_new] = ways_.try_emplace(first);
  if (is_new) {
    std::size_t steps = 0;
    add_ways(function_, {0, {first}}, found->second, steps);
    if (found->second.empty()) found->second.push_back({function_.blocks[first].size(), {first}});
  }
  return found->second;
}

const RoutineWay& RoutineWays::way(std::uint32_t first, std::uint32_t instructions) & {
  return *std::ranges::min_element(ways(first), {}, [&](const RoutineWay& way) {
    return std::max(way.instructions, instructions) - std::min(way.instructions, instructions);
  });
}

}  // namespace warpscope::machine_code
