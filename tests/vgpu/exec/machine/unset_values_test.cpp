// What a thread reads that it has not written: the same whatever ran before it.
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

constexpr std::uint32_t kBlocks = 16, kThreads = 64;

// Runs a kernel whose blocks with an even index execute `fill` with %p1 true, and then all blocks
// `body`, which leaves in %r20 what a thread sees. Returns the values of the odd blocks.
std::vector<std::uint32_t> seen(const std::string& body, const std::string& declarations,
                                std::uint32_t workers) {
  Machine machine(
      module_with_kernel(".param .u64 out",
                         "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; "
                         "mov.u32 %r3, %ntid.x;\n"
                         "mad.lo.u32 %r4, %r2, %r3, %r1; mad.wide.u32 %rd1, %r4, 4, %rd1;\n"
                         "and.b32 %r6, %r2, 1; setp.eq.u32 %p1, %r6, 0;\n" +
                             body + "\nst.global.u32 [%rd1], %r20;",
                         declarations));
  machine.options.worker_threads = workers;
  const std::uint64_t out =
      machine.upload(std::vector<std::uint32_t>(std::size_t{kBlocks} * kThreads, 1234));
  const LaunchResult result = machine.launch("k", {kBlocks, 1, 1}, {kThreads, 1, 1}, out);
  EXPECT_FALSE(result.fault) << result.fault->message;
  const auto all = machine.download<std::uint32_t>(out, std::size_t{kBlocks} * kThreads);
  std::vector<std::uint32_t> odd;
  for (std::uint32_t block = 1; block < kBlocks; block += 2)
    odd.insert(odd.end(), all.begin() + block * kThreads, all.begin() + (block + 1) * kThreads);
  return odd;
}

void expect_all(const std::string& body, std::uint32_t value,
                const std::string& declarations = "") {
  const std::vector<std::uint32_t> expected(std::size_t{kBlocks} / 2 * kThreads, value);
  EXPECT_EQ(seen(body, declarations, 1), expected) << body;
  EXPECT_EQ(seen(body, declarations, 2), expected) << body << " with two workers";
}

TEST(UnsetValues, OfRegistersAreZero) {
  expect_all("@%p1 mov.u32 %r10, 77; mov.u32 %r20, %r10;", 0);
  expect_all("@!%p1 bra SKIP; add.u32 %r10, %r1, 77; SKIP: mov.u32 %r20, %r10;", 0);
  expect_all("@%p1 mov.f64 %fd3, 0d4000000000000000; cvt.rzi.u32.f64 %r20, %fd3;", 0);
}

TEST(UnsetValues, OfPredicatesAreFalse) {
  expect_all("@%p1 setp.eq.u32 %p5, %r6, 0; selp.u32 %r20, 1, 2, %p5;", 2);
}

TEST(UnsetValues, OfTheCarryAreClear) {
  expect_all(
      "mov.u32 %r11, -1; @%p1 add.cc.u32 %r10, %r11, %r11; mov.u32 %r12, 0;"
      "addc.u32 %r20, %r12, %r12;",
      0);
}

TEST(UnsetValues, OfARegisterThatALoopSetsLaterAreZero) {
  // Read at the loop's head, set at its end: the first turn sees what was there.
  expect_all(
      "mov.u32 %r20, 0; mov.u32 %r11, 0;\n"
      "HEAD: add.u32 %r20, %r20, %r10; add.u32 %r10, %r11, 5; add.u32 %r11, %r11, 1;\n"
      "setp.lt.u32 %p2, %r11, 3; @%p2 bra HEAD;",
      5 + 6);
}

// A register that is only ever set to one known value has it from the beginning.
TEST(UnsetValues, OfARegisterWithOneKnownValueAreThatValue) {
  expect_all("@!%p1 bra SKIP; mov.u32 %r10, 77; SKIP: mov.u32 %r20, %r10;", 77);
}

TEST(UnsetValues, OfLocalMemoryAreZero) {
  expect_all(
      ".local .align 4 .b8 depot[64];\n"
      "mov.u32 %r10, 77; @%p1 st.local.u32 [depot+32], %r10; ld.local.u32 %r20, [depot+32];",
      0);
  // Through a generic address.
  expect_all(
      ".local .align 4 .b8 depot[64];\n"
      "mov.u64 %rd3, depot; cvta.local.u64 %rd4, %rd3; mov.u32 %r10, 77;"
      "@%p1 st.u32 [%rd4+60], %r10; ld.u32 %r20, [%rd4+60];",
      0);
}

TEST(UnsetValues, OfSharedMemoryAreAllOnes) {
  expect_all(
      ".shared .align 4 .b8 tile[64];\n"
      "mov.u32 %r10, 77; @%p1 st.shared.u32 [tile+32], %r10; ld.shared.u32 %r20, [tile+32];",
      0xffffffff);
}

// The function sets its register or its result only for an argument of 0.
std::string sometimes(const std::string& body) {
  return ".func (.param .b32 result) sometimes(.param .b32 argument) {\n" +
         std::string(kRegisters) + "ld.param.b32 %r1, [argument]; setp.eq.u32 %p1, %r1, 0;\n" +
         body + "\nret;\n}\n";
}
constexpr const char* kCall =
    "{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r6;\n"
    "call.uni (r), sometimes, (a); ld.param.b32 %r20, [r]; }\n";

TEST(UnsetValues, OfAFunctionsRegistersAreZero) {
  expect_all(kCall, 0, sometimes("@%p1 mov.u32 %r10, 77; st.param.b32 [result], %r10;"));
}
TEST(UnsetValues, OfAFunctionsResultAreZero) {
  expect_all(kCall, 0, sometimes("mov.u32 %r10, 77; @%p1 st.param.b32 [result], %r10;"));
}
TEST(UnsetValues, OfAnArgumentAreZero) {
  expect_all(
      "{ .param .b32 a; .param .b32 r; mov.u32 %r10, 77; @%p1 st.param.b32 [a], %r10;\n"
      "call.uni (r), sometimes, (a); ld.param.b32 %r20, [r]; }\n",
      0, sometimes("st.param.b32 [result], %r1;"));
}

}  // namespace
}  // namespace warpscope::exec::test
