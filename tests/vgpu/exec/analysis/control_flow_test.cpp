// Basic blocks and immediate post-dominators of hand-made control flow.
#include "vgpu/exec/analysis/control_flow.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

// Blocks of a kernel with this body; a `ret` follows it.
class Flow {
 public:
  explicit Flow(std::string_view body) : module_(ptx::parse(module_with_kernel("", body))) {
    blocks_ = control_flow(module_.functions.at(0));
  }
  std::uint32_t at(std::string_view label) const {
    return block_at(blocks_, module_.functions[0].labels.at(label));
  }
  std::uint32_t post_dominator(std::uint32_t block) const {
    return blocks_.at(block).post_dominator;
  }
  std::uint32_t post_dominator(std::string_view label) const { return post_dominator(at(label)); }
  const std::vector<FlowBlock>& blocks() const { return blocks_; }

 private:
  ptx::Module module_;
  std::vector<FlowBlock> blocks_;
};

TEST(ControlFlow, StraightCodeIsOneBlock) {
  const Flow flow("add.u32 %r1, %r2, %r3; add.u32 %r1, %r2, %r3;");
  ASSERT_EQ(flow.blocks().size(), 1u);
  EXPECT_EQ(flow.blocks()[0].end, 3u);
  EXPECT_EQ(flow.post_dominator(0), kExitBlock);
}

TEST(ControlFlow, IfMeetsBehindTheIf) {
  const Flow flow("@%p1 bra END; add.u32 %r1, %r2, %r3; END: add.u32 %r1, %r2, %r3;");
  ASSERT_EQ(flow.blocks().size(), 3u);
  EXPECT_EQ(flow.post_dominator(0), flow.at("END"));
  EXPECT_EQ(flow.post_dominator(1), flow.at("END"));
  EXPECT_EQ(flow.post_dominator("END"), kExitBlock);
}

TEST(ControlFlow, NestedIfElseMeetsInnermostFirst) {
  const Flow flow(R"(
@%p1 bra ELSE;
@%p2 bra INNER_ELSE; add.u32 %r1, %r1, 1; bra.uni INNER_END;
INNER_ELSE: add.u32 %r1, %r1, 2;
INNER_END: add.u32 %r1, %r1, 3; bra.uni END;
ELSE: add.u32 %r1, %r1, 4;
END: add.u32 %r1, %r1, 5;
)");
  EXPECT_EQ(flow.post_dominator(0), flow.at("END"));
  EXPECT_EQ(flow.post_dominator(1), flow.at("INNER_END"));
  EXPECT_EQ(flow.post_dominator("INNER_ELSE"), flow.at("INNER_END"));
  EXPECT_EQ(flow.post_dominator("INNER_END"), flow.at("END"));
  EXPECT_EQ(flow.post_dominator("ELSE"), flow.at("END"));
}

TEST(ControlFlow, LoopMeetsBehindTheLoop) {
  const Flow flow(R"(
HEAD: add.u32 %r1, %r1, 1;
@%p1 bra CONTINUE; add.u32 %r1, %r1, 2;
@%p3 bra END;
CONTINUE: @%p2 bra HEAD;
END: add.u32 %r1, %r1, 5;
)");
  EXPECT_EQ(flow.post_dominator("CONTINUE"), flow.at("END"));
  EXPECT_EQ(flow.post_dominator("HEAD"), flow.at("END"));  // by way of a break
}

TEST(ControlFlow, EarlyReturnMeetsOnlyAtExit) {
  const Flow flow("@%p1 bra OUT; @%p2 ret; add.u32 %r1, %r1, 1; OUT: ret;");
  EXPECT_EQ(flow.post_dominator(0), kExitBlock);
  EXPECT_EQ(flow.post_dominator("OUT"), kExitBlock);
}

// if (a) { if (b) return; x; } y: lanes with x and lanes without a meet at y.
TEST(Meet, OfLanesAroundAnEarlyReturnIsWhereTheOthersComeTogether) {
  for (const char* leave : {"@%p2 bra OUT;", "@%p2 ret;", "@!%p2 bra X; trap;"}) {
    const Flow flow(std::string("@%p1 bra Y;\n") + leave +
                    "X: add.u32 %r1, %r1, 1; Y: add.u32 %r1, %r1, 2; OUT: ret;");
    EXPECT_EQ(flow.blocks()[0].reconvergence, flow.at("Y")) << leave;
    EXPECT_EQ(flow.blocks()[1].reconvergence, kExitBlock) << leave;
  }
}

TEST(Meet, BehindALoopIsNotLostByAReturnInTheLoop) {
  const Flow flow(R"(
LOOP: add.u32 %r1, %r1, 1; @%p1 bra OUT;
@%p2 bra LOOP;
add.u32 %r1, %r1, 2;
OUT: ret;
)");
  EXPECT_EQ(flow.blocks()[1].reconvergence, 2u);
  EXPECT_EQ(flow.blocks()[0].reconvergence, kExitBlock);
}

// One side never comes to the other: nothing to wait for.
TEST(Meet, IsNowhereWhenOneSideExits) {
  const Flow flow("@%p1 bra LOW; add.u32 %r1, %r1, 1; ret; LOW: add.u32 %r1, %r1, 2; ret;");
  EXPECT_EQ(flow.blocks()[0].reconvergence, kExitBlock);
}

// Those that go to OUT exit there, they do not wait for the others.
TEST(Meet, IsThePostDominatorUnlessThatOnlyReturns) {
  const Flow flow(
      "@%p1 bra OUT; @%p2 bra END; add.u32 %r1, %r1, 1; END: add.u32 %r1, %r1, 1; OUT: ret;");
  EXPECT_EQ(flow.blocks()[0].reconvergence, kExitBlock);
  EXPECT_EQ(flow.blocks()[1].reconvergence, flow.at("END"));
}

TEST(ControlFlow, InfiniteLoopsAndUnreachableBlocksEnd) {
  const Flow flow(R"(
@%p1 bra FOREVER;
bra.uni END;
DEAD: add.u32 %r1, %r1, 1; bra.uni DEAD_TOO;
DEAD_TOO: bra.uni DEAD;
FOREVER: add.u32 %r1, %r1, 1; @%p2 bra FOREVER_TOO; bra.uni FOREVER;
FOREVER_TOO: bra.uni FOREVER;
END: ret;
)");
  // Of the two ways out of block 0 only the one that ends counts.
  EXPECT_EQ(flow.post_dominator(0), 1u);
  EXPECT_EQ(flow.post_dominator("FOREVER"), kExitBlock);
  EXPECT_EQ(flow.post_dominator("DEAD"), kExitBlock);
}

TEST(ControlFlow, LongChainsNeedNoRecursion) {
  std::string body;
  constexpr int kBlocks = 20000;
  for (int i = 0; i < kBlocks; ++i) body += "L" + std::to_string(i) + ": @%p1 bra END;\n";
  body += "END: ret;";
  const Flow flow(body);
  ASSERT_GE(flow.blocks().size(), std::size_t{kBlocks});
  EXPECT_EQ(flow.post_dominator(0), flow.at("END"));
}

TEST(ControlFlow, ABranchToTheEndOfTheBodyLeadsToTheExit) {
  ptx::Module module =
      ptx::parse(std::string(kModuleHead) +
                 ".visible .entry k() { .reg .pred %p1; .reg .b32 %r1; @%p1 bra END; "
                 "mov.u32 %r1, 1; END: }");
  const auto blocks = control_flow(module.functions.at(0));
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].successors, (std::vector<std::uint32_t>{kExitBlock, 1}));
  EXPECT_EQ(blocks[0].post_dominator, kExitBlock);
}

}  // namespace
}  // namespace warpscope::exec::test
