// Instructions with .sync that the lanes of a mask execute at different places of the program: the
// compiler may put one in both sides of a branch. PTX ISA, shfl.sync: the thread waits "until all
// non-exited threads corresponding to membermask have executed" it "with the same qualifiers and
// same membermask value"; nothing there speaks of the same place.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::sync_places_test {
namespace {

using U32 = std::uint32_t;
using Lanes = std::array<U32, 32>;

// Which lanes take the first side of the branch.
constexpr U32 kSplits[] = {0x00000001, 0x80000000, 0x0000ffff, 0x55555555, 0x0137fec8};

struct Outcome {
  LaunchResult launched;
  std::vector<U32> out;
};

// Stores %r9 of each lane; %r1 is the lane.
Outcome run(const std::string& body, U32 threads = 32, const std::string& functions = "") {
  Machine machine(module_with_kernel(
      ".param .u64 out",
      element_address("out", "%rd1", 4) + body + "\nst.global.u32 [%rd1], %r9;\n",
      ".file 1 \"k.cu\"\n" + functions));
  const std::uint64_t at = machine.upload(std::vector<U32>(threads, 0));
  LaunchResult launched = machine.launch("k", {}, {threads, 1, 1}, at);
  return {std::move(launched), machine.download<U32>(at, threads)};
}

// %p1 holds in the lanes of `split`.
std::string choose(U32 split) {
  return "mov.u32 %r40, " + std::to_string(split) +
         "; shr.u32 %r40, %r40, %r1; and.b32 %r40, %r40, 1; setp.ne.u32 %p1, %r40, 0;\n";
}

std::string in_both_sides(U32 split, const std::string& first, const std::string& second) {
  return choose(split) + "@%p1 bra FIRST;\n" + second + "\nbra.uni END;\nFIRST: " + first +
         "\nEND:\n";
}

Lanes each(const std::function<U32(U32)>& value) {
  Lanes lanes{};
  for (U32 lane = 0; lane < 32; ++lane) lanes[lane] = value(lane);
  return lanes;
}

void expect_equal(const Outcome& run, const Lanes& expected, const std::string& what) {
  ASSERT_FALSE(run.launched.fault) << what << ": " << run.launched.fault->message;
  for (U32 lane = 0; lane < 32; ++lane)
    EXPECT_EQ(run.out[lane], expected[lane]) << what << ", lane " << lane;
}

// CUDA's __shfl functions: a segment of `width` lanes; the mode's source lane, or the own one when
// it lies outside.
U32 source_lane(const std::string& mode, U32 lane, U32 operand, U32 width, bool& in_range) {
  const int begin = static_cast<int>(lane / width * width), end = begin + static_cast<int>(width);
  const int own = static_cast<int>(lane), by = static_cast<int>(operand);
  int from = 0;
  if (mode == "up") {
    from = own - by;
    in_range = from >= begin;
  } else {
    from = mode == "down"   ? own + by
           : mode == "bfly" ? own ^ by
                            : begin + by % static_cast<int>(width);
    in_range = from < end;
  }
  return static_cast<U32>(in_range ? from : own);
}

// Every lane has its own value, offset and segment width, both sides other registers. The result
// of the first side overwrites its source; %r20, which the second side's lanes hold another value
// in, must keep it.
TEST(SyncAtTwoPlaces, ShufflesInAllModes) {
  for (const char* mode : {"up", "down", "bfly", "idx"}) {
    for (const U32 split : kSplits) {
      const std::string shuffle = std::string("shfl.sync.") + mode + ".b32 ";
      const std::string clamp = mode == std::string("up") ? "0" : "31";
      const Outcome got =
          run("add.u32 %r20, %r1, 7000;\n" +
              in_both_sides(
                  split,
                  "mad.lo.u32 %r20, %r1, 3, 1000; mad.lo.u32 %r3, %r1, 7, 3; and.b32 %r3, %r3, 31;"
                  "mov.u32 %r4, " +
                      std::to_string(24 << 8) + "; or.b32 %r4, %r4, " + clamp + ";" + shuffle +
                      "%r20|%p2, %r20, %r3, %r4, 0xffffffff; mov.u32 %r9, %r20;",
                  "mad.lo.u32 %r21, %r1, 5, 2000; mad.lo.u32 %r5, %r1, 11, 1; and.b32 %r5, %r5, 31;"
                  "mov.u32 %r6, " +
                      std::to_string(16 << 8) + "; or.b32 %r6, %r6, " + clamp + ";" + shuffle +
                      "%r22|%p2, %r21, %r5, %r6, 0xffffffff;"
                      "shl.b32 %r20, %r20, 16; or.b32 %r9, %r20, %r22;") +
              "selp.b32 %r8, 0x8000, 0, %p2; or.b32 %r9, %r9, %r8;");
      const Lanes expected = each([&](U32 lane) {
        const bool is_first = (split >> lane & 1u) != 0;
        bool in_range = false;
        const U32 from = is_first ? source_lane(mode, lane, (lane * 7 + 3) % 32, 8, in_range)
                                  : source_lane(mode, lane, (lane * 11 + 1) % 32, 16, in_range);
        const U32 value = (split >> from & 1u) != 0 ? from * 3 + 1000 : from * 5 + 2000;
        return value + (in_range ? 0x8000u : 0) + (is_first ? 0 : (lane + 7000) << 16);
      });
      expect_equal(got, expected, std::string(mode) + " " + std::to_string(split));
    }
  }
}

TEST(SyncAtTwoPlaces, ShufflesAConstantOfOneSide) {
  const Outcome got = run(in_both_sides(1, "shfl.sync.idx.b32 %r9, 77, 0, 31, 0xffffffff;",
                                        "shfl.sync.idx.b32 %r9, %r1, 0, 31, 0xffffffff;") +
                          "shfl.sync.idx.b32 %r3, 5, 1, 31, 0xffffffff; add.u32 %r9, %r9, %r3;");
  expect_equal(got, each([](U32) { return 82u; }), "constant");
}

// The second side's predicate is negated in the instruction.
TEST(SyncAtTwoPlaces, VotesInAllModes) {
  const std::pair<const char*, std::function<bool(U32)>> votes[] = {
      {"all", [](U32 holds) { return holds == 0xffffffff; }},
      {"any", [](U32 holds) { return holds != 0; }},
      {"uni", [](U32 holds) { return holds == 0xffffffff || holds == 0; }}};
  for (const U32 split : kSplits) {
    for (const U32 holding : {0u, 0xffffffffu, 0x5a5a1234u, split, ~split}) {
      const auto body = [&](const std::string& vote, const std::string& result) {
        return "mov.u32 %r41, " + std::to_string(holding) +
               "; shr.u32 %r41, %r41, %r1; and.b32 %r41, %r41, 1; setp.ne.u32 %p3, %r41, 0; "
               "setp.eq.u32 %p4, %r41, 0;\n" +
               in_both_sides(split, vote + ", %p3, 0xffffffff;", vote + ", !%p4, 0xffffffff;") +
               result;
      };
      expect_equal(run(body("vote.sync.ballot.b32 %r9", "")), each([&](U32) { return holding; }),
                   "ballot");
      for (const auto& [mode, holds] : votes) {
        expect_equal(
            run(body(std::string("vote.sync.") + mode + ".pred %p5", "selp.b32 %r9, 1, 0, %p5;")),
            each([&, holds = holds](U32) { return holds(holding) ? 1u : 0u; }), mode);
      }
    }
  }
}

TEST(SyncAtTwoPlaces, Reduces) {
  const auto first = [](U32 lane) { return lane * 0x9e3779b9u + 5; };
  const auto second = [](U32 lane) { return lane * 0x85ebca6bu ^ 0x1234567; };
  const auto signed_less = [](U32 a, U32 b) {
    return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
  };
  const std::pair<const char*, std::function<U32(U32, U32)>> operators[] = {
      {"add.u32", [](U32 a, U32 b) { return a + b; }},
      {"add.s32", [](U32 a, U32 b) { return a + b; }},
      {"min.u32", [](U32 a, U32 b) { return a < b ? a : b; }},
      {"max.u32", [](U32 a, U32 b) { return a < b ? b : a; }},
      {"min.s32", [&](U32 a, U32 b) { return signed_less(a, b) ? a : b; }},
      {"max.s32", [&](U32 a, U32 b) { return signed_less(a, b) ? b : a; }},
      {"and.b32", [](U32 a, U32 b) { return a & b; }},
      {"or.b32", [](U32 a, U32 b) { return a | b; }},
      {"xor.b32", [](U32 a, U32 b) { return a ^ b; }}};
  for (const auto& [name, apply] : operators) {
    for (const U32 split : kSplits) {
      const std::string redux = std::string("redux.sync.") + name;
      const Outcome got = run(in_both_sides(
          split, "mad.lo.u32 %r2, %r1, 0x9e3779b9, 5; " + redux + " %r9, %r2, 0xffffffff;",
          "mul.lo.u32 %r3, %r1, 0x85ebca6b; xor.b32 %r3, %r3, 0x1234567; " + redux +
              " %r9, %r3, 0xffffffff;"));
      const auto value = [&](U32 lane) {
        return (split >> lane & 1u) != 0 ? first(lane) : second(lane);
      };
      U32 result = value(0);
      for (U32 lane = 1; lane < 32; ++lane) result = apply(result, value(lane));
      expect_equal(got, each([&](U32) { return result; }), name);
    }
  }
}

TEST(SyncAtTwoPlaces, MatchesInAllForms) {
  for (const char* type : {"b32", "b64"}) {
    const bool is_wide = type == std::string("b64");
    for (const U32 split : kSplits) {
      for (const U32 modulus : {1u, 5u}) {
        // In the wide form lanes differ in the upper half only.
        const auto key = [&](const std::string& wide, const std::string& narrow) {
          const std::string divisor = std::to_string(modulus);
          const std::string value = "rem.u32 " + narrow + ", %r1, " + divisor + "; ";
          return is_wide ? value + "mov.b64 " + wide + ", {0, " + narrow + "}; " : value;
        };
        const std::string a = is_wide ? "%rd5" : "%r5", b = is_wide ? "%rd6" : "%r6";
        const auto same = [&](U32 lane) {
          U32 lanes = 0;
          for (U32 other = 0; other < 32; ++other) {
            if (other % modulus == lane % modulus) lanes |= 1u << other;
          }
          return lanes;
        };
        const std::string any = std::string("match.any.sync.") + type + " %r9, ";
        expect_equal(run(in_both_sides(split, key("%rd5", "%r5") + any + a + ", 0xffffffff;",
                                       key("%rd6", "%r6") + any + b + ", 0xffffffff;")),
                     each(same), std::string("any ") + type);
        const std::string all = std::string("match.all.sync.") + type + " %r9|%p2, ";
        expect_equal(run(in_both_sides(split, key("%rd5", "%r5") + all + a + ", 0xffffffff;",
                                       key("%rd6", "%r6") + all + b + ", 0xffffffff;") +
                         "@!%p2 add.u32 %r9, %r9, 9;"),
                     each([&](U32) { return modulus == 1 ? 0xffffffffu : 9u; }),
                     std::string("all ") + type);
      }
    }
  }
}

TEST(SyncAtTwoPlaces, ElectsOneLane) {
  const std::string elect = "elect.sync %r9|%p2, 0xffffffff;";
  const Outcome got = run(in_both_sides(0xfff0, elect, elect) + "@%p2 add.u32 %r9, %r9, 100;");
  ASSERT_FALSE(got.launched.fault) << got.launched.fault->message;
  U32 leaders = 0;
  for (U32 lane = 0; lane < 32; ++lane) {
    leaders += got.out[lane] >= 100 ? 1 : 0;
    EXPECT_EQ(got.out[lane] % 100, got.out[0] % 100);
  }
  EXPECT_EQ(leaders, 1u);
  EXPECT_GE(got.out[got.out[0] % 100], 100u);
}

// Each turn of the loop another lane is alone, as in a broadcast by the lane whose turn it is.
TEST(SyncAtTwoPlaces, InALoop) {
  const Outcome got = run(R"(
mov.u32 %r2, 0; mov.u32 %r9, 0;
LOOP: setp.eq.u32 %p1, %r1, %r2; @%p1 bra OWN;
shfl.sync.idx.b32 %r3, 0, %r2, 31, 0xffffffff; bra.uni NEXT;
OWN: mul.lo.u32 %r5, %r1, %r1; shfl.sync.idx.b32 %r3, %r5, %r2, 31, 0xffffffff;
NEXT: add.u32 %r9, %r9, %r3; add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 32; @%p2 bra LOOP;
)");
  expect_equal(got, each([](U32) { return 31u * 32 * 63 / 6; }), "loop");
}

// Four places, reached after waits of different lengths.
TEST(SyncAtManyPlaces, Reduces) {
  const Outcome got = run(R"(
and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 1; and.b32 %r3, %r1, 2; setp.eq.u32 %p2, %r3, 2;
mul.lo.u32 %r7, %r1, 10; mov.u32 %r8, 0;
WAIT: add.u32 %r8, %r8, 1; setp.lt.u32 %p3, %r8, %r1; @%p3 bra WAIT;
@%p1 bra ODD; @%p2 bra EVEN2;
redux.sync.add.u32 %r9, %r1, 0xffffffff; bra.uni END;
EVEN2: redux.sync.add.u32 %r9, %r7, 0xffffffff; bra.uni END;
ODD: @%p2 bra ODD2;
redux.sync.add.u32 %r9, 1000, 0xffffffff; bra.uni END;
ODD2: redux.sync.add.u32 %r9, 0, 0xffffffff;
END:
)");
  U32 sum = 0;
  for (U32 lane = 0; lane < 32; ++lane)
    sum += lane % 4 == 0 ? lane : lane % 4 == 2 ? lane * 10 : lane % 4 == 1 ? 1000 : 0;
  expect_equal(got, each([&](U32) { return sum; }), "four places");
}

// Tiles of eight lanes, each with a mask of its own, on both sides.
TEST(SyncAtTwoPlaces, OfTiles) {
  const Outcome got = run("and.b32 %r2, %r1, 24; mov.u32 %r3, 0xff; shl.b32 %r3, %r3, %r2;\n" +
                          in_both_sides(0x33aa0f01,
                                        "add.u32 %r4, %r1, 100; "
                                        "redux.sync.add.u32 %r9, %r4, %r3;",
                                        "redux.sync.add.u32 %r9, %r1, %r3;"));
  const U32 firsts[] = {1, 4, 4, 4};
  expect_equal(got, each([&](U32 lane) { return lane / 8 * 64 + 28 + 100 * firsts[lane / 8]; }),
               "tiles");
}

TEST(SyncAtTwoPlaces, WaitsForNoLaneThatExits) {
  const Outcome got = run(R"(
setp.ge.u32 %p1, %r1, 24; @%p1 bra SLOW; setp.lt.u32 %p2, %r1, 3; @%p2 bra LOW;
shfl.sync.idx.b32 %r9, %r1, 0, 31, 0xffffffff; bra.uni END;
LOW: add.u32 %r3, %r1, 500; shfl.sync.idx.b32 %r9, %r3, 20, 31, 0xffffffff; bra.uni END;
SLOW: add.u32 %r1, %r1, 1; setp.lt.u32 %p3, %r1, 90; @%p3 bra SLOW;
ret;
END:
)");
  expect_equal(got, each([](U32 lane) { return lane < 3 ? 20u : lane < 24 ? 500u : 0u; }), "exit");
}

TEST(SyncAtTwoPlaces, OfAPartialWarp) {
  const Outcome got = run(in_both_sides(0x3, "redux.sync.add.u32 %r9, 100, 0xffffffff;",
                                        "redux.sync.add.u32 %r9, %r1, 0xffffffff;"),
                          10);
  ASSERT_FALSE(got.launched.fault) << got.launched.fault->message;
  EXPECT_EQ(got.out, std::vector<U32>(10, 200 + 44));
}

// The same instruction of a function that two sides call: each call has registers of its own.
TEST(SyncAtTwoPlaces, InAFunctionThatBothSidesCall) {
  const std::string functions = R"(
.func (.param .b32 result) exchange(.param .b32 value) {
.reg .b32 %a<3>;
ld.param.u32 %a0, [value]; shfl.sync.bfly.b32 %a1, %a0, 1, 31, 0xffffffff;
st.param.b32 [result], %a1; ret;
}
)";
  const auto call = [](const char* value) {
    return std::string("{ .param .b32 v; .param .b32 w; st.param.b32 [v], ") + value +
           "; call (w), exchange, (v); ld.param.b32 %r9, [w]; }";
  };
  const Outcome got = run("mul.lo.u32 %r3, %r1, 3; add.u32 %r4, %r1, 900;\n" +
                              in_both_sides(0x55555555, call("%r3"), call("%r4")),
                          32, functions);
  expect_equal(got,
               each([](U32 lane) { return lane % 2 == 0 ? (lane ^ 1) + 900 : (lane ^ 1) * 3; }),
               "calls");
}

// One side's guard holds the others off: they come to the second instruction while the first ones
// wait at the first.
TEST(SyncAtTwoPlaces, OneBehindTheOther) {
  const Outcome got = run(choose(0xff00) + R"(
@%p1 shfl.sync.bfly.b32 %r9, %r1, 31, 31, 0xffffffff;
add.u32 %r3, %r1, 50;
@!%p1 shfl.sync.bfly.b32 %r9, %r3, 31, 31, 0xffffffff;
)");
  expect_equal(got, each([](U32 lane) {
                 const U32 other = 31 - lane;
                 return (0xff00 >> other & 1) != 0 ? other : other + 50;
               }),
               "guards");
}

// The same in a called function that the second side has come back from without a shuffle, while
// another warp spins on what the lanes do afterwards.
TEST(SyncAtTwoPlaces, OneBehindACallWhileAnotherWarpSpins) {
  const std::string functions = R"(
.func (.param .b32 result) exchange(.param .b32 value, .param .b32 holds) {
.reg .b32 %a<4>; .reg .pred %q<2>;
ld.param.u32 %a0, [value]; ld.param.u32 %a1, [holds]; setp.eq.u32 %q0, %a1, 0; mov.u32 %a2, 0;
@%q0 bra DONE;
shfl.sync.bfly.b32 %a2, %a0, 31, 31, 0xffffffff;
DONE: st.param.b32 [result], %a2; ret;
}
)";
  const Outcome got = run(choose(0x00ff) + R"(
.shared .align 4 .b8 s[4];
mov.u32 %r30, %tid.x; setp.ge.u32 %p6, %r30, 32; @%p6 bra OTHER;
setp.eq.u32 %p7, %r1, 0; @%p7 st.volatile.shared.u32 [s], 0;
{ .param .b32 v; .param .b32 h; .param .b32 w; st.param.b32 [v], %r1; st.param.b32 [h], %r40;
call (w), exchange, (v, h); ld.param.b32 %r9, [w]; }
add.u32 %r3, %r1, 50; @%p1 bra LAST;
shfl.sync.bfly.b32 %r9, %r3, 31, 31, 0xffffffff;
LAST: @%p7 st.volatile.shared.u32 [s], 1;
bra.uni END;
OTHER: ld.volatile.shared.u32 %r31, [s]; setp.ne.u32 %p8, %r31, 1; @%p8 bra OTHER;
mov.u32 %r9, 4;
END:
)",
                          64, functions);
  expect_equal(got, each([](U32 lane) {
                 const U32 other = 31 - lane;
                 return other < 8 ? other : other + 50;
               }),
               "call");
  EXPECT_EQ(got.out[63], 4u);
}

// Executions count at each place, as for any other instruction in both sides.
TEST(SyncAtTwoPlaces, CountsOnceForEachPlace) {
  const std::string shuffle = "shfl.sync.idx.b32 %r9, %r1, 0, 31, 0xffffffff;";
  const Outcome got = run(in_both_sides(1, shuffle, shuffle));
  const Outcome moved = run(in_both_sides(1, "mov.u32 %r9, %r1;", "mov.u32 %r9, %r1;"));
  ASSERT_FALSE(got.launched.fault) << got.launched.fault->message;
  for (const Counter counter : {Counter::inst_executed, Counter::thread_inst_executed})
    EXPECT_EQ(got.launched.counters[counter], moved.launched.counters[counter]);
}

// What does not belong together still waits for ever, and the report names both places.
TEST(SyncAtTwoPlaces, OfDifferentKindsOrMasksIsADeadlock) {
  const std::pair<const char*, const char*> pairs[] = {
      {"shfl.sync.idx.b32 %r9, %r1, 0, 31, 0xffffffff;",
       "vote.sync.ballot.b32 %r9, %p1, 0xffffffff;"},
      {"shfl.sync.up.b32 %r9, %r1, 1, 0, 0xffffffff;",
       "shfl.sync.down.b32 %r9, %r1, 1, 31, 0xffffffff;"},
      {"redux.sync.add.u32 %r9, %r1, 0xffffffff;", "redux.sync.add.s32 %r9, %r1, 0xffffffff;"},
      {"match.any.sync.b32 %r9, %r1, 0xffffffff;", "match.all.sync.b32 %r9, %r1, 0xffffffff;"},
      {"vote.sync.any.pred %p2, %p1, 0xffffffff;", "vote.sync.all.pred %p2, %p1, 0xffffffff;"},
      {"bar.warp.sync 0xffffffff;", "redux.sync.add.s32 %r9, %r1, 0xffffffff;"},
      {"shfl.sync.idx.b32 %r9, %r1, 0, 31, 0xffffffff;",
       "shfl.sync.idx.b32 %r9, %r1, 0, 31, 0xffff8000;"},
      {"bar.warp.sync 0xffffffff;", "bar.warp.sync 0xffff8000;"}};
  for (const auto& [first, second] : pairs) {
    const Outcome got = run(in_both_sides(0xffff, std::string("\n.loc 1 7 0\n") + first,
                                          std::string("\n.loc 1 8 0\n") + second));
    ASSERT_TRUE(got.launched.fault) << first << second;
    EXPECT_EQ(got.launched.fault->kind, Fault::Kind::deadlock) << first << second;
    const std::string& message = got.launched.fault->message;
    EXPECT_NE(message.find("lanes 0-15 wait at a .sync instruction for lanes 0-31 in k.cu:7"),
              std::string::npos)
        << message;
    EXPECT_NE(message.find("lanes 16-31 wait at a .sync instruction for lanes "), std::string::npos)
        << message;
    EXPECT_NE(message.find("k.cu:8"), std::string::npos) << message;
  }
}

TEST(SyncAtTwoPlaces, ALaneOutsideItsOwnMaskIsAFault) {
  const Outcome got = run(in_both_sides(1, "shfl.sync.idx.b32 %r9, %r1, 0, 31, 0xffffffff;",
                                        "shfl.sync.idx.b32 %r9, %r1, 0, 31, 0x0000ffff;"));
  ASSERT_TRUE(got.launched.fault);
  EXPECT_EQ(got.launched.fault->kind, Fault::Kind::invalid_sync_mask);
  EXPECT_EQ(got.launched.fault->lane_mask, 0xffff0000u);
}

}  // namespace
}  // namespace warpscope::exec::test::sync_places_test
