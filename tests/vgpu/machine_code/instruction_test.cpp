// Words of machine code with what NVIDIA's disassembler says of them.
#include "vgpu/machine_code/instruction.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string_view>

#include "vgpu/machine_code/opcodes.h"

namespace warpscope::machine_code {
namespace {

MachineInstruction decoded(std::uint64_t low, std::uint64_t high, std::uint64_t address = 0) {
  std::array<std::byte, kInstructionBytes> bytes{};
  std::memcpy(bytes.data(), &low, sizeof low);
  std::memcpy(bytes.data() + sizeof low, &high, sizeof high);
  return decode(bytes, address);
}

TEST(MachineInstruction, HasClassAndGuard) {
  const MachineInstruction load = decoded(0x0000040408070981, 0x000ea8000c1e1900);  // @P0 LDG.E
  EXPECT_EQ(load.unit, Class::global_load);
  EXPECT_TRUE(load.is_guarded);
  const MachineInstruction exit = decoded(0x000000000000094d, 0x001fea0003800000);  // @P0 EXIT
  EXPECT_EQ(exit.unit, Class::exit);
  EXPECT_TRUE(exit.is_guarded);
  EXPECT_FALSE(decoded(0x000000000000794d, 0x000fea0003800000).is_guarded);  // EXIT
}

TEST(MachineInstruction, HasStallAndScoreboards) {
  const MachineInstruction load = decoded(0x0000040408070981, 0x000ea8000c1e1900);
  EXPECT_EQ(load.stall_cycles, 4);
  EXPECT_EQ(load.write_scoreboard, 2);
  EXPECT_EQ(load.read_scoreboard, MachineInstruction::kNoScoreboard);
  EXPECT_EQ(load.waits_for, 0);
}

TEST(MachineInstruction, SaysHowMuchEachLaneLoads) {
  const auto bytes = [](std::uint64_t low, std::uint64_t high) {
    return decoded(low, high).lane_bytes;
  };
  EXPECT_EQ(bytes(0x0000000404057981, 0x000ea2000c1e1100), 1);   // LDG.E.U8
  EXPECT_EQ(bytes(0x0000000402037981, 0x000ea2000c1e1700), 2);   // LDG.E.S16
  EXPECT_EQ(bytes(0x0000000402037981, 0x000ea2000c1e1900), 4);   // LDG.E
  EXPECT_EQ(bytes(0x0000000402027981, 0x000ea2000c1e1b00), 8);   // LDG.E.64
  EXPECT_EQ(bytes(0x0000000402087981, 0x000ea2000c1e1d00), 16);  // LDG.E.128
  EXPECT_EQ(bytes(0x0000000000077984, 0x000e280000000000), 1);   // LDS.U8
  EXPECT_EQ(bytes(0x0000000000047984, 0x000e280000000a00), 8);   // LDS.64
  EXPECT_EQ(bytes(0x00000000060c7984, 0x000e280000000c00), 16);  // LDS.128
  EXPECT_EQ(bytes(0x0000000000027983, 0x000ea20000100a00), 8);   // LDL.64
  EXPECT_EQ(bytes(0x0000000404047980, 0x000ea2000c101b00), 8);   // LD.E.64
  EXPECT_EQ(bytes(0x000000000000794d, 0x000fea0003800000), 0);   // EXIT
}

TEST(MachineInstruction, GoesWhereItsBranchSays) {
  // @!P0 BRA, from 0x450 back to 0x440; CALL.REL.NOINC from 0x450, forward.
  const MachineInstruction back = decoded(0xfffffffc00b87947, 0x000fea000383ffff, 0x450);
  ASSERT_TRUE(back.target);
  EXPECT_LT(*back.target, 0x450);
  const MachineInstruction call = decoded(0x0000001400dc7944, 0x000fea0003c00000, 0x450);
  ASSERT_TRUE(call.target);
  EXPECT_EQ(*call.target, 0x460 + 0x5dc * 4);
  EXPECT_EQ(call.unit, Class::call);
}

TEST(MachineInstruction, IsConditionalByItsFormAsWell) {
  EXPECT_FALSE(decoded(0xfffffffc00fc7947, 0x000fc0000383ffff).is_conditional);  // BRA
  EXPECT_TRUE(decoded(0x0000000204b87947, 0x000fc0000383ffff).is_conditional);   // BRA.DIV UR4
}

TEST(MachineInstruction, HasTheConstantThatIsItsOperand) {
  // ULDC.64 UR4, c[0x0][0x208]; the same of bank 3; LDC R1, c[0x0][0x28], whose address may be in a
  // register.
  EXPECT_EQ(decoded(0x0000820000047ab9, 0x000fe20000000a00).constant, 0x208U);
  EXPECT_EQ(decoded(0x00c0820000047ab9, 0x000fe20000000a00).constant, 0x30208U);
  EXPECT_FALSE(decoded(0x00000a00ff017b82, 0x000fe20000000800).constant);
}

TEST(Opcodes, AreFoundByTheirBits) {
  ASSERT_NE(find_opcode(0x981), nullptr);
  EXPECT_EQ(find_opcode(0x981)->name, "LDG");
  EXPECT_EQ(find_opcode(0x000), nullptr);
  EXPECT_EQ(find_opcode(0xfff), nullptr);
}

}  // namespace
}  // namespace warpscope::machine_code
