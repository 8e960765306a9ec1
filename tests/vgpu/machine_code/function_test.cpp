#include "vgpu/machine_code/function.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/vgpu/machine_code/kernels.h"
#include "vgpu/machine_code/numbered_ptx.h"

namespace warpscope::machine_code::test {
namespace {

// A loop of as many turns as each lane says, so that ptxas keeps a branch backwards.
constexpr std::string_view kLoop = R"(
ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, 0;
mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;
AGAIN: ld.volatile.global.u32 %r3, [%rd1]; add.u32 %r2, %r2, %r3; bar.sync 0;
setp.lt.u32 %p1, %r2, 1000; @%p1 bra AGAIN;
st.global.u32 [%rd1], %r2;)";

std::vector<std::byte> cubin() {
  const ptx::Module module = ptx::parse(module_with(kLoop));
  return assembled(*numbered_text(module, InstructionNumbers(module)));
}

TEST(MachineFunction, HasTheNumberOfThePtxOfEachInstruction) {
  const auto functions = functions_of(cubin());
  ASSERT_TRUE(functions.contains("k"));
  const MachineFunction& k = functions.at("k");
  const auto number_of = [&](Class unit) {
    const auto found = std::ranges::find(k.code, unit, &MachineInstruction::unit);
    return found == k.code.end() ? 0 : found->ptx;
  };
  EXPECT_EQ(number_of(Class::global_load), 6U);
  EXPECT_EQ(number_of(Class::barrier), 8U);
  EXPECT_EQ(number_of(Class::branch), 10U);
  EXPECT_EQ(number_of(Class::global_store), 11U);
  EXPECT_EQ(number_of(Class::exit), 12U);
  EXPECT_TRUE(
      std::ranges::none_of(k.code, [](const auto& one) { return one.unit == Class::unknown; }));
}

TEST(MachineFunction, IsAGraph) {
  const MachineFunction k = functions_of(cubin()).at("k");
  ASSERT_EQ(k.blocks.size(), 3U);
  EXPECT_EQ(k.blocks[0].successors, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(k.blocks[1].successors, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_TRUE(k.blocks[2].successors.empty());
  EXPECT_EQ(k.blocks[2].end, k.code.size());
  EXPECT_EQ(k.code.back().unit, Class::exit);
}

// Branches of architectures before 9.0 lie differently.
TEST(MachineFunction, IsAGraphForOtherArchitectures) {
  for (const std::string target : {"sm_75", "sm_80", "sm_86", "sm_89"}) {
    const ptx::Module module = ptx::parse(module_with(kLoop, target));
    const auto functions =
        functions_of(assembled(*numbered_text(module, InstructionNumbers(module)), target));
    ASSERT_TRUE(functions.contains("k")) << target;
    const MachineFunction& k = functions.at("k");
    const auto goes_back = [&](const MachineBlock& block) {
      const auto number = static_cast<std::uint32_t>(&block - k.blocks.data());
      return std::ranges::any_of(block.successors,
                                 [&](std::uint32_t next) { return next <= number; });
    };
    EXPECT_TRUE(std::ranges::any_of(k.blocks, goes_back)) << target;
    EXPECT_EQ(k.code.back().unit, Class::exit) << target;
    EXPECT_TRUE(std::ranges::none_of(k.code, [](const auto& one) {
      return one.unit == Class::unknown;
    })) << target;
  }
}

// A function that ptxas calls, and a routine that a division calls.
void expect_subroutines(const std::string& kernel) {
  const std::string text = R"(.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 out) halved(.param .b32 in) {
.reg .f32 %f<3>;
ld.param.f32 %f1, [in]; mul.f32 %f2, %f1, 0f3F000000; st.param.f32 [out], %f2;
ret;
}
.visible .entry )" + kernel +
                           R"((.param .u64 to) {
.reg .f32 %f<4>; .reg .b64 %rd<2>;
ld.param.u64 %rd1, [to]; ld.global.f32 %f1, [%rd1]; ld.global.f32 %f2, [%rd1+4];
{ .param .b32 a; .param .b32 b; st.param.f32 [a], %f1; call.uni (b), halved, (a); ld.param.f32 %f1, [b]; }
div.rn.f32 %f3, %f1, %f2; st.global.f32 [%rd1], %f3;
ret;
})";
  const ptx::Module module = ptx::parse(text);
  const auto functions =
      functions_of(assembled(*numbered_text(module, InstructionNumbers(module))));
  ASSERT_TRUE(functions.contains(kernel));
  const MachineFunction& k = functions.at(kernel);
  const Subroutine* halved = k.subroutine("halved");
  ASSERT_NE(halved, nullptr);
  EXPECT_FALSE(halved->is_routine);
  std::size_t functions_called = 0, routines_called = 0;
  for (const MachineBlock& block : k.blocks) {
    for (const Call& call : block.calls) {
      if (call.is_routine) {
        ++routines_called;
        const MachineBlock& first = k.blocks[*call.callee];
        EXPECT_EQ(k.code[first.first].ptx, 0U);  // no PTX stands for it
      } else {
        ++functions_called;
        EXPECT_EQ(call.callee, halved->first);
      }
    }
  }
  EXPECT_EQ(functions_called, 1U);
  EXPECT_EQ(routines_called, 1U);
}

TEST(MachineFunction, HasTheSubroutinesThatItCalls) {
  expect_subroutines("k");
  // Its symbols begin as those of the toolkit's routines.
  expect_subroutines("__internal_7_k");
}

// A load is waited for by way of a scoreboard: that of the first instruction that reads what it
// brings.
TEST(MachineFunction, WaitsForItsLoads) {
  const MachineFunction k = functions_of(cubin()).at("k");
  const auto load = std::ranges::find(k.code, Class::global_load, &MachineInstruction::unit);
  ASSERT_NE(load, k.code.end());
  ASSERT_NE(load->write_scoreboard, MachineInstruction::kNoScoreboard);
  const auto waits = std::find_if(load + 1, k.code.end(), [&](const MachineInstruction& one) {
    return (one.waits_for >> load->write_scoreboard & 1) != 0;
  });
  ASSERT_NE(waits, k.code.end());
  EXPECT_EQ(waits->ptx, 7U);
}

TEST(MachineFunction, IsNotReadFromWhatIsNoMachineCode) {
  EXPECT_TRUE(functions_of({}).empty());
  const std::vector<std::byte> zeros(4096);
  EXPECT_TRUE(functions_of(zeros).empty());
}

TEST(MachineFunction, IsReadFromDamagedCodeWithoutHarm) {
  const std::vector<std::byte> whole = cubin();
  ASSERT_FALSE(whole.empty());
  for (std::size_t bytes = 0; bytes < whole.size(); bytes += 37)
    functions_of(std::span(whole).first(bytes));
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::byte> damaged = whole;
    for (int change = 0; change < 4; ++change)
      damaged[random() % damaged.size()] = static_cast<std::byte>(random());
    for (const auto& [name, function] : functions_of(damaged)) {
      for (const MachineBlock& block : function.blocks) {
        ASSERT_LE(block.end, function.code.size());
        for (const std::uint32_t next : block.successors) ASSERT_LT(next, function.blocks.size());
      }
    }
  }
}

}  // namespace
}  // namespace warpscope::machine_code::test
