// Module variables: initial values, addresses of one another, and what a host can ask about them.
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

constexpr std::string_view kDeclarations = R"(
.global .align 4 .u32 counter = 7;
.global .align 4 .f32 table[4] = {1.5, -2.0, 0f40400000};
.const .align 8 .f64 factor = 2.5;
.global .align 8 .u64 pointer = table+8;
.global .align 8 .u64 pointers[2] = {generic(counter), generic(table)};
.global .align 1 .b8 text[6] = {104, 101, 108, 108, 111};
.shared .align 4 .b8 shared_by_all[64];
)";

TEST(ModuleVariables, HaveTheirInitialValuesAndKeepWhatKernelsWrite) {
  Machine machine(module_with_kernel(".param .u64 out", R"(
ld.param.u64 %rd1, [out];
atom.global.add.u32 %r1, [counter], 5; st.global.u32 [%rd1], %r1;
ld.global.f32 %f1, [table+4]; st.global.f32 [%rd1+4], %f1; ld.global.f32 %f1, [table+12]; st.global.f32 [%rd1+8], %f1;
ld.const.f64 %fd1, [factor]; st.global.f64 [%rd1+16], %fd1;
ld.global.u64 %rd2, [pointer]; ld.global.f32 %f1, [%rd2]; st.global.f32 [%rd1+12], %f1;
ld.global.u64 %rd2, [pointers]; ld.u32 %r1, [%rd2]; st.global.u32 [%rd1+24], %r1;
ld.global.u8 %rs1, [text+4]; st.global.u8 [%rd1+28], %rs1;
)",
                                     kDeclarations));
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(8, 0));
  for (std::uint32_t round = 0; round < 2; ++round) {
    const LaunchResult launched = machine.launch("k", {}, {}, out);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    const auto words = machine.download<std::uint32_t>(out, 8);
    EXPECT_EQ(words[0], 7 + 5 * round);
    EXPECT_EQ(words[6], 12 + 5 * round);
    EXPECT_EQ(machine.download<float>(out + 4, 3), (std::vector<float>{-2.0F, 0.0F, 3.0F}));
    EXPECT_EQ(machine.download<double>(out + 16, 1)[0], 2.5);
    EXPECT_EQ(words[7], 'o');
  }
}

TEST(ModuleVariables, AreFoundByName) {
  Machine machine(module_with_kernel("", "", kDeclarations));
  const auto table = symbol(machine.program(), "table");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->size_bytes, 16u);
  EXPECT_EQ(machine.download<float>(table->address, 4),
            (std::vector<float>{1.5F, -2.0F, 3.0F, 0.0F}));
  EXPECT_FALSE(symbol(machine.program(), "shared_by_all"));
  EXPECT_FALSE(symbol(machine.program(), "nothing"));
}

TEST(KernelInfo, TellsParametersAndMemory) {
  Machine machine(module_with_kernel(".param .u8 a, .param .u64 b, .param .align 16 .b8 c[20]",
                                     ".local .align 8 .b8 l[40]; .shared .align 4 .b8 s[100];",
                                     kDeclarations));
  const auto infos = kernels(machine.program());
  ASSERT_EQ(infos.size(), 1u);
  const KernelInfo& info = infos[0];
  EXPECT_EQ(info.name, "k");
  ASSERT_EQ(info.parameters.size(), 3u);
  EXPECT_EQ(info.parameters[1].offset, 8u);
  EXPECT_EQ(info.parameters[2].offset, 16u);
  EXPECT_EQ(info.parameters[2].size_bytes, 20u);
  EXPECT_EQ(info.parameter_bytes, 36u);
  EXPECT_GE(info.local_bytes, 40u);
  EXPECT_EQ(info.static_shared_bytes, 100u);  // what it names, to the byte, as ptxas says
}

TEST(Module, ThatDoesNotFitIntoMemoryIsAnErrorWithTheVariablesName) {
  try {
    const Machine machine(module_with_kernel("", "", ".global .align 4 .b8 huge[1073741824];"));
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("huge"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace warpscope::exec::test
