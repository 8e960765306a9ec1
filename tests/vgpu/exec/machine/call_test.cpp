// Calls of device functions: arguments, recursion, pointers, and where lanes meet again.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

// A function of one 32-bit argument and result; `body` computes %r2 from %r1.
std::string function(std::string_view name, std::string_view body) {
  std::string text = ".func (.param .b32 result) ";
  text += name;
  text += "(.param .b32 argument) {\n";
  text += kRegisters;
  text += "ld.param.b32 %r1, [argument];\n";
  text += body;
  text += "\nst.param.b32 [result], %r2;\nret;\n}\n";
  return text;
}

// %r20 = callee(%r10)
std::string call(std::string_view callee, std::string_view guard = "") {
  return "{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r10;\n" + std::string(guard) +
         "call.uni (r), " + std::string(callee) + ", (a); ld.param.b32 %r20, [r]; }\n";
}

class Calls : public testing::Test {
 protected:
  // Runs a kernel that stores %r20 per thread after `body`, which finds tid.x in %r10.
  std::vector<std::uint32_t> run(const std::string& functions, const std::string& body,
                                 std::uint32_t threads = 64) {
    machine_ = std::make_unique<Machine>(module_with_kernel(".param .u64 out",
                                                            element_address("out", "%rd1", 4) +
                                                                "mov.u32 %r10, %r1;\n" + body +
                                                                "st.global.u32 [%rd1], %r20;",
                                                            functions));
    const std::uint64_t out = machine_->upload(std::vector<std::uint32_t>(threads, 0));
    machine_->options.checks = are_checked_;
    result_ = machine_->launch("k", {}, {threads, 1, 1}, out);
    return machine_->download<std::uint32_t>(out, threads);
  }
  std::unique_ptr<Machine> machine_;
  LaunchResult result_;
  bool are_checked_ = false;
};

TEST_F(Calls, PassArgumentsAndResultsPerLane) {
  const auto values = run(function("twice", "add.u32 %r2, %r1, %r1;"), call("twice"));
  ASSERT_FALSE(result_.fault) << result_.fault->message;
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], 2 * i);
}

// As nvcc does for a structure by value that the function changes: each call has its own copy, and
// ld.param gives what the caller passed.
TEST_F(Calls, ParametersWhoseAddressIsTakenLieInLocalMemory) {
  const std::string functions = R"(
.func (.param .b32 result) deep(.param .align 8 .b8 parcel[12], .param .b32 depth) {
  .local .align 4 .b8 own[4]; .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
  mov.b64 %rd1, parcel; cvta.local.u64 %rd2, %rd1; cvta.to.local.u64 %rd3, %rd2;
  ld.param.u32 %r1, [depth];
  st.local.u32 [own], %r1;
  ld.u32 %r2, [%rd2+4]; add.u32 %r2, %r2, %r1; st.local.u32 [%rd3+4], %r2;
  mov.u32 %r4, 0;
  setp.eq.u32 %p1, %r1, 0; @%p1 bra LAST;
  ld.local.v2.u32 {%r5, %r6}, [%rd3];
  sub.u32 %r3, %r1, 1;
  { .param .align 8 .b8 a[12]; .param .b32 b; .param .b32 c;
    st.param.v2.b32 [a], {%r5, %r6}; st.param.b32 [a+8], 5; st.param.b32 [b], %r3;
    call (c), deep, (a, b); ld.param.b32 %r4, [c]; }
LAST:
  ld.local.u32 %r5, [%rd3+4]; ld.local.u32 %r6, [own]; ld.param.u32 %r7, [parcel+8];
  mad.lo.u32 %r4, %r4, 10, %r5; add.u32 %r4, %r4, %r6; add.u32 %r4, %r4, %r7;
  st.param.b32 [result], %r4; ret;
}
)";
  are_checked_ = true;
  const auto values = run(functions, R"(
and.b32 %r11, %r10, 3;
{ .param .align 8 .b8 a[12]; .param .b32 b; .param .b32 c;
  st.param.b32 [a], 0; st.param.b32 [a+4], %r10; st.param.b32 [a+8], 7; st.param.b32 [b], %r11;
  call (c), deep, (a, b); ld.param.b32 %r20, [c]; }
)");
  ASSERT_FALSE(result_.fault) << result_.fault->message;
  EXPECT_TRUE(result_.violations.empty()) << "what was passed is written";
  for (std::uint32_t i = 0; i < 64; ++i) {
    // Depths from the first call on, with what each adds to the word; the deepest result first.
    std::vector<std::uint32_t> words{i};
    for (std::uint32_t depth = i % 4;; --depth) {
      words.push_back(words.back() + depth);
      if (depth == 0) break;
    }
    std::uint32_t expected = 0;
    for (std::uint32_t depth = 0; depth <= i % 4; ++depth) {
      expected =
          expected * 10 + words.at(words.size() - 1 - depth) + depth + (depth == i % 4 ? 7 : 5);
    }
    EXPECT_EQ(values[i], expected) << i;
  }
}

// Each of many functions reads what is the warp's own; that must not reach into the constants.
TEST_F(Calls, OfManyFunctionsThatReadTheThreadIndex) {
  std::string functions, body = "mov.u32 %r21, 0; mov.u64 %rd5, 0x123456789abcdef0;\n";
  for (int i = 0; i < 12; ++i) {
    const std::string name = "f" + std::to_string(i);
    functions += function(name,
                          "mov.u32 %r3, %tid.x; mov.u32 %r4, %laneid; sub.u32 %r3, %r3, %r4; "
                          "mov.u32 %r4, %warpid; mad.lo.u32 %r2, %r4, 1000, %r3;");
    body += call(name) + "add.u32 %r21, %r21, %r20;\n";
  }
  body += "shr.u64 %rd5, %rd5, 60; cvt.u32.u64 %r20, %rd5; add.u32 %r20, %r20, %r21;\n";
  const auto values = run(functions, body);
  ASSERT_FALSE(result_.fault) << result_.fault->message;
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], 1 + 12 * 1032 * (i / 32)) << i;
}

TEST_F(Calls, KeepTheCallersRegisters) {
  // The callee overwrites registers of the same names.
  const auto values =
      run(function("clobber", "mov.u32 %r10, 7; mov.u32 %r30, 9; add.u32 %r2, %r1, 1;"),
          "mov.u32 %r30, 1000;" + call("clobber") +
              "add.u32 %r20, %r20, %r30;"
              "add.u32 %r20, %r20, %r10;");
  ASSERT_FALSE(result_.fault);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], 2 * i + 1001);
}

// fib(n % 10) by recursion of different depth in each lane.
TEST_F(Calls, RecurseToADifferentDepthInEachLane) {
  const std::string fib = R"(
.func (.param .b32 result) fib(.param .b32 argument) {
.reg .pred %p<4>; .reg .b32 %r<12>;
ld.param.b32 %r1, [argument];
setp.lt.u32 %p1, %r1, 2; mov.u32 %r2, %r1; @%p1 bra DONE;
sub.u32 %r3, %r1, 1;
{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r3; call.uni (r), fib, (a); ld.param.b32 %r4, [r]; }
sub.u32 %r3, %r1, 2;
{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r3; call.uni (r), fib, (a); ld.param.b32 %r5, [r]; }
add.u32 %r2, %r4, %r5;
DONE: st.param.b32 [result], %r2; ret; }
)";
  const auto values = run(fib, "rem.u32 %r10, %r10, 10;" + call("fib"));
  ASSERT_FALSE(result_.fault) << result_.fault->message;
  const std::uint32_t expected[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34};
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], expected[i % 10]) << i;
}

TEST_F(Calls, ThroughPointersGoToEachLanesFunction) {
  const std::string functions = function("one", "add.u32 %r2, %r1, 1;") +
                                function("ten", "mul.lo.u32 %r2, %r1, 10;") +
                                ".global .align 8 .u64 table[2] = {one, ten};\n";
  const auto values = run(functions, R"(
mov.u64 %rd5, table; and.b32 %r11, %r10, 1; mad.wide.u32 %rd5, %r11, 8, %rd5; ld.global.u64 %rd6, [%rd5];
{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r10;
  prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
  call (r), %rd6, (a), prototype; ld.param.b32 %r20, [r]; }
)");
  ASSERT_FALSE(result_.fault) << result_.fault->message;
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], i % 2 == 0 ? i + 1 : 10 * i) << i;
}

TEST_F(Calls, ThroughAPointerThatIsNoFunctionsAreAFault) {
  run("", R"(mov.u64 %rd6, 12345;
{ prototype: .callprototype _ (); call %rd6, (), prototype; } )");
  ASSERT_TRUE(result_.fault);
  EXPECT_EQ(result_.fault->kind, Fault::Kind::trap);
  EXPECT_EQ(result_.fault->lane_mask, 0xffffffffu);
}

// A guard: the other lanes keep the old value and meet the callers behind the call.
TEST_F(Calls, UnderAGuardAreMadeByTheLanesThatPass) {
  const auto values = run(function("twice", "add.u32 %r2, %r1, %r1;"), R"(
mov.u32 %r21, 5; setp.lt.u32 %p1, %r10, 40;
{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r10; st.param.b32 [r], %r21;
  @%p1 call (r), twice, (a); ld.param.b32 %r20, [r]; }
activemask.b32 %r22; popc.b32 %r22, %r22; shl.b32 %r22, %r22, 16; add.u32 %r20, %r20, %r22;
)");
  ASSERT_FALSE(result_.fault);
  for (std::uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(values[i], (32u << 16) + (i < 40 ? 2 * i : 5)) << i;
}

// Lanes that return early wait for the others: after the call all are together.
TEST_F(Calls, ReturnEarlyAndMeetBehindTheCall) {
  const std::string early = R"(
.func (.param .b32 result) early(.param .b32 argument) {
.reg .pred %p<4>; .reg .b32 %r<12>;
ld.param.b32 %r1, [argument];
mov.u32 %r2, 1; st.param.b32 [result], %r2; and.b32 %r3, %r1, 3; setp.eq.u32 %p1, %r3, 0; @%p1 ret;
setp.eq.u32 %p2, %r3, 1; @%p2 bra OTHER;
mov.u32 %r2, 2; st.param.b32 [result], %r2; ret;
OTHER: mov.u32 %r2, 3; st.param.b32 [result], %r2; ret; }
)";
  const auto values = run(early, call("early") +
                                     "activemask.b32 %r22; popc.b32 %r22, %r22; mad.lo.u32 %r20, "
                                     "%r22, 100, %r20;");
  ASSERT_FALSE(result_.fault);
  for (std::uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(values[i], 3200 + (i % 4 == 0 ? 1 : i % 4 == 1 ? 3 : 2)) << i;
}

TEST_F(Calls, ExitInAFunctionEndsTheThread) {
  const auto values =
      run(function("leave", "setp.lt.u32 %p1, %r1, 10; @%p1 exit; mov.u32 %r2, 8;"), call("leave"));
  ASSERT_FALSE(result_.fault);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], i < 10 ? 0u : 8u) << i;
}

// Each frame has local memory of its own.
TEST_F(Calls, HaveLocalVariablesOfTheirOwn) {
  const std::string sum = R"(
.func (.param .b32 result) sum(.param .b32 argument) {
.local .align 8 .b8 depot[16]; .reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<4>;
ld.param.b32 %r1, [argument]; mov.u64 %rd1, depot; st.local.u32 [%rd1+4], %r1; mov.u32 %r4, 0;
setp.eq.u32 %p1, %r1, 0; @%p1 bra DONE;
sub.u32 %r3, %r1, 1;
{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r3; call.uni (r), sum, (a); ld.param.b32 %r4, [r]; }
DONE: ld.local.u32 %r5, [depot+4]; add.u32 %r2, %r4, %r5; st.param.b32 [result], %r2; ret; }
)";
  const auto values = run(sum, "and.b32 %r10, %r10, 15;" + call("sum"));
  ASSERT_FALSE(result_.fault) << result_.fault->message;
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], (i % 16) * (i % 16 + 1) / 2) << i;
}

TEST_F(Calls, WithoutEndAreAStackOverflow) {
  const std::string endless = R"(
.func endless() { .reg .b32 %r<3>; call.uni endless, (); ret; }
)";
  run(endless, "call.uni endless, ();");
  ASSERT_TRUE(result_.fault);
  EXPECT_EQ(result_.fault->kind, Fault::Kind::stack_overflow);
  EXPECT_NE(result_.fault->message.find("endless"), std::string::npos) << result_.fault->message;
}

TEST_F(Calls, OfAnUnknownFunctionNameIt) {
  run(".extern .func elsewhere();", "call.uni elsewhere, ();");
  ASSERT_TRUE(result_.fault);
  EXPECT_EQ(result_.fault->kind, Fault::Kind::unsupported_instruction);
  EXPECT_NE(result_.fault->message.find("elsewhere"), std::string::npos) << result_.fault->message;
}

TEST_F(Calls, BranchThroughATable) {
  const auto values = run("", R"(
and.b32 %r11, %r10, 3;
TABLE: .branchtargets L0, L1, L2, L3;
brx.idx %r11, TABLE;
L0: mov.u32 %r20, 100; bra END;
L1: mov.u32 %r20, 200; bra END;
L2: mov.u32 %r20, 300; bra END;
L3: mov.u32 %r20, 400;
END: activemask.b32 %r22; popc.b32 %r22, %r22; add.u32 %r20, %r20, %r22;
)");
  ASSERT_FALSE(result_.fault) << result_.fault->message;
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], 100 * (i % 4 + 1) + 32) << i;
}

}  // namespace
}  // namespace warpscope::exec::test
