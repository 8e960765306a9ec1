// bar.red, barrier.cluster and elect.sync, PTX ISA manual section 9.7.13.
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::barrier_forms_test {
namespace {

using U32 = std::uint32_t;

LaunchResult run(const std::string& body, std::vector<U32>& out, U32 threads) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 4) + body +
                                                            "\nst.global.u32 [%rd1], %r9;\n"));
  const auto at = machine.upload(std::vector<U32>(threads, 0));
  LaunchResult launched = machine.launch("k", {}, {threads, 1, 1}, at);
  out = machine.download<U32>(at, threads);
  return launched;
}

TEST(BarrierReduction, CountsAndCombinesThePredicates) {
  for (const U32 threads : {40u, 96u, 1024u}) {
    std::vector<U32> out;
    const auto launched = run(R"(
rem.u32 %r2, %r1, 3; setp.eq.u32 %p1, %r2, 0; setp.lt.u32 %p2, %r1, 2000; setp.gt.u32 %p3, %r1, 2000;
bar.red.popc.u32 %r3, 0, %p1; barrier.cta.red.popc.aligned.u32 %r4, 0, !%p1;
bar.red.and.pred %p4, 0, %p2; bar.red.and.pred %p5, 0, %p1; bar.red.or.pred %p6, 0, %p3; bar.red.or.pred %p7, 1, !%p3;
selp.u32 %r5, 1, 0, %p4; selp.u32 %r6, 2, 0, %p5; selp.u32 %r7, 4, 0, %p6; selp.u32 %r8, 8, 0, %p7;
add.u32 %r9, %r5, %r6; add.u32 %r9, %r9, %r7; add.u32 %r9, %r9, %r8; mad.lo.u32 %r9, %r3, 10000, %r9; mad.lo.u32 %r9, %r4, 20, %r9;
)",
                              out, threads);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    const U32 thirds = (threads + 2) / 3;
    EXPECT_EQ(out, std::vector<U32>(threads, thirds * 10000 + (threads - thirds) * 20 + 9));
  }
}

// Two barriers with counts; threads that only arrive give no predicate.
TEST(BarrierReduction, ConcernsTheThreadsOfItsBarrier) {
  std::vector<U32> out;
  const auto launched = run(R"(
setp.ge.u32 %p1, %r1, 64; setp.ne.u32 %p2, %r1, 5; @%p1 bra UPPER;
bar.red.popc.u32 %r9, 1, 96, %p2; bra.uni END;
UPPER: setp.ge.u32 %p3, %r1, 96; @%p3 bra LAST; bar.arrive 1, 96; bra.uni END;
LAST: bar.red.and.pred %p4, 2, 32, %p2; selp.u32 %r9, 1, 0, %p4;
END:
)",
                            out, 128);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (U32 i = 0; i < 128; ++i) EXPECT_EQ(out[i], i < 64 ? 63u : i < 96 ? 0u : 1u) << i;
}

TEST(ClusterBarrier, OfOneBlockSeparatesItsThreads) {
  std::vector<U32> out;
  const auto launched = run(R"(
.shared .align 4 .b8 s[512]; mov.u32 %r2, s; mad.lo.u32 %r3, %r1, 4, %r2; xor.b32 %r4, %r1, 127; mad.lo.u32 %r4, %r4, 4, %r2;
st.shared.u32 [%r3], %r1; barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned; ld.shared.u32 %r5, [%r4];
barrier.cluster.arrive; barrier.cluster.wait; add.u32 %r5, %r5, 1000; st.shared.u32 [%r3], %r5;
barrier.cluster.arrive; barrier.cluster.wait; mapa.shared::cluster.u32 %r4, %r4, 0; ld.shared::cluster.u32 %r9, [%r4];
)",
                            out, 128);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (U32 i = 0; i < 128; ++i) EXPECT_EQ(out[i], 1000 + i);
}

TEST(ClusterRegisters, SayThatEachBlockIsACluster) {
  Machine machine(module_with_kernel(".param .u64 out", R"(
ld.param.u64 %rd1, [out]; mov.u32 %r1, %clusterid.x; mov.u32 %r2, %nclusterid.x; mov.u32 %r3, %cluster_ctaid.y; mov.u32 %r4, %cluster_nctaid.x;
mov.u32 %r5, %cluster_ctarank; mov.u32 %r6, %cluster_nctarank; mov.pred %p1, %is_explicit_cluster; selp.u32 %r7, 1, 0, %p1;
mad.wide.u32 %rd1, %r1, 32, %rd1; st.global.v4.u32 [%rd1], {%r1, %r2, %r3, %r4}; st.global.v4.u32 [%rd1+16], {%r5, %r6, %r7, 9};
)"));
  const auto out = machine.allocate(96);
  ASSERT_FALSE(machine.launch("k", {3, 1, 1}, {1, 1, 1}, out).fault);
  std::vector<U32> expected;
  for (const U32 block : {0u, 1u, 2u}) {
    for (const U32 value : {block, 3u, 0u, 1u, 0u, 1u, 0u, 9u}) expected.push_back(value);
  }
  EXPECT_EQ(machine.download<U32>(out, 24), expected);
}

TEST(Elect, ChoosesOneLaneOfTheMask) {
  std::vector<U32> out;
  const auto launched = run(R"(
setp.ge.u32 %p1, %r1, 8; mov.u32 %r9, 0; @!%p1 bra END;
elect.sync %r2|%p2, 0xffffff00; vote.sync.ballot.b32 %r3, %p2, 0xffffff00; shl.b32 %r4, 1, %r2; xor.b32 %r9, %r3, %r4; popc.b32 %r3, %r3; mad.lo.u32 %r9, %r3, 100, %r9;
END:
)",
                            out, 32);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (U32 i = 0; i < 32; ++i) EXPECT_EQ(out[i], i < 8 ? 0u : 100u);
}

}  // namespace
}  // namespace warpscope::exec::test::barrier_forms_test
