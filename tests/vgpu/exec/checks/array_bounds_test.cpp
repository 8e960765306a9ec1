// Accesses through one shared variable that reach another one.
#include "tests/vgpu/exec/support/checked.h"

namespace warpscope::exec::test {
namespace {

using ArrayBounds = Checked;

const std::string kPair =
    ".shared .align 4 .b8 first[128]; .shared .align 4 .b8 second[128];\n"
    "shl.b32 %r3, %r1, 2; mov.u32 %r4, first; add.u32 %r4, %r4, %r3; st.shared.u32 [%r4], %r1; "
    "mov.u32 %r5, second; mad.lo.u32 %r5, %r1, 4, %r5; st.shared.u32 [%r5], %r1; bar.sync 0;\n";

TEST_F(ArrayBounds, ANeighboursElement) {
  const LaunchResult launched =
      launch(kPair + ".loc 1 4 1\nld.shared.u32 %r6, [%r4+4]; st.global.u32 [%rd1], %r6;", 32);
  ASSERT_EQ(text(launched), "out-of-bounds:4");
  EXPECT_EQ(launched.violations[0].array, "first");
  EXPECT_EQ(launched.violations[0].array_offset, 128U);
  EXPECT_EQ(launched.violations[0].access.lane, 31U);
  EXPECT_EQ(find(kPair + "ld.shared.u32 %r6, [%r4]; st.global.u32 [%rd1], %r6;", 32), "");
}

TEST_F(ArrayBounds, BeforeItsBeginningThroughALoop) {
  const std::string loop =
      "mov.u32 %r7, 2;\nLOOP:\n.loc 1 5 1\nld.shared.u32 %r6, [%r5];\n"
      "st.global.u32 [%rd1], %r6; sub.u32 %r5, %r5, 4; sub.u32 %r7, %r7, 1; "
      "setp.ne.u32 %p1, %r7, 0; @%p1 bra LOOP;";
  EXPECT_EQ(find(kPair + loop, 32), "out-of-bounds:5");
}

// An address that may be either's, or that comes from elsewhere, is left alone.
TEST_F(ArrayBounds, AnAddressOfEitherVariable) {
  EXPECT_EQ(
      find(kPair + "setp.lt.u32 %p1, %r1, 16; selp.b32 %r7, %r4, %r5, %p1; ld.shared.u32 %r6, "
                   "[%r7]; st.global.u32 [%rd1], %r6;",
           32),
      "");
  EXPECT_EQ(find(kPair + "setp.lt.u32 %p1, %r1, 16; @%p1 mov.u32 %r4, second; @%p1 add.u32 %r4, "
                         "%r4, %r3; ld.shared.u32 %r6, [%r4]; st.global.u32 [%rd1], %r6;",
                 32),
            "");
}

TEST_F(ArrayBounds, TheLastVariableEndsWithItsLastByte) {
  Machine machine(module_with_kernel(
      "",
      ".shared .align 4 .b8 odd[20];\nmov.u32 %r1, odd; ld.shared.u32 %r2, [%r1+16]; "
      "ld.shared.u32 %r2, [%r1+20]; st.shared.u32 [%r1], %r2;"));
  const LaunchResult launched = machine.launch("k", {}, {});
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::out_of_bounds);
  EXPECT_EQ(launched.fault->address, 20U);
}

}  // namespace
}  // namespace warpscope::exec::test
