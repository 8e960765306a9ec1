// Chains of additions and subtractions, PTX ISA manual section 9.7.2. Those that mix the two tell
// what the flag is after a subtraction: nvcc's division of 128 bits relies on it.
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::carry_test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

const std::vector<U32> kEdges{0, 1, 2, 5, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};

/// The word that `text` leaves in %r9 for a in %r2 and b in %r3, of all pairs of edges.
std::vector<U32> results(const std::string& text) {
  const U32 count = static_cast<U32>(kEdges.size());
  Machine machine(module_with_kernel(
      ".param .u64 values, .param .u64 out",
      element_address("out", "%rd1", 4) +
          "ld.param.u64 %rd2, [values]; shr.u32 %r4, %r1, 3; and.b32 %r5, %r1, 7;\n"
          "mul.wide.u32 %rd3, %r4, 4; add.u64 %rd3, %rd2, %rd3; ld.global.u32 %r2, [%rd3];\n"
          "mul.wide.u32 %rd3, %r5, 4; add.u64 %rd3, %rd2, %rd3; ld.global.u32 %r3, [%rd3];\n" +
          text + "\nst.global.u32 [%rd1], %r9;"));
  const auto values = machine.upload(kEdges);
  const auto out = machine.allocate(count * count * 4);
  const auto launched = machine.launch("k", {1, 1, 1}, {count * count, 1, 1}, values, out);
  EXPECT_FALSE(launched.fault) << launched.fault->message;
  return machine.download<U32>(out, count * count);
}

template <typename Reference>
void check(const std::string& text, Reference reference) {
  SCOPED_TRACE(text);
  const auto words = results(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const U32 a = kEdges[i / 8], b = kEdges[i % 8];
    EXPECT_EQ(words[i], reference(a, b)) << std::hex << a << " " << b;
  }
}

TEST(Carry, AfterASubtractionIsSetWhenNothingIsBorrowed) {
  check("sub.cc.u32 %r8, %r2, %r3; addc.u32 %r9, 0, 0;",
        [](U32 a, U32 b) { return a >= b ? 1u : 0u; });
  check("sub.cc.u32 %r8, %r2, %r3; subc.cc.u32 %r8, %r3, %r2; addc.u32 %r9, %r2, 0;",
        [](U32 a, U32 b) { return a + (U64{b} >= U64{a} + (a < b ? 1 : 0) ? 1 : 0); });
  check("sub.cc.u32 %r8, %r2, %r3; madc.hi.u32 %r9, %r2, %r3, 7;",
        [](U32 a, U32 b) { return static_cast<U32>(U64{a} * b >> 32) + 7 + (a >= b ? 1 : 0); });
}

TEST(Carry, OfAnAdditionIsWhatASubtractionNeedNotBorrow) {
  check("add.cc.u32 %r8, %r2, %r3; subc.u32 %r9, 10, 0;",
        [](U32 a, U32 b) { return (U64{a} + b) >> 32 != 0 ? 10u : 9u; });
}

TEST(Carry, OfWordsIsThatOfTheWholeNumber) {
  check("sub.cc.u32 %r8, %r2, %r3; subc.u32 %r9, %r3, %r2;", [](U32 a, U32 b) {
    return static_cast<U32>(((U64{b} << 32 | a) - (U64{a} << 32 | b)) >> 32);
  });
  check("add.cc.u32 %r8, %r2, %r3; addc.u32 %r9, %r3, %r2;", [](U32 a, U32 b) {
    return static_cast<U32>(((U64{b} << 32 | a) + (U64{a} << 32 | b)) >> 32);
  });
}

}  // namespace
}  // namespace warpscope::exec::test::carry_test
