// Special registers that belong to the launch or the block, PTX ISA manual section 10.
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::special_register_test {
namespace {

using U32 = std::uint32_t;

// What `%name` gives in each block of a grid; written by the blocks' first threads.
class Reading {
 public:
  explicit Reading(const std::string& name, const std::string& shared = "")
      : machine_(module_with_kernel(
            ".param .u64 out",
            shared +
                "ld.param.u64 %rd1, [out]; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ctaid.y; "
                "mov.u32 %r4, %nctaid.x; mad.lo.u32 %r2, %r3, %r4, %r2; mul.wide.u32 %rd2, "
                "%r2, 4; add.u64 %rd1, %rd1, %rd2; mov.u32 %r9, %" +
                name + "; st.global.u32 [%rd1], %r9;")) {}
  Machine& machine() { return machine_; }
  std::vector<U32> values(Dim3 grid) {
    const auto out = machine_.upload(std::vector<U32>(grid.count()));
    const LaunchResult launched = machine_.launch("k", grid, {1, 1, 1}, out);
    EXPECT_FALSE(launched.fault) << launched.fault->message;
    return machine_.download<U32>(out, grid.count());
  }

 private:
  Machine machine_;
};

TEST(Smid, GoesRoundTheMultiprocessors) {
  Reading reading("smid");
  reading.machine().options.sm_count = 3;
  EXPECT_EQ(reading.values({2, 4, 1}), (std::vector<U32>{0, 1, 2, 0, 1, 2, 0, 1}));
  Reading count("nsmid");
  EXPECT_EQ(count.values({}).front(), 132u);
  count.machine().options.sm_count = 3;
  EXPECT_EQ(count.values({}).front(), 3u);
}

// The vectors' fourth component, and what only a driver or a profiler sets.
TEST(SpecialRegisters, ThatNobodySetsAreZero) {
  for (const char* name : {"tid.w", "ntid.w", "ctaid.w", "nctaid.w", "clusterid.w", "pm0", "pm7",
                           "envreg0", "envreg31"})
    EXPECT_EQ(Reading(name).values({2, 1, 1}), (std::vector<U32>{0, 0})) << name;
}

TEST(Gridid, IsTheNumberOfTheLaunch) {
  Reading reading("gridid");
  reading.machine().options.grid_number = 77;
  EXPECT_EQ(reading.values({}).front(), 77u);
  EXPECT_EQ(Reading("nwarpid").values({}).front(), 64u);
}

TEST(SharedSizes, CountDynamicAndReservedBytes) {
  const std::string shared = ".shared .align 4 .b8 s[100]; st.shared.u32 [s], 0;\n";
  const auto value = [&](const std::string& name) {
    Reading reading(name, shared);
    reading.machine().dynamic_shared_bytes = 60;
    return reading.values({}).front();
  };
  EXPECT_EQ(value("dynamic_smem_size"), 60u);
  EXPECT_EQ(value("total_smem_size"), 256u);  // 160 in units of 128
  EXPECT_EQ(value("aggr_smem_size"), 256u + 1024u);
}

TEST(SpecialRegisters, TellOfTheDevice) {
  const auto value = [](const std::string& name, auto change) {
    Reading reading(name, ".shared .align 4 .b8 s[100]; st.shared.u32 [s], 0;\n");
    change(reading.machine().options);
    return reading.values({}).front();
  };
  EXPECT_EQ(value("nwarpid", [](auto& options) { options.sm.max_threads = 1536; }), 48u);
  EXPECT_EQ(value("total_smem_size", [](auto& options) { options.sm.shared_unit_bytes = 256; }),
            256u);
  EXPECT_EQ(value("aggr_smem_size",
                  [](auto& options) { options.sm.shared_reserved_per_block_bytes = 0; }),
            128u);
  const auto nanoseconds = [&](double clock_hz) {
    return value("globaltimer_lo", [&](auto& options) { options.sm_clock_hz = clock_hz; });
  };
  EXPECT_NEAR(nanoseconds(1e6), 1000 * nanoseconds(1e9), 1000);
}

// `mov.u16` of a 32-bit register takes its low half; ptxas has it for indices and sizes.
TEST(SpecialRegister, IsReadInSixteenAndSixtyFourBits) {
  Machine machine(module_with_kernel(
      ".param .u64 out",
      element_address("out", "%rd1", 8) +
          "mov.u16 %rs1, %tid.x; mov.u16 %rs2, %ntid.x; mov.b16 %rs3, %nctaid.x; mov.u64 %rd3, "
          "%gridid; cvt.u16.u64 %rs4, %rd3;\nst.global.v4.u16 [%rd1], {%rs1,%rs2,%rs3,%rs4};"));
  machine.options.grid_number = (std::uint64_t{1} << 33) + 5;
  const auto out = machine.upload(std::vector<std::uint16_t>(160));
  const LaunchResult launched = machine.launch("k", {70000, 1, 1}, {40, 1, 1}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const auto words = machine.download<std::uint16_t>(out, 160);
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(words[4 * i], i);
    EXPECT_EQ(words[4 * i + 1], 40u);
    EXPECT_EQ(words[4 * i + 2], 70000u - 65536u);
    EXPECT_EQ(words[4 * i + 3], 5u);
  }
}

}  // namespace
}  // namespace warpscope::exec::test::special_register_test
