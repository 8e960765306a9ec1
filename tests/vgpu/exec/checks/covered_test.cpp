// Races of plain accesses with atomics, and unwritten words that atomics and reductions find.
#include <gtest/gtest.h>

#include <string>

#include "tests/vgpu/exec/checks/checked_launch.h"

namespace warpscope::exec::test {
namespace {

// Lanes add their neighbour's element to their own: no two of them update the same one.
TEST_F(Checks, ASumWithANeighboursElementIsNoUpdateOfIt) {
  const std::string begin = "st.shared.u32 [%r2], %r1; st.shared.u32 [%r2+128], %r1; bar.sync 0;\n";
  const std::string loads = ".loc 1 9 1\nld.shared.u32 %r5, [%r2+4]; ld.shared.u32 %r6, [%r2];\n";
  const std::string store = ".loc 1 9 1\nadd.u32 %r6, %r6, %r5; st.shared.u32 [%r2], %r6;\n";
  EXPECT_EQ(text(find(begin + loads + store, 32)), "missing-syncwarp:9 with 9");
  EXPECT_EQ(text(find(begin + loads + "bar.warp.sync -1;\n" + store, 32)), "");
}

// The last thread clears what the first warp has added to by then.
TEST_F(Checks, WhatLiesFirstInTheProgramComesFirstThoughItCameLater) {
  const auto body = [](const std::string& guard, const std::string& back) {
    return "mov.u32 %r9, 0;\nLOOP:\n" + guard +
           " @%p1 bra ADD;\n.loc 1 4 1\nst.shared.u32 [tile], 0;\nADD:\n.loc 1 6 1\n"
           "red.shared.add.u32 [tile], 1;\n" +
           back;
  };
  EXPECT_EQ(text(find(body("setp.ne.u32 %p1, %r1, 63;", ""))), "missing-barrier:6 with 4");
  EXPECT_EQ(text(find(body("setp.ne.u32 %p1, %r1, 0;", ""))), "missing-barrier:6 with 4");
}

// Whoever has returned before a barrier has done all that it does: only that it returned is said.
TEST_F(Checks, WhatLanesDidThatHaveReturnedComesBeforeABarrier) {
  const auto body = [](const std::string& barrier) {
    return "and.b32 %r6, %r1, 1; setp.ne.u32 %p1, %r6, 0; xor.b32 %r6, %r2, 4;\n" +
           std::string(kWrite) + "@%p1 ret;\n.loc 1 5 1\n" + barrier +
           ".loc 1 6 1\nld.shared.u32 %r5, [%r6]; st.global.u32 [%rd2], %r5;\n";
  };
  EXPECT_EQ(text(find(body("bar.sync 0;\n"))), "early-exit-before-barrier:5");
  EXPECT_EQ(text(find(body(""))), "missing-syncwarp:6 with 4");
}

// Words that one warp zeroes and that a loop around atomicCAS begins with loading.
TEST_F(Checks, APlainStoreBeforeALoopAroundCompareAndSwap) {
  const auto body = [](const std::string& between) {
    return "setp.ne.u32 %p1, %r1, 0;\n.loc 1 4 1\n@!%p1 st.shared.u32 [tile], 0;\n" + between +
           ".loc 1 6 1\nld.shared.u32 %r5, [tile]; add.u32 %r6, %r5, 1;\n.loc 1 7 1\n"
           "atom.shared.cas.b32 %r7, [tile], %r5, %r6; st.global.u32 [%rd2], %r7;";
  };
  EXPECT_EQ(text(find(body("bar.warp.sync -1;\n"))),
            "missing-barrier:6 with 4, missing-barrier:7 with 4");
  EXPECT_EQ(text(find(body("bar.sync 0;\n"))), "");
}

// The atomics find what nothing has written; the load that comes too early is another mistake.
TEST_F(Checks, AnAtomicOnUnwrittenWordsIsNamedBesideTheLoadThatComesBeforeIt) {
  EXPECT_EQ(
      text(find(".loc 1 6 1\nred.shared.add.u32 [tile], 1;\nsetp.ne.u32 %p1, %r1, 0; @%p1 ret;\n"
                ".loc 1 8 1\nld.shared.u32 %r5, [tile]; st.global.u32 [%rd2], %r5;")),
      "missing-barrier:8 with 6, uninitialised-shared:6");
}

TEST_F(Checks, ASumOfAWordOfWhichHalfIsWritten) {
  const auto body = [](const std::string& clear, const std::string& update) {
    return "ld.param.u64 %rd3, [out];\n" + clear + "\n.loc 1 9 1\n" + update;
  };
  const std::string half = "st.global.u32 [%rd3], 0;", all = half + " st.global.u32 [%rd3+4], 0;";
  EXPECT_EQ(text(find(body(half, "red.global.add.u64 [%rd3], 1;"), 1)), "uninitialised-global:9");
  EXPECT_EQ(text(find(body(all, "red.global.add.u64 [%rd3], 1;"), 1)), "");
  EXPECT_EQ(text(find(body(half, "atom.global.exch.b64 %rd4, [%rd3], 1;"), 1)), "");
  EXPECT_EQ(text(find(body(half, "red.global.add.u32 [%rd3], 1;"), 1)), "");
}

// Lanes from 4 on load what nothing has written, and only lane 0 stores.
TEST_F(Checks, AReductionAcrossAWarpPassesOnWhatItsLanesHaveLoaded) {
  const auto body = [](const std::string& load, const std::string& value) {
    return "setp.ge.u32 %p1, %r1, 4; @!%p1 st.shared.u32 [%r2], %r1; bar.sync 0; mov.u32 %r5, 0;\n"
           ".loc 1 5 1\n" +
           load + " ld.shared.u32 %r5, [%r2]; redux.sync.add.u32 %r6, " + value +
           ", -1;\nsetp.ne.u32 %p2, %r1, 0; @!%p2 st.global.u32 [%rd2], %r6;";
  };
  const auto found = find(body("", "%r5"), 32);
  ASSERT_EQ(text(found), "uninitialised-shared:5");
  EXPECT_EQ(found[0].access.lane, 4U);
  EXPECT_EQ(found[0].array_offset, 16U);
  EXPECT_EQ(text(find(body("@!%p1", "%r5"), 32)), "");
  EXPECT_EQ(text(find(body("", "%r1"), 32)), "");  // of something else
}

// A plain store of warp 0, then atomics of all threads: that warp's own come first.
TEST_F(Checks, APlainStoreThatAtomicsHaveCovered) {
  const auto body = [](const std::string& between, std::string_view update) {
    return "setp.ne.u32 %p1, %r1, 0;\n.loc 1 4 1\n@!%p1 st.shared.u32 [tile], 0;\n" + between +
           "\n.loc 1 6 1\n" + std::string(update);
  };
  constexpr std::string_view kAdd = "red.shared.add.u32 [tile], 1;";
  EXPECT_EQ(text(find(body("bar.warp.sync -1;", kAdd))), "missing-barrier:6 with 4");
  EXPECT_EQ(text(find(body("", kAdd))), "missing-barrier:6 with 4");
  EXPECT_EQ(text(find(body("bar.sync 0;", kAdd))), "");
  EXPECT_EQ(text(find(body("bar.warp.sync -1;", kAdd), 32)), "");
  EXPECT_EQ(text(find(body("bar.warp.sync -1;", "st.volatile.shared.u32 [tile], %r1;"))),
            "");  // the same value, for all that is known
  // Only the warp that has stored: others begin behind a barrier.
  EXPECT_EQ(text(find(body("bar.warp.sync -1;",
                           "setp.ge.u32 %p1, %r1, 32; @%p1 bra WAIT;\nred.shared.add.u32 [tile], "
                           "1;\nWAIT: bar.sync 0; red.shared.add.u32 [tile], 1;"))),
            "");
  // A row of counters.
  const auto row = [](const std::string& between) {
    return "and.b32 %r6, %r1, 31; mov.u32 %r7, tile; mad.lo.u32 %r7, %r6, 4, %r7;\n"
           "setp.ge.u32 %p1, %r1, 32;\n.loc 1 4 1\n@!%p1 st.shared.u32 [%r7], 0;\n" +
           between + "\n.loc 1 6 1\nred.shared.add.u32 [%r7], 1;";
  };
  EXPECT_EQ(text(find(row(""))), "missing-barrier:6 with 4");
  EXPECT_EQ(text(find(row("bar.sync 0;"))), "");
}

TEST_F(Checks, APlainStoreOfABlockThatItsOwnAtomicsHaveCovered) {
  const auto body = [](const std::string& first) {
    return "ld.param.u64 %rd3, [out]; mov.u32 %r5, %ctaid.x; setp.ne.u32 %p1, %r5, 0; @%p1 bra "
           "ADD;\n.loc 1 4 1\n" +
           first + "\nADD:\n.loc 1 6 1\nred.global.add.u32 [%rd3], 1;";
  };
  EXPECT_EQ(text(find(body("st.global.u32 [%rd3], 5;"), 1, 2)), "race-between-blocks:6 with 4");
  EXPECT_EQ(text(find(body("atom.global.exch.b32 %r6, [%rd3], 5;"), 1, 2)), "");
}

// The last warp reads behind its own atomic, with those of the others before.
TEST_F(Checks, ALoadBehindAtomicsOfWhichTheLastIsItsOwn) {
  const auto body = [](const std::string& between) {
    return "setp.ne.u32 %p1, %r1, 0; @!%p1 st.shared.u32 [tile], 0;\nbar.sync 0;\n.loc 1 6 1\n"
           "red.shared.add.u32 [tile], 1;\n" +
           between +
           "setp.ne.u32 %p1, %r1, 63; @%p1 ret;\n.loc 1 8 1\nld.shared.u32 %r5, [tile]; "
           "st.global.u32 [%rd2], %r5;";
  };
  EXPECT_EQ(text(find(body("bar.sync 0;\n"))), "");
  EXPECT_EQ(text(find(body("bar.warp.sync -1;\n"))), "missing-barrier:8 with 6");
  EXPECT_EQ(text(find(body("bar.warp.sync -1;\n"), 32)), "");
  // Whoever is told by the atomic that all others have been there.
  EXPECT_EQ(text(find("st.shared.u32 [tile], 0;\nbar.sync 0;\natom.shared.add.u32 %r6, [tile], 1; "
                      "setp.ne.u32 %p1, %r6, 63; @%p1 ret; ld.shared.u32 %r5, [tile]; "
                      "st.global.u32 [%rd2], %r5; st.shared.u32 [tile], 0;")),
            "");
}

}  // namespace
}  // namespace warpscope::exec::test
