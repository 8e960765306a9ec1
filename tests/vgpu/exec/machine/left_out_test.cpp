// Launches that leave something out (LaunchOptions::left_out): what depends on it is wrong, and
// nothing else.
#include <gtest/gtest.h>

#include <array>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::left_out_test {
namespace {

using Words = std::vector<std::uint32_t>;

/// What a warp stores of %r9; `in` holds 100, 101, … %r1: lane, %rd1: out + 4 * lane, %rd2: in + 4
/// * lane, %r2: lane, as `in` tells, %r10: 1, made of that, %rd3: a word of global memory that
/// holds 5, %r8: a word of shared memory that holds 7.
Words run(const std::string& body, const LeftOut& left_out) {
  Machine machine(module_with_kernel(
      ".param .u64 out, .param .u64 in, .param .u64 word",
      element_address("out", "%rd1", 4) +
          "ld.param.u64 %rd2, [in]; mad.wide.u32 %rd2, %r1, 4, %rd2; ld.param.u64 %rd3, [word];\n"
          ".shared .align 16 .b8 s[1024]; mov.u32 %r8, s; mov.u32 %r3, 7; st.shared.u32 [%r8], "
          "%r3; "
          "bar.sync 0; ld.global.u32 %r2, [%rd2]; sub.u32 %r2, %r2, 100; "
          "and.b32 %r10, %r2, 0; add.u32 %r10, %r10, 1;\n" +
          body + "\nst.global.u32 [%rd1], %r9;\n"));
  machine.options.left_out = left_out;
  machine.options.schedule = 1;
  machine.options.interleaves = true;
  Words in(32);
  for (std::uint32_t i = 0; i < in.size(); ++i) in[i] = 100 + i;
  const auto out = machine.upload(Words(32, 0));
  const auto from = machine.upload(in);
  const auto word = machine.upload(Words{5});
  const auto launched = machine.launch("k", {}, {32, 1, 1}, out, from, word);
  EXPECT_FALSE(launched.fault) << launched.fault->message;
  return machine.download<std::uint32_t>(out, 32);
}

struct Row {
  const char* what;
  LeftOut left_out;
  const char* body;
  std::uint32_t usual, without;  ///< of lane 3
};

const std::vector<Row>& rows() {
  constexpr LeftOut kExchange{.lane_exchange = true};
  constexpr LeftOut kShared{.shared_atomics = true};
  constexpr LeftOut kGlobal{.global_atomics = true};
  constexpr LeftOut kCopies{.async_copies = true};
  constexpr LeftOut kWords{.shared_exchange = true};
  constexpr LeftOut kPairs{.many_lane_exchange = true};
  static const std::vector<Row> rows{
      {"a shuffle", kExchange, "shfl.sync.bfly.b32 %r9, %r2, 1, 31, -1;", 2, 0},
      {"a ballot", kExchange, "setp.lt.u32 %p1, %r2, 4; vote.sync.ballot.b32 %r9, %p1, -1;", 15, 0},
      {"a vote that all hold", kExchange,
       "setp.lt.u32 %p1, %r2, 99; vote.sync.all.pred %p2, %p1, -1; selp.u32 %r9, 1, 0, %p2;", 1, 0},
      {"a vote that none holds", kExchange,
       "setp.gt.u32 %p1, %r2, 99; vote.sync.uni.pred %p2, %p1, -1; selp.u32 %r9, 1, 0, %p2;", 1, 0},
      {"a match", kExchange, "and.b32 %r4, %r2, 16; match.any.sync.b32 %r9, %r4, -1;", 65535, 0},
      {"a match of all", kExchange,
       "add.u32 %r4, %r10, 2; match.all.sync.b32 %r9|%p1, %r4, -1; selp.u32 %r9, 1, 0, %p1;", 1, 0},
      {"a reduction of the warp", kExchange, "redux.sync.add.s32 %r9, %r2, -1;", 496, 0},
      {"an atomic on shared memory", kShared,
       "atom.shared.add.u32 %r4, [%r8], %r10; bar.sync 0; ld.shared.u32 %r9, [%r8];", 39, 7},
      {"its old value", kShared, "add.u32 %r4, %r10, 8; atom.shared.exch.b32 %r9, [%r8], %r4;", 9,
       7},
      {"one with a generic address", kShared,
       "cvt.u64.u32 %rd4, %r8; cvta.shared.u64 %rd4, %rd4; atom.add.u32 %r4, [%rd4], %r10; "
       "bar.sync "
       "0; "
       "ld.shared.u32 %r9, [%r8];",
       39, 7},
      {"an atomic on global memory", kGlobal,
       "red.global.add.u32 [%rd3], 1; bar.sync 0; ld.volatile.global.u32 %r9, [%rd3];", 37, 5},
      {"an asynchronous copy", kCopies,
       "mad.lo.u32 %r7, %r1, 4, %r8; cp.async.ca.shared.global [%r7], [%rd2], 4; "
       "cp.async.wait_all; ld.shared.u32 %r9, [%r7];",
       103, 0x55555555},
      {"a word of another thread", kWords,
       "shl.b32 %r4, %r1, 2; add.u32 %r5, %r8, %r4; st.shared.u32 [%r5+64], %r2; bar.sync 0; "
       "xor.b32 %r6, %r5, 4; ld.shared.u32 %r9, [%r6+64];",
       2, 0},
      {"a thread's own word", kWords,
       "shl.b32 %r4, %r1, 2; add.u32 %r5, %r8, %r4; st.shared.u32 [%r5+64], %r2; bar.sync 0; "
       "ld.shared.u32 %r9, [%r5+64];",
       3, 3},
      {"a word of another thread in a register that had its address", kWords,
       "shl.b32 %r4, %r1, 2; add.u32 %r5, %r8, %r4; st.shared.u32 [%r5+64], %r2; bar.sync 0; "
       "xor.b32 %r9, %r5, 4; ld.shared.u32 %r9, [%r9+64];",
       2, 0},
      {"the second of two words, by a generic address", kWords,
       "shl.b32 %r4, %r1, 3; add.u32 %r5, %r8, %r4; add.u32 %r6, %r10, 6; st.shared.v2.u32 "
       "[%r5+64], {%r2, %r6}; "
       "xor.b32 %r6, %r5, 8; cvt.u64.u32 %rd4, %r6; cvta.shared.u64 %rd4, %rd4; bar.sync 0; "
       "ld.v2.u32 {%r7, %r9}, [%rd4+64];",
       7, 0},
      {"what another thread copied", kWords,
       "mad.lo.u32 %r7, %r1, 4, %r8; cp.async.ca.shared.global [%r7], [%rd2], 4; "
       "cp.async.wait_all; bar.sync 0; xor.b32 %r7, %r7, 4; ld.shared.u32 %r9, [%r7];",
       102, 0},
      {"a sum of several threads", kWords,
       "atom.shared.add.u32 %r4, [%r8+4], %r2; bar.sync 0; and.b32 %r9, %r4, 0; st.shared.u32 "
       "[%r8+8], %r9; red.shared.add.u32 [%r8+8], %r10; bar.sync 0; ld.shared.u32 %r9, [%r8+8];",
       32, 0},
      {"a shuffle with one other lane", kPairs,
       "shfl.sync.bfly.b32 %r4, %r2, 1, 31, -1; shfl.sync.bfly.b32 %r9, %r2, 1, 31, -1;", 2, 2},
      {"a shuffle with a second lane", kPairs,
       "shfl.sync.bfly.b32 %r4, %r2, 1, 31, -1; shfl.sync.bfly.b32 %r9, %r2, 2, 31, -1;", 1, 0},
      {"what a lane hands on", kPairs,
       "add.u32 %r4, %r1, 1; shfl.sync.idx.b32 %r5, %r2, %r4, 31, -1; "
       "shfl.sync.idx.b32 %r9, %r5, %r4, 31, -1;",
       5, 0},
      {"a ballot of the warp", kPairs,
       "setp.lt.u32 %p1, %r2, 4; vote.sync.ballot.b32 %r9, %p1, -1;", 15, 0},
      {"a ballot in which all agree", kPairs,
       "setp.lt.u32 %p1, %r2, 99; vote.sync.ballot.b32 %r4, %p1, -1; popc.b32 %r9, %r4;", 32, 32},
      {"a reduction of what all lanes have", kPairs,
       "add.u32 %r4, %r10, 1; redux.sync.add.s32 %r9, %r4, -1;", 64, 64},
      {"a match of what all lanes have", kPairs,
       "add.u32 %r4, %r10, 1; match.any.sync.b32 %r5, %r4, -1; popc.b32 %r9, %r5;", 32, 32},
      {"a reduction of what lanes have", kPairs, "redux.sync.add.s32 %r9, %r2, -1;", 496, 0},
      {"shuffles of what all lanes have", kPairs,
       "add.u32 %r4, %r10, 6; shfl.sync.idx.b32 %r5, %r4, 0, 31, -1; "
       "shfl.sync.bfly.b32 %r9, %r5, 2, 31, -1;",
       7, 7},
      {"a reduction of two lanes", kPairs,
       "and.b32 %r4, %r1, 30; mov.u32 %r5, 3; shl.b32 %r4, %r5, %r4; redux.sync.add.s32 %r9, %r2, "
       "%r4;",
       5, 5}};
  return rows;
}

/// Of numbers that the program could write down, and the same of data.
const std::vector<Row>& rows_of_known() {
  constexpr LeftOut kExchange{.lane_exchange = true};
  constexpr LeftOut kPairs{.many_lane_exchange = true};
  constexpr LeftOut kShared{.shared_atomics = true};
  constexpr LeftOut kWords{.shared_exchange = true};
  static const std::vector<Row> rows{
      {"a shuffle of lanes' numbers", kExchange, "shfl.sync.bfly.b32 %r9, %r1, 1, 31, -1;", 2, 2},
      {"a ballot of them", kExchange, "setp.lt.u32 %p1, %r1, 4; vote.sync.ballot.b32 %r9, %p1, -1;",
       15, 15},
      {"their sum", kPairs, "redux.sync.add.s32 %r9, %r1, -1;", 496, 496},
      {"the largest of them by shuffles", kPairs,
       "shfl.sync.bfly.b32 %r4, %r1, 1, 31, -1; max.u32 %r4, %r4, %r1; "
       "shfl.sync.bfly.b32 %r9, %r4, 28, 31, -1; max.u32 %r9, %r9, %r4;",
       31, 31},
      {"the largest of data by shuffles", kPairs,
       "shfl.sync.bfly.b32 %r4, %r2, 1, 31, -1; max.u32 %r4, %r4, %r2; "
       "shfl.sync.bfly.b32 %r9, %r4, 28, 31, -1; max.u32 %r9, %r9, %r4;",
       31, 3},
      {"a ballot of a number that data chose", kExchange,
       "mov.u32 %r4, 0; setp.ge.u32 %p2, %r2, 4; @%p2 bra MET; mov.u32 %r4, 1;\nMET: "
       "setp.ne.u32 %p1, %r4, 0; vote.sync.ballot.b32 %r9, %p1, -1;",
       15, 0},
      {"a ballot of a number that a lane's number chose", kExchange,
       "mov.u32 %r4, 0; setp.ge.u32 %p2, %r1, 4; @%p2 bra MET; mov.u32 %r4, 1;\nMET: "
       "setp.ne.u32 %p1, %r4, 0; vote.sync.ballot.b32 %r9, %p1, -1;",
       15, 15},
      {"a shuffle of data that was in shared memory", kExchange,
       "mad.lo.u32 %r5, %r1, 4, %r8; st.shared.u32 [%r5+64], %r2; ld.shared.u32 %r6, [%r5+64]; "
       "shfl.sync.bfly.b32 %r9, %r6, 1, 31, -1;",
       2, 0},
      {"a shuffle of a number that was in shared memory", kExchange,
       "mad.lo.u32 %r5, %r1, 4, %r8; st.shared.u32 [%r5+64], %r1; ld.shared.u32 %r6, [%r5+64]; "
       "shfl.sync.bfly.b32 %r9, %r6, 1, 31, -1;",
       2, 2},
      {"a ticket of all threads", kShared,
       "atom.shared.add.u32 %r4, [%r8], 1; bar.sync 0; ld.shared.u32 %r9, [%r8];", 39, 39},
      {"a count of what data has", kShared,
       "setp.ge.u32 %p2, %r2, 4; @%p2 bra MET; atom.shared.add.u32 %r4, [%r8], 1;\nMET: "
       "bar.sync 0; ld.shared.u32 %r9, [%r8];",
       11, 7},
      {"another thread's number", kWords,
       "mad.lo.u32 %r5, %r1, 4, %r8; st.shared.u32 [%r5+64], %r1; bar.sync 0; "
       "xor.b32 %r6, %r5, 4; ld.shared.u32 %r9, [%r6+64];",
       2, 2},
      {"a ticket, read by all", kWords,
       "red.shared.add.u32 [%r8], 1; bar.sync 0; ld.shared.u32 %r9, [%r8];", 39, 39},
      {"a count in a word with data of another thread", kWords,
       "setp.ne.u32 %p2, %r1, 0; @!%p2 st.shared.u32 [%r8], %r10; bar.sync 0; "
       "red.shared.add.u32 [%r8], 1; bar.sync 0; ld.shared.u32 %r9, [%r8];",
       33, 0}};
  return rows;
}

TEST(LeftOut, ChangesNothingThatNoDataGoesInto) {
  for (const Row& row : rows_of_known()) {
    EXPECT_EQ(run(row.body, {})[3], row.usual) << row.what;
    EXPECT_EQ(run(row.body, row.left_out)[3], row.without) << row.what;
  }
}

TEST(LeftOut, ChangesWhatDependsOnIt) {
  for (const Row& row : rows()) {
    EXPECT_EQ(run(row.body, {})[3], row.usual) << row.what;
    EXPECT_EQ(run(row.body, row.left_out)[3], row.without) << row.what;
  }
}

/// What both leave out overlaps: exchange between lanes, or what goes through shared memory.
bool overlap(const LeftOut& one, const LeftOut& other) {
  const auto leaves_lanes = [](const LeftOut& of) {
    return of.lane_exchange || of.many_lane_exchange;
  };
  const auto is_of_shared = [](const LeftOut& of) {
    return of.shared_exchange || of.shared_atomics || of.async_copies;
  };
  return (leaves_lanes(one) && leaves_lanes(other)) ||
         (one.shared_exchange && is_of_shared(other)) ||
         (other.shared_exchange && is_of_shared(one)) ||
         (one.shared_atomics && other.shared_atomics) ||
         (one.global_atomics && other.global_atomics) || (one.async_copies && other.async_copies);
}

TEST(LeftOut, ChangesNothingElse) {
  constexpr std::array kEach{LeftOut{.lane_exchange = true},  LeftOut{.shared_atomics = true},
                             LeftOut{.global_atomics = true}, LeftOut{.shared_exchange = true},
                             LeftOut{.async_copies = true},   LeftOut{.many_lane_exchange = true}};
  for (const Row& row : rows()) {
    for (const LeftOut& other : kEach) {
      if (overlap(other, row.left_out)) continue;
      EXPECT_EQ(run(row.body, other)[3], row.usual) << row.what << ", " << &other - kEach.data();
    }
  }
}

}  // namespace
}  // namespace warpscope::exec::test::left_out_test
