// alloca, stacksave and stackrestore, PTX ISA manual section 9.7.19, as nvcc uses them.
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::stack_test {
namespace {

constexpr std::uint32_t kThreads = 64;

std::vector<std::uint32_t> run(const std::string& module, std::optional<Fault>& fault,
                               std::uint64_t stack_bytes = 4096) {
  Machine machine(module);
  machine.options.stack_bytes = stack_bytes;
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(kThreads, 0xdead));
  fault = machine.launch("k", {1, 1, 1}, {kThreads, 1, 1}, out).fault;
  return machine.download<std::uint32_t>(out, kThreads);
}

const std::string kStore = element_address("out", "%rd9", 4) + "st.global.u32 [%rd9], %r9;\n";

// Two arrays of tid + 1 and of 5 words, of which the second one is aligned to 256 bytes.
TEST(Stack, ArraysOfEachThreadsOwnLengthLieApart) {
  std::optional<Fault> fault;
  const auto sums = run(module_with_kernel(".param .u64 out", R"(
    mov.u32 %r1, %tid.x;
    add.u32 %r2, %r1, 1;
    mul.wide.u32 %rd1, %r2, 4;
    alloca.u64 %rd2, %rd1, 4;
    alloca.u64 %rd3, 20, 256;
    cvta.local.u64 %rd4, %rd2;
    cvta.local.u64 %rd5, %rd3;
    and.b64 %rd6, %rd3, 255;
    cvt.u32.u64 %r9, %rd6;
    mov.u32 %r3, 0;
  FILL:
    mul.wide.u32 %rd7, %r3, 4;
    add.u64 %rd8, %rd4, %rd7;
    mad.lo.u32 %r4, %r3, %r3, %r1;
    st.u32 [%rd8], %r4;
    rem.u32 %r5, %r3, 5;
    mul.wide.u32 %rd7, %r5, 4;
    add.u64 %rd8, %rd5, %rd7;
    st.u32 [%rd8], 7;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p1, %r3, %r2;
    @%p1 bra FILL;
  SUM:
    sub.u32 %r3, %r3, 1;
    mul.wide.u32 %rd7, %r3, 4;
    add.u64 %rd8, %rd2, %rd7;
    ld.local.u32 %r4, [%rd8];
    mad.lo.u32 %r9, %r9, 3, %r4;
    setp.ne.u32 %p1, %r3, 0;
    @%p1 bra SUM;
    )" + kStore),
                        fault);
  ASSERT_FALSE(fault) << fault->message;
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    std::uint32_t expected = 0;
    for (std::uint32_t i = thread + 1; i-- > 0;) expected = expected * 3 + i * i + thread;
    EXPECT_EQ(sums[thread], expected) << thread;
  }
}

// f(n) = n + 1 bytes of value n on its stack, f(n - 1), then the sum of its own bytes. Lanes end
// at different depths, by a guarded return.
const char* const kRecursive = R"(
.visible .func (.param .b32 result) f(.param .b32 n) {
  .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
  ld.param.u32 %r1, [n];
  st.param.b32 [result], 0;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 ret;
  cvt.u64.u32 %rd1, %r1;
  alloca.u64 %rd2, %rd1, 8;
  mov.u64 %rd3, 0;
A:add.u64 %rd4, %rd2, %rd3;
  st.local.u8 [%rd4], %r1;
  add.u64 %rd3, %rd3, 1;
  setp.lt.u64 %p1, %rd3, %rd1;
  @%p1 bra A;
  sub.u32 %r2, %r1, 1;
  { .param .b32 a; .param .b32 b; st.param.b32 [a], %r2;
    call (b), f, (a); ld.param.b32 %r3, [b]; }
B:sub.u64 %rd3, %rd3, 1;
  add.u64 %rd4, %rd2, %rd3;
  ld.local.u8 %r4, [%rd4];
  add.u32 %r3, %r3, %r4;
  setp.ne.u64 %p1, %rd3, 0;
  @%p1 bra B;
  st.param.b32 [result], %r3;
  ret;
}
)";
const std::string kCall =
    "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r2; "
    "call (b), f, (a); ld.param.b32 %r9, [b]; }\n";

TEST(Stack, EachCallOfARecursionHasItsOwnMemory) {
  std::optional<Fault> fault;
  const auto sums =
      run(module_with_kernel(".param .u64 out",
                             "mov.u32 %r1, %tid.x; rem.u32 %r2, %r1, 13;\n" + kCall + kStore,
                             kRecursive),
          fault);
  ASSERT_FALSE(fault) << fault->message;
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    std::uint32_t expected = 0;
    for (std::uint32_t n = 1; n <= thread % 13; ++n) expected += n * n;
    EXPECT_EQ(sums[thread], expected) << thread;
  }
}

TEST(Stack, IsGivenBackByReturns) {
  std::optional<Fault> fault;
  const auto sums = run(module_with_kernel(".param .u64 out", R"(
    mov.u32 %r8, 0;
  AGAIN:
    mov.u32 %r2, 20;
    )" + kCall + R"(
    add.u32 %r8, %r8, 1;
    setp.lt.u32 %p1, %r8, 200;
    @%p1 bra AGAIN;
    )" + kStore,
                                           kRecursive),
                        fault);
  ASSERT_FALSE(fault) << fault->message;
  EXPECT_EQ(sums[5], 2870u);  // 1 + 4 + ... + 400
}

std::string loop(const std::string& last) {
  return module_with_kernel(".param .u64 out", R"(
    mov.u32 %r9, 0;
  AGAIN:
    stacksave.u64 %rd1;
    alloca.u64 %rd2, 100, 16;
    st.local.u32 [%rd2+96], %r9;
    ld.local.u32 %r9, [%rd2+96];
    )" + last + R"(
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p1, %r9, 1000;
    @%p1 bra AGAIN;
    )" + kStore);
}

TEST(Stack, IsGivenBackByStackrestore) {
  std::optional<Fault> fault;
  EXPECT_EQ(run(loop("stackrestore.u64 %rd1;"), fault)[7], 1000u);
  EXPECT_FALSE(fault) << fault->message;
}

TEST(Stack, EndsWithAFault) {
  std::optional<Fault> fault;
  run(loop(""), fault);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Fault::Kind::stack_overflow);
  EXPECT_NE(fault->message.find("alloca"), std::string::npos) << fault->message;
  for (const char* size : {"5000", "0xffffffffffffffff", "0x8000000000000000"}) {
    run(module_with_kernel(".param .u64 out", std::string("alloca.u64 %rd2, ") + size + ", 16;\n"),
        fault);
    ASSERT_TRUE(fault) << size;
    EXPECT_EQ(fault->kind, Fault::Kind::stack_overflow) << size;
  }
  run(module_with_kernel(".param .u64 out", "alloca.u64 %rd2, 8, 16;\n"), fault, 0);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Fault::Kind::stack_overflow);
}

// What a caller took is not for the variables of the functions that it calls.
TEST(Stack, KeepsCalledFunctionsOutOfItsMemory) {
  const std::string deep = R"(
.visible .func f(.param .b32 n) {
  .local .align 8 .b8 big[3000]; .reg .b32 %r<3>;
  ld.param.u32 %r1, [n]; st.local.u32 [big+2996], %r1; ret;
}
)";
  for (const bool is_too_much : {false, true}) {
    std::optional<Fault> fault;
    const auto values =
        run(module_with_kernel(".param .u64 out",
                               std::string("mov.u32 %r1, %tid.x; alloca.u64 %rd2, ") +
                                   (is_too_much ? "2000" : "500") + R"(, 16;
      add.u32 %r2, %r1, 77; st.local.u32 [%rd2], %r2;
      { .param .b32 a; st.param.b32 [a], %r1; call f, (a); }
      ld.local.u32 %r9, [%rd2];
      )" + kStore,
                               deep),
            fault, 1024);
    ASSERT_EQ(fault.has_value(), is_too_much);
    if (is_too_much) {
      EXPECT_EQ(fault->kind, Fault::Kind::stack_overflow);
    } else {
      EXPECT_EQ(values[9], 86u);
    }
  }
}

}  // namespace
}  // namespace warpscope::exec::test::stack_test
