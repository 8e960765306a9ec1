// Which addresses are the same for all lanes, against ptxas 13.0 for sm_90, which then has one lane
// do an atomic for all (read off its machine code); and what that counts.
#include "vgpu/exec/analysis/uniform.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::uniform_test {
namespace {

constexpr std::string_view kHead =
    "ld.param.u64 %rd1, [to]; ld.param.u64 %rd2, [n]; cvt.u32.u64 %r22, %rd2; mov.u32 %r1, %tid.x;";

// Whether ptxas would know that %r21 is the same for all lanes after `body`.
bool is_uniform(const std::string& body) {
  const ptx::Module module = ptx::parse(module_with_kernel(
      ".param .u64 to, .param .u64 n", std::string(kHead) + body + "mov.u32 %r47, %r21;",
      ".const .align 4 .b32 table[4]; .shared .align 4 .b32 tile[4];"));
  const ptx::Function& function = module.functions.at(0);
  const std::vector<bool> uniform = uniform_registers(function, control_flow(function));
  const ptx::Instruction& last = function.body.at(function.body.size() - 2);
  return uniform.at(last.operands.at(1).index);
}

TEST(Uniform, FollowsValues) {
  for (const char* body :
       {"mov.u32 %r21, %ctaid.x;", "mov.u32 %r21, %ntid.x;", "mov.u32 %r21, %warpid;",
        "mov.u32 %r21, %smid;", "mov.u32 %r21, %clock;", "ld.const.u32 %r21, [table];",
        "ld.shared.u32 %r21, [tile];", "ld.global.u32 %r21, [%rd1];",
        "ld.volatile.global.u32 %r21, [%rd1];", "activemask.b32 %r21;",
        "setp.lt.u32 %p1, %r1, 9; vote.sync.ballot.b32 %r21, %p1, -1;",
        "redux.sync.add.s32 %r21, %r1, -1;", "shfl.sync.idx.b32 %r21, %r1, 0, 31, -1;",
        "div.u32 %r21, %r22, 7;", "setp.lt.u32 %p1, %r22, 9; selp.u32 %r21, 4, %r22, %p1;"})
    EXPECT_TRUE(is_uniform(body)) << body;
  for (const char* body :
       {"mov.u32 %r21, %tid.y;", "mov.u32 %r21, %laneid;", "mov.u32 %r21, %lanemask_lt;",
        "shr.u32 %r21, %r1, 5;", "atom.global.add.u32 %r21, [%rd1], 1;",
        "shfl.sync.bfly.b32 %r21, %r1, 1, 31, -1;",
        "setp.lt.u32 %p1, %r1, 9; selp.u32 %r21, 4, 8, %p1;",
        "mov.u32 %r21, 4; setp.lt.u32 %p1, %r1, 9; @%p1 mov.u32 %r21, 5;"})
    EXPECT_FALSE(is_uniform(body)) << body;
}

TEST(Uniform, FollowsBranches) {
  const std::string loop =
      "mov.u32 %r21, 0; AGAIN: st.global.u32 [%rd1], %r21; add.s32 %r21, %r21, 1;";
  EXPECT_TRUE(is_uniform(loop + "setp.lt.u32 %p1, %r21, %r22; @%p1 bra AGAIN;"));
  EXPECT_FALSE(is_uniform(loop + "setp.lt.u32 %p1, %r21, %r1; @%p1 bra AGAIN;"));
  const std::string either = "@%p1 bra ELSE; mov.u32 %r21, 3; bra END; ELSE: mov.u32 %r21, 5; END:";
  EXPECT_TRUE(is_uniform("setp.lt.u32 %p1, %r22, 9;" + either));
  EXPECT_FALSE(is_uniform("setp.lt.u32 %p1, %r1, 9;" + either));
  // Lanes that are gone do not matter, nor a branch inside the loop that does not set it.
  EXPECT_TRUE(is_uniform("setp.gt.u32 %p2, %r1, 9; @%p2 bra OUT;" + loop +
                         "setp.lt.u32 %p1, %r21, %r22; @%p1 bra AGAIN; bra END; OUT: ret; END:"));
  EXPECT_TRUE(is_uniform(loop + "setp.lt.u32 %p2, %r1, 9; @%p2 bra SKIP; st.global.u32 [%rd1], 7;"
                                "SKIP: setp.lt.u32 %p1, %r21, %r22; @%p1 bra AGAIN;"));
}

struct Row {
  const char* instruction;
  std::uint64_t sectors, sectors_of_ten;  ///< by all 32 lanes, by ten
};

// What ptxas makes of lanes that update one cell. keep_positive of everyday_probes.cu: 1 sector.
TEST(Together, OneLaneUpdatesForAll) {
  for (const Row& row :
       {Row{"red.global.add.u32 [%rd1], 1;", 1, 1},
        {"red.global.add.u32 [%rd1], %r1;", 1, 1},
        {"red.global.max.s32 [%rd1], %r1;", 1, 1},
        {"red.global.or.b32 [%rd1], %r1;", 1, 1},
        {"red.global.add.u64 [%rd1], 1;", 1, 1},
        {"atom.global.max.u32 %r2, [%rd1], %r1;", 1, 1},
        {"atom.global.add.u32 %r2, [%rd1], %r22; st.shared.u32 [tile], %r2;", 1, 1},
        {"atom.global.add.u32 %r2, [%rd1], %r1; st.shared.u32 [tile], %r2;", 1, 10},
        {"atom.global.max.u32 %r2, [%rd1], %r1; st.shared.u32 [tile], %r2;", 32, 10},
        {"atom.global.inc.u32 %r2, [%rd1], 9; st.shared.u32 [tile], %r2;", 32, 10},
        {"red.global.add.u64 [%rd1], %rd3;", 32, 10},
        {"red.global.max.u64 [%rd1], 7;", 32, 10},
        {"red.global.add.f32 [%rd1], 0f3F800000;", 32, 10}}) {
    Machine machine(module_with_kernel(
        ".param .u64 to, .param .u64 n",
        std::string(kHead) + "cvt.u64.u32 %rd3, %r1; setp.ge.u32 %p1, %r1, %r22; @%p1 ret;" +
            row.instruction,
        ".shared .align 4 .b32 tile[4];"));
    const std::uint64_t to = machine.upload(std::vector<std::uint64_t>{0});
    for (const std::uint64_t lanes : {std::uint64_t{32}, std::uint64_t{10}}) {
      const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, to, lanes);
      ASSERT_FALSE(launched.fault) << launched.fault->message;
      EXPECT_EQ(launched.counters[Counter::global_atomic_sectors] +
                    launched.counters[Counter::global_reduction_sectors],
                lanes == 32 ? row.sectors : row.sectors_of_ten)
          << row.instruction;
    }
  }
}

TEST(Together, AddsUpInSharedMemoryToo) {
  Machine machine(module_with_kernel(".param .u64 to, .param .u64 n", std::string(kHead) + R"(
mov.u32 %r5, 0; st.shared.v4.u32 [tile], {%r5, %r5, %r5, %r5}; bar.sync 0;
atom.shared.add.u32 %r2, [tile], 7; atom.shared.add.u64 %rd4, [tile+8], 1;
cvt.u64.u32 %rd3, %r2; add.u64 %rd3, %rd3, %rd4; bar.sync 0;
ld.shared.u32 %r3, [tile]; st.global.u32 [%rd1], %r3; st.global.u64 [%rd1+8], %rd3;
)",
                                     ".shared .align 16 .b32 tile[4];"));
  const std::uint64_t to = machine.allocate(64);
  const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, to, std::uint64_t{0});
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(launched.counters[Counter::shared_atomic_instructions], 2u);
  EXPECT_EQ(launched.counters[Counter::shared_atomic_bank_conflicts], 0u);
  EXPECT_EQ(launched.counters[Counter::shared_atomic_wavefronts], 1u + 2u);
  EXPECT_EQ(machine.download<std::uint32_t>(to, 1)[0], 32u * 7);
}

}  // namespace
}  // namespace warpscope::exec::test::uniform_test
