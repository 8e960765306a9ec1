// Ways through code that is no routine of the toolkit's, but might be called one.
#include "vgpu/machine_code/routine_ways.h"

#include <gtest/gtest.h>

namespace warpscope::machine_code {
namespace {

/// So many branches in a row, of two ways each, before a block that goes back to the first one or
/// returns.
MachineFunction branches(std::uint32_t count, bool returns) {
  MachineFunction function;
  const auto add = [&](std::vector<std::uint32_t> successors, Class unit) {
    const auto number = static_cast<std::uint32_t>(function.code.size());
    function.code.emplace_back().unit = unit;
    function.blocks.push_back({number, number + 1, std::move(successors), {}});
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    add({3 * i + 1, 3 * i + 2}, Class::branch);
    add({3 * i + 3}, Class::alu);
    add({3 * i + 3}, Class::branch);
  }
  add(returns ? std::vector<std::uint32_t>{} : std::vector<std::uint32_t>{0},
      returns ? Class::exit : Class::branch);
  return function;
}

TEST(RoutineWays, AreFoundInRoutinesOfManyBranches) {
  const MachineFunction function = branches(40, true);
  RoutineWays ways(function);
  const RoutineWay& way = ways.way(0, 81);
  EXPECT_EQ(way.instructions, 81U);
  EXPECT_EQ(way.blocks.back(), function.blocks.size() - 1);
}

// 2^40 ways lead there, none of which ends.
TEST(RoutineWays, AreNotLookedForWithoutEnd) {
  const MachineFunction function = branches(40, false);
  RoutineWays ways(function);
  EXPECT_EQ(ways.way(0, 1000).blocks, std::vector<std::uint32_t>{0});
}

}  // namespace
}  // namespace warpscope::machine_code
