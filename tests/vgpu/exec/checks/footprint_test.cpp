// How many threads have written what an array holds when a launch has ended.
#include <gtest/gtest.h>

#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

class Writers : public ::testing::Test {
 protected:
  // %r1: the thread's number, %r2: the element that it begins with. The array has more elements
  // than are written: others are not counted.
  static LaunchFootprint::Stored count(const std::string& body, std::uint32_t threads = 64,
                                       std::uint32_t blocks = 4) {
    Machine machine(module_with_kernel(
        ".param .u64 out",
        "ld.param.u64 %rd1, [out]; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;\n"
        "mov.u32 %r1, %tid.x; mad.lo.u32 %r1, %r3, %r4, %r1; mov.u32 %r2, %r1;\n" +
            body));
    machine.options.checks = true;
    machine.options.wants_footprint = true;
    const std::uint64_t out = machine.allocate(1 << 16);
    machine.memory().track_writes(out);
    const LaunchResult launched = machine.launch("k", {blocks, 1, 1}, {threads, 1, 1}, out);
    EXPECT_FALSE(launched.fault);
    EXPECT_EQ(launched.footprint.stored.size(), 1U);
    return launched.footprint.stored.empty() ? LaunchFootprint::Stored()
                                             : launched.footprint.stored.front();
  }
  static inline const std::string kStore =
      "mad.wide.u32 %rd1, %r2, 4, %rd1; st.global.u32 [%rd1], %r1;\n";
};

TEST_F(Writers, AreCountedHoweverTheirElementsLie) {
  EXPECT_EQ(count(kStore).writers, 256U);
  EXPECT_EQ(count("xor.b32 %r2, %r2, 255;\n" + kStore).writers, 256U) << "the last warp first";
  EXPECT_EQ(count("xor.b32 %r2, %r2, 5;\n" + kStore).writers, 256U);
  EXPECT_EQ(count("mul.lo.u32 %r2, %r2, 77; and.b32 %r2, %r2, 255;\n" + kStore).writers, 256U);
  EXPECT_EQ(count("mul.lo.u32 %r2, %r2, 3;\n" + kStore).writers, 256U) << "gaps";
  EXPECT_EQ(count(kStore, 33).writers, 132U) << "a warp of one lane";
}

TEST_F(Writers, AreCountedOnceAndOnlyWhereTheirStoreIsTheLast) {
  EXPECT_EQ(count("and.b32 %r2, %r2, 63;\n" + kStore).writers, 64U) << "over each other";
  EXPECT_EQ(
      count(kStore + "st.global.u32 [%rd1+4096], %r1; st.global.u32 [%rd1+8192], %r1;").writers,
      256U);
  const auto pairs = count("mad.wide.u32 %rd1, %r2, 8, %rd1; st.global.v2.u32 [%rd1], {%r1, %r1};");
  EXPECT_EQ(pairs.writers, 256U);
  EXPECT_EQ(pairs.widest_bytes, 8U);
  const auto quads = count(
      "mad.wide.u32 %rd1, %r2, 16, %rd1; st.global.v4.u32 [%rd1], {%r1, %r1, %r1, %r1};"
      " st.global.u32 [%rd1], %r1;");
  EXPECT_EQ(quads.writers, 256U);
  EXPECT_EQ(quads.widest_bytes, 16U);
}

}  // namespace
}  // namespace warpscope::exec::test
