// The shared memory that the system reserves, PTX ISA manual section 10, and that cooperative
// groups of more than one warp use (cooperative_groups/details/memory.h of the toolkit).
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

constexpr std::string_view kBody = R"(
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %reserved_smem_offset_begin;
  mov.u32 %r2, %reserved_smem_offset_1;
  mov.u32 %r3, %reserved_smem_offset_end;
  mov.u32 %r4, %reserved_smem_offset_cap;
  mov.u32 %r5, own;
  mov.u32 %r6, dynamic;
  st.global.u32 [%rd1], %r1;
  st.global.u32 [%rd1+4], %r2;
  st.global.u32 [%rd1+8], %r3;
  st.global.u32 [%rd1+12], %r4;
  st.global.u32 [%rd1+16], %r5;
  st.global.u32 [%rd1+20], %r6;
  cvt.u64.u32 %rd2, %r2;
  cvta.shared.u64 %rd2, %rd2;
  st.shared.u32 [own], 1;
  st.u32 [%rd2], 2;
  st.u32 [%rd2+284], 3;
  st.shared.u32 [dynamic], 4;
  st.shared.u32 [dynamic+60], 5;
  ld.shared.u32 %r7, [own];
  ld.shared.u32 %r8, [%r2];
  ld.shared.u32 %r9, [%r2+284];
  ld.shared.u32 %r10, [dynamic];
  st.global.u32 [%rd1+24], %r7;
  st.global.u32 [%rd1+28], %r8;
  st.global.u32 [%rd1+32], %r9;
  st.global.u32 [%rd1+36], %r10;)";

TEST(ReservedShared, LiesApartFromTheProgramsOwn) {
  Machine machine(module_with_kernel(".param .u64 out", kBody,
                                     ".shared .align 4 .b8 own[16];\n"
                                     ".extern .shared .align 16 .b8 dynamic[];"));
  const std::uint64_t out = machine.allocate(40);
  machine.dynamic_shared_bytes = 64;
  const LaunchResult result = machine.launch("k", {1}, {1}, out);
  ASSERT_FALSE(result.fault) << result.fault->message;
  const auto values = machine.download<std::uint32_t>(out, 10);
  const std::uint32_t begin = values[0], numbered = values[1], end = values[2];
  EXPECT_EQ(end - begin, values[3]);
  EXPECT_EQ(values[3], 1024U);  // cudaDevAttrReservedSharedMemoryPerBlock of an H200
  EXPECT_GE(numbered, begin);
  EXPECT_LE(numbered + 288, end);
  EXPECT_EQ(numbered % 8, 0U);
  for (const std::uint32_t own : {values[4], values[5]}) EXPECT_TRUE(own >= end || own < begin);
  EXPECT_EQ((std::vector<std::uint32_t>{values.begin() + 6, values.end()}),
            (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST(ReservedShared, IsRefusedWhereTheSystemReservesNone) {
  memory::DeviceMemory memory(1 << 20);
  const auto program =
      load(ptx::parse(module_with_kernel(".param .u64 out", kBody,
                                         ".shared .align 4 .b8 own[16];\n"
                                         ".extern .shared .align 16 .b8 dynamic[];")),
           memory);
  const auto out = memory.allocate(40);
  ASSERT_TRUE(out);
  const auto parameters = pack(*out);
  const auto result = launch(*program, "k", {{1}, {1}, 64, parameters}, memory, h200_options());
  ASSERT_TRUE(result.fault);
  EXPECT_EQ(result.fault->kind, Fault::Kind::unsupported_instruction);
}

TEST(ReservedShared, IsNotTheProgramsOwn) {
  Machine machine(module_with_kernel(".param .u64 out", kBody,
                                     ".shared .align 4 .b8 own[16];\n"
                                     ".extern .shared .align 16 .b8 dynamic[];"));
  EXPECT_EQ(kernels(machine.program()).at(0).static_shared_bytes, 16U);
}

}  // namespace
}  // namespace warpscope::exec::test
