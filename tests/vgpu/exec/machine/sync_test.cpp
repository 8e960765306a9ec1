// Instructions with .sync whose lanes come from different ways.
#include <gtest/gtest.h>

#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::sync_test {
namespace {

using U32 = std::uint32_t;

LaunchResult run(const std::string& body, std::vector<U32>& out, U32 threads = 32) {
  Machine machine(module_with_kernel(
      ".param .u64 out",
      element_address("out", "%rd1", 4) + body + "\nst.global.u32 [%rd1], %r9;\n",
      ".file 1 \"k.cu\"\n"));
  const std::uint64_t at = machine.upload(std::vector<U32>(threads, 0));
  LaunchResult launched = machine.launch("k", {}, {threads, 1, 1}, at);
  out = machine.download<U32>(at, threads);
  return launched;
}

// Lanes reach the same vote at different times: through a loop with different trip counts that
// they only leave behind it.
TEST(Sync, GathersLanesThatComeOneByOne) {
  std::vector<U32> out;
  const LaunchResult launched = run(R"(
mov.u32 %r2, 0;
LOOP: setp.lt.u32 %p1, %r2, %r1; @!%p1 bra VOTE; add.u32 %r2, %r2, 1; bra.uni LOOP;
VOTE: setp.gt.u32 %p2, %r2, 20; vote.sync.ballot.b32 %r9, %p2, 0xffffffff;
)",
                                    out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(out, std::vector<U32>(32, 0xffe00000));
}

// A .sync inside a loop body that some lanes have not reached yet: the paths must wait for each
// other at it, not at the end of the loop.
TEST(Sync, GathersLanesInsideDivergedCode) {
  std::vector<U32> out;
  const LaunchResult launched = run(R"(
and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra BODY;
add.u32 %r3, %r1, 100; setp.gt.u32 %p3, %r1, 9999; @%p3 ret; bra.uni BODY;
BODY: shfl.sync.idx.b32 %r9, %r1, 5, 31, 0xffffffff;
)",
                                    out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(out, std::vector<U32>(32, 5));
}

TEST(Sync, OfDisjointMasksInBothSidesOfABranchDoNotMeet) {
  std::vector<U32> out;
  const LaunchResult launched = run(R"(
setp.lt.u32 %p1, %r1, 12; @%p1 bra LOW;
redux.sync.add.u32 %r9, %r1, 0xfffff000; bra.uni END;
LOW: redux.sync.add.u32 %r9, %r1, 0x00000fff;
END:
)",
                                    out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (U32 lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], lane < 12 ? 66u : 430u);
}

// Cooperative groups' tiles: lanes that run together name different masks.
TEST(Sync, OfTilesThatRunTogetherActsPerTile) {
  std::vector<U32> out;
  const LaunchResult launched = run(R"(
and.b32 %r2, %r1, 24; mov.u32 %r3, 0xff; shl.b32 %r3, %r3, %r2; redux.sync.add.u32 %r9, %r1, %r3;
)",
                                    out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (U32 lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], lane / 8 * 64 + 28) << lane;
}

// The same, when only one half of tile 0 runs together with the other tiles.
TEST(Sync, OfATileWithLanesElsewhereWaitsForThem) {
  std::vector<U32> out;
  const LaunchResult launched = run(R"(
and.b32 %r2, %r1, 24; mov.u32 %r3, 0xff; shl.b32 %r3, %r3, %r2;
setp.gt.u32 %p3, %r1, 9999; setp.lt.u32 %p1, %r1, 4; @%p1 bra BODY;
@%p3 ret;
BODY: redux.sync.add.u32 %r9, %r1, %r3; vote.sync.ballot.b32 %r4, !%p3, %r3; shr.u32 %r4, %r4, %r2; mad.lo.u32 %r9, %r4, 1000, %r9;
)",
                                    out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (U32 lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], 255000 + lane / 8 * 64 + 28) << lane;
}

TEST(Sync, WaitsForNoLaneThatHasExited) {
  std::vector<U32> out;
  const LaunchResult launched = run(R"(
setp.lt.u32 %p1, %r1, 4; @%p1 ret;
setp.lt.u32 %p1, %r1, 8; @%p1 bra LOW; bra.uni ALL;
LOW: setp.lt.u32 %p2, %r1, 6; @%p2 ret;
ALL: setp.ge.u32 %p2, %r1, 0; vote.sync.ballot.b32 %r9, %p2, 0xffffffff;
)",
                                    out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (U32 lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], lane < 6 ? 0u : 0xffffffc0u);
}

TEST(Sync, OfAPartialWarpNeedsOnlyItsThreads) {
  std::vector<U32> out;
  const LaunchResult launched =
      run("setp.ge.u32 %p2, %r1, 0; vote.sync.ballot.b32 %r9, %p2, 0xffffffff;", out, 40);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(out[0], 0xffffffffu);
  EXPECT_EQ(out[39], 0xffu);
}

// One side writes, __syncwarp, the other side reads.
TEST(WarpBarrier, OrdersLanesOfDivergedPaths) {
  std::vector<U32> out;
  const LaunchResult launched = run(R"(
.shared .align 4 .b8 s[128]; mov.u32 %r2, s; mad.lo.u32 %r2, %r1, 4, %r2;
setp.ge.u32 %p1, %r1, 16; @%p1 bra HIGH; mov.u32 %r3, 0;
SLOW: add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, %r1; @%p2 bra SLOW;
HIGH: add.u32 %r4, %r1, 50; st.shared.u32 [%r2], %r4;
bar.warp.sync 0xffffffff; xor.b32 %r5, %r1, 31; mov.u32 %r2, s; mad.lo.u32 %r2, %r5, 4, %r2; ld.shared.u32 %r9, [%r2];
)",
                                    out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (U32 lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], 50 + (31 - lane));
}

// __syncwarp in both branches of an if: lanes wait for the mask, not for the place.
TEST(WarpBarrier, MeetsLanesAtDifferentPlaces) {
  std::vector<U32> out;
  const LaunchResult launched = run(R"(
.shared .align 4 .b8 s[4];
setp.ge.u32 %p1, %r1, 16; @%p1 bra HIGH;
st.shared.u32 [s], 41; bar.warp.sync 0xffffffff; mov.u32 %r9, 1; bra.uni END;
HIGH: bar.warp.sync 0xffffffff; ld.shared.u32 %r9, [s];
END:
)",
                                    out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (U32 lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], lane < 16 ? 1u : 41u);
}

// Two groups wait at different places; the lanes that they wait for return.
TEST(WarpBarrier, AtDifferentPlacesWaitsForNoLaneThatExits) {
  std::vector<U32> out;
  const LaunchResult launched = run(R"(
setp.ge.u32 %p1, %r1, 16; @%p1 bra SLOW; setp.lt.u32 %p2, %r1, 8; @%p2 bra LOW;
bar.warp.sync 0xffffffff; mov.u32 %r9, 2; bra.uni END;
LOW: bar.warp.sync 0xffffffff; mov.u32 %r9, 1; bra.uni END;
SLOW: add.u32 %r1, %r1, 1; setp.lt.u32 %p3, %r1, 90; @%p3 bra SLOW;
ret;
END:
)",
                                    out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (U32 lane = 0; lane < 32; ++lane)
    EXPECT_EQ(out[lane], lane < 8 ? 1u : lane < 16 ? 2u : 0u) << lane;
}

TEST(SyncMask, WithoutTheLaneItselfIsAFault) {
  for (const char* text :
       {"shfl.sync.idx.b32 %r9, %r1, 0, 31, 0x0000ffff;",
        "vote.sync.ballot.b32 %r9, %p2, 0x0000ffff;", "redux.sync.add.u32 %r9, %r1, 0x0000ffff;",
        "match.any.sync.b32 %r9, %r1, 0x0000ffff;", "bar.warp.sync 0x0000ffff;"}) {
    std::vector<U32> out;
    const LaunchResult launched =
        run(std::string("setp.ge.u32 %p2, %r1, 0;\n.loc 1 7 0\n") + text, out);
    ASSERT_TRUE(launched.fault) << text;
    EXPECT_EQ(launched.fault->kind, Fault::Kind::invalid_sync_mask);
    EXPECT_EQ(launched.fault->lane_mask, 0xffff0000u) << text;
    EXPECT_EQ(launched.fault->where.line, 7u);
    EXPECT_EQ(launched.fault->message.back(), '.');
  }
}

TEST(SyncMask, ThatDiffersBetweenLanesIsAFault) {
  std::vector<U32> out;
  const LaunchResult launched = run(R"(
setp.lt.u32 %p1, %r1, 8; selp.b32 %r2, 0xff, 0xffffffff, %p1; shfl.sync.idx.b32 %r9, %r1, 0, 31, %r2;
)",
                                    out);
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::invalid_sync_mask);
}

}  // namespace
}  // namespace warpscope::exec::test::sync_test
