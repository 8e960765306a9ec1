// What instructions of machine code cost by the profile's figures.
#include "vgpu/timing/clock/instruction_costs.h"

#include <gtest/gtest.h>

#include "tests/support/profiles.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/machine_code/opcodes.h"

namespace warpscope::timing {
namespace {

/// Of this opcode alone, for a load with so many bytes a lane.
InstructionCost cost_of(std::uint16_t opcode, const arch::ClockFigures& figures,
                        std::uint8_t lane_bytes = 0) {
  const exec::Kernel kernel;
  machine_code::MachineFunction function;
  machine_code::MachineInstruction& instruction = function.code.emplace_back();
  instruction.opcode = opcode;
  instruction.unit = machine_code::find_opcode(opcode)->unit;
  instruction.lane_bytes = lane_bytes;
  MachineKernel of;
  of.kernel = &kernel;
  of.function = &function;
  return instruction_costs(of, figures).front();
}

constexpr std::uint16_t kRet = 0x950, kBrx = 0x949, kBsync = 0x941, kBra = 0x947, kCall = 0x944,
                        kLds = 0x984;

TEST(InstructionCosts, OfBranchesAreWhatResolvesTheirTarget) {
  arch::ClockFigures figures = arch::test::profile("h100").clock;
  figures.pipes.return_cycles = 11;
  figures.pipes.reconvergence_cycles = 5;
  for (const std::uint16_t opcode : {kRet, kBrx, kBsync, kBra, kCall})
    EXPECT_EQ(cost_of(opcode, figures).action, Action::branch) << opcode;
  EXPECT_EQ(cost_of(kRet, figures).resolves, ticks_of(11));
  EXPECT_EQ(cost_of(kBrx, figures).resolves, ticks_of(11));
  EXPECT_EQ(cost_of(kBsync, figures).resolves, ticks_of(5));
  EXPECT_EQ(cost_of(kBra, figures).resolves, 0U);
  EXPECT_EQ(cost_of(kCall, figures).resolves, 0U);
}

TEST(InstructionCosts, OfLoadsAreAsWideAsTheirMachineCodeSays) {
  const arch::ClockFigures figures = arch::test::profile("h100").clock;
  EXPECT_EQ(cost_of(kLds, figures, 16).lane_bytes, 16);
  EXPECT_EQ(cost_of(kLds, figures).lane_bytes, 0);
}

}  // namespace
}  // namespace warpscope::timing
