// Where an index comes from and what was compared before it is used, in PTX as nvcc 13.0 writes it.
#include "vgpu/exec/analysis/index_use.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::index_use_test {
namespace {

using Source = IndexUse::Source;
using Guard = IndexUse::Guard;

// %r4: the number of the thread in the grid. %rd1: where `to` begins. %r10: n.
constexpr std::string_view kHead =
    "ld.param.u64 %rd9, [to]; cvta.to.global.u64 %rd1, %rd9; ld.param.u32 %r10, [n]; "
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; "
    "mad.lo.s32 %r4, %r1, %r2, %r3; ";
// %rd3: the address of element %r20.
constexpr std::string_view kTail =
    "mul.wide.s32 %rd2, %r20, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r10; DONE: ";

IndexUse use_of(const std::string& body, const std::string& tail = std::string(kTail)) {
  const ptx::Module module = ptx::parse(module_with_kernel(
      ".param .u64 to, .param .u32 n, .param .u32 rows", std::string(kHead) + body + tail));
  const ptx::Function& function = module.functions.at(0);
  std::uint32_t at = 0;
  while (function.body.at(at).opcode != "st") ++at;
  return index_use(function, control_flow(function), at);
}

std::string guarded(const std::string& relation, const std::string& reg) {
  return "setp." + relation + ".s32 %p1, " + reg + ", %r10; @%p1 bra DONE; ";
}

TEST(IndexUse, AThreadsNumberWithoutAComparison) {
  const IndexUse use = use_of("mov.u32 %r20, %r4;");
  EXPECT_EQ(use.source, Source::thread);
  EXPECT_EQ(use.guard, Guard::none);
  EXPECT_TRUE(use.is_based);
  EXPECT_EQ(use.base, 0U);
}

TEST(IndexUse, TheIndexItselfIsBelowAParameterOrNotAbove) {
  EXPECT_EQ(use_of(guarded("ge", "%r4") + "mov.u32 %r20, %r4;").guard, Guard::below);
  EXPECT_EQ(use_of(guarded("gt", "%r4") + "mov.u32 %r20, %r4;").guard, Guard::up_to);
  // Another element than the one that was compared.
  EXPECT_EQ(use_of(guarded("ge", "%r4") + "add.s32 %r20, %r4, 1;").guard, Guard::of_all);
  EXPECT_EQ(use_of(guarded("ge", "%r4") + "mul.lo.s32 %r20, %r4, %r10;").guard, Guard::of_all);
}

TEST(IndexUse, AComparisonThatLeadsElsewhereStopsNobody) {
  EXPECT_EQ(use_of("setp.ge.s32 %p1, %r4, %r10; @%p1 bra NEXT; add.s32 %r10, %r10, 1; NEXT: "
                   "mov.u32 %r20, %r4;")
                .guard,
            Guard::none);
  // Equal to something: thread 0 of each block.
  EXPECT_EQ(use_of("setp.ne.s32 %p1, %r3, 0; @%p1 bra DONE; mov.u32 %r20, %r4;").guard,
            Guard::none);
  // At least something: no upper end.
  EXPECT_EQ(use_of(guarded("lt", "%r4") + "mov.u32 %r20, %r4;").guard, Guard::none);
}

TEST(IndexUse, ComparisonsAreFollowedThroughAndAndOr) {
  const std::string both = "setp.ge.s32 %p1, %r4, %r10; setp.ge.s32 %p2, %r3, 7; ";
  EXPECT_EQ(use_of(both + "or.pred %p3, %p1, %p2; @%p3 bra DONE; mov.u32 %r20, %r4;").guard,
            Guard::below);
  EXPECT_EQ(use_of(both + "and.pred %p3, %p1, %p2; @%p3 bra DONE; mov.u32 %r20, %r4;").guard,
            Guard::none);
}

TEST(IndexUse, RowAndColumnOfOneNumber) {
  const std::string split =
      "shr.u32 %r5, %r4, 5; and.b32 %r6, %r4, 31; ld.param.u32 %r11, [rows]; ";
  const std::string index = "mad.lo.s32 %r20, %r5, %r10, %r6; ";
  const std::string row_below = "setp.ge.s32 %p1, %r5, %r11; @%p1 bra DONE; ";
  const std::string row_up_to = "setp.gt.s32 %p1, %r5, %r11; @%p1 bra DONE; ";
  const std::string column = "setp.ge.s32 %p2, %r6, %r10; @%p2 bra DONE; ";
  EXPECT_EQ(use_of(split + row_below + index).guard, Guard::of_part);
  EXPECT_EQ(use_of(split + row_below + column + index).guard, Guard::of_all);
  EXPECT_EQ(use_of(split + row_up_to + column + index).guard, Guard::up_to_in_groups);
  EXPECT_EQ(use_of(split + row_up_to + index).guard, Guard::up_to_in_groups);
  const std::string divided =
      "mov.u32 %r12, WARP_SZ; div.s32 %r5, %r4, %r12; "
      "and.b32 %r6, %r4, 31; ld.param.u32 %r11, [rows]; ";
  EXPECT_EQ(use_of(divided + row_up_to + column + index).guard, Guard::up_to_in_groups);
}

TEST(IndexUse, ADirectionThatWasNotComparedHasNoGuard) {
  EXPECT_EQ(
      use_of(guarded("ge", "%r4") + "mov.u32 %r7, %tid.y; mad.lo.s32 %r20, %r7, %r10, %r4; ").guard,
      Guard::none);
}

TEST(IndexUse, WhereItComesFrom) {
  EXPECT_EQ(use_of("mov.u32 %r20, %r1;").source, Source::block);
  EXPECT_EQ(use_of("mov.u32 %r20, %r3;").source, Source::thread_in_block);
  EXPECT_EQ(use_of("mov.u32 %r20, %r10;").source, Source::unknown);
  for (const char* body :
       {"atom.global.add.u32 %r20, [%rd1], 1;", "shfl.sync.idx.b32 %r20, %r4, 0, 31, -1;",
        "mul.wide.s32 %rd4, %r4, 4; add.s64 %rd5, %rd1, %rd4; ld.global.u32 %r21, [%rd5]; "
        "add.s32 %r20, %r21, %r4;"})
    EXPECT_EQ(use_of(body).source, Source::data) << body;
  // The same for all threads: as a parameter.
  EXPECT_EQ(use_of("ld.global.u32 %r21, [%rd1]; mad.lo.s32 %r20, %r4, %r21, %r3;").source,
            Source::thread);
}

TEST(IndexUse, AVariableOfALoopIsAllThatItIsSetTo) {
  const IndexUse use = use_of(
      guarded("gt", "%r4") +
          "mov.u32 %r20, %r4; LOOP: mul.wide.s32 %rd2, %r20, 4; add.s64 %rd3, %rd1, %rd2; "
          "st.global.u32 [%rd3], %r10; add.s32 %r20, %r20, %r2; setp.le.s32 %p2, %r20, %r10; "
          "@%p2 bra LOOP; DONE: ",
      "");
  EXPECT_EQ(use.source, Source::thread);
  EXPECT_EQ(use.guard, Guard::up_to);
}

}  // namespace
}  // namespace warpscope::exec::test::index_use_test
