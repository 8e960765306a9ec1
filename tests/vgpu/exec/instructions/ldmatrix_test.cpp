// ldmatrix, stmatrix and movmatrix, PTX ISA manual section 9.7.14.5.15 and after: which element
// each lane gets, and the wavefronts of the rows.
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::ldmatrix_test {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;

// Shared memory holds its own 16-bit index in each element; lane l addresses row l, `stride` bytes
// from the one before. `body` works on %r2 (shared address), results are %r10 to %r13.
struct Outcome {
  LaunchResult launched;
  std::vector<U32> words;     // four for each lane
  std::vector<U16> elements;  // shared memory afterwards
};
Outcome run(const std::string& body, U32 stride, U32 offset = 0) {
  const std::string head = R"(
.shared .align 16 .b8 s[8192];
ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [after]; ld.param.u32 %r3, [stride]; ld.param.u32 %r4, [offset];
mov.u32 %r1, %tid.x; mad.wide.u32 %rd1, %r1, 16, %rd1; mov.u32 %r5, s; mov.u32 %r6, %r1;
FILL: mad.lo.u32 %r7, %r6, 2, %r5; cvt.u16.u32 %rs1, %r6; st.shared.u16 [%r7], %rs1; add.u32 %r6, %r6, 32;
setp.lt.u32 %p1, %r6, 4096; @%p1 bra FILL;
mad.lo.u32 %r2, %r1, %r3, %r5; add.u32 %r2, %r2, %r4; mov.u32 %r10, 0; mov.u32 %r11, 0; mov.u32 %r12, 0; mov.u32 %r13, 0;
mad.lo.u32 %r14, %r1, 65537, 1000;
)";
  const std::string tail = R"(
st.global.v4.u32 [%rd1], {%r10,%r11,%r12,%r13};
mov.u32 %r6, %r1;
DUMP: mad.lo.u32 %r7, %r6, 2, %r5; ld.shared.u16 %rs1, [%r7]; mad.wide.u32 %rd3, %r6, 2, %rd2; st.global.u16 [%rd3], %rs1; add.u32 %r6, %r6, 32;
setp.lt.u32 %p1, %r6, 4096; @%p1 bra DUMP;
)";
  Machine machine(module_with_kernel(
      ".param .u64 out, .param .u64 after, .param .u32 stride, .param .u32 offset",
      head + body + tail));
  const auto out = machine.upload(std::vector<U32>(128));
  const auto after = machine.upload(std::vector<U16>(4096));
  Outcome outcome;
  outcome.launched = machine.launch("k", {}, {32, 1, 1}, out, after, stride, offset);
  outcome.words = machine.download<U32>(out, 128);
  outcome.elements = machine.download<U16>(after, 4096);
  return outcome;
}

// Index of element (row, column) of matrix `m`, whose rows lanes 8 * m and after address.
U32 element(U32 m, U32 row, U32 column, U32 stride) { return (m * 8 + row) * stride / 2 + column; }

constexpr const char* kRegisterLists[] = {"{%r10}", "{%r10,%r11}", "{%r10,%r11,%r12,%r13}"};

TEST(Ldmatrix, GivesEachLaneTwoElementsOfItsRowOrColumn) {
  for (const U32 which : {0u, 1u, 2u}) {
    const U32 count = 1u << which;
    for (const bool is_transposed : {false, true}) {
      for (const bool is_generic : {false, true}) {
        std::string body = is_generic ? "cvt.u64.u32 %rd4, %r2; cvta.shared.u64 %rd4, %rd4; " : "";
        body += "ldmatrix.sync.aligned.m8n8.x" + std::to_string(count) +
                (is_transposed ? ".trans" : "") + (is_generic ? ".b16 " : ".shared.b16 ") +
                kRegisterLists[which] + (is_generic ? ", [%rd4+16];" : ", [%r2+16];");
        const Outcome outcome = run(body, 48);
        ASSERT_FALSE(outcome.launched.fault) << outcome.launched.fault->message;
        for (U32 lane = 0; lane < 32; ++lane) {
          for (U32 m = 0; m < 4; ++m) {
            const U32 row = lane / 4, column = lane % 4 * 2;
            const U32 low =
                is_transposed ? element(m, column, row, 48) : element(m, row, column, 48);
            const U32 high =
                is_transposed ? element(m, column + 1, row, 48) : element(m, row, column + 1, 48);
            const U32 expected = m < count ? (low + 8) | (high + 8) << 16 : 0;
            ASSERT_EQ(outcome.words[lane * 4 + m], expected) << body << " lane " << lane;
          }
        }
      }
    }
  }
}

// One row eight times is one wavefront. Rows of 16 bytes side by side fill the 32 banks once per
// matrix; 128 bytes apart they all lie in the same four banks.
TEST(Ldmatrix, CountsEachMatrixAsAPhase) {
  for (const U32 which : {0u, 1u, 2u}) {
    const U32 count = 1u << which;
    for (const auto& [stride, each] :
         {std::pair{0u, 1u}, {16u, 1u}, {32u, 2u}, {64u, 4u}, {128u, 8u}, {144u, 1u}}) {
      const std::string load = "ldmatrix.sync.aligned.m8n8.x" + std::to_string(count) +
                               ".shared.b16 " + kRegisterLists[which] + ", [%r2];";
      const auto with = run(load, stride).launched.counters;
      const auto without = run("", stride).launched.counters;
      const auto more = [&](Counter counter) { return with[counter] - without[counter]; };
      EXPECT_EQ(more(Counter::matrix_load_instructions), 1u);
      EXPECT_EQ(more(Counter::shared_load_wavefronts), count * each) << stride;
      EXPECT_EQ(more(Counter::shared_load_bank_conflicts), count * (each - 1)) << stride;
      EXPECT_EQ(more(Counter::inst_executed), 1u);
    }
  }
}

TEST(Ldmatrix, FaultsOutsideSharedMemoryAndOffItsAlignment) {
  const std::string load = "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r10,%r11}, [%r2];";
  EXPECT_FALSE(run(load, 16, 8192 - 256).launched.fault);  // lanes 16 to 31 give no address
  const auto outside = run(load, 16, 8192 - 240).launched;
  ASSERT_TRUE(outside.fault);
  EXPECT_EQ(outside.fault->kind, Fault::Kind::out_of_bounds);
  EXPECT_EQ(outside.fault->lane_mask, 1u << 15);
  const auto misaligned = run(load, 16, 8).launched;
  ASSERT_TRUE(misaligned.fault);
  EXPECT_EQ(misaligned.fault->kind, Fault::Kind::misaligned_address);
  const auto global = run("ldmatrix.sync.aligned.m8n8.x1.b16 {%r10}, [%rd1];", 16).launched;
  ASSERT_TRUE(global.fault);
  EXPECT_EQ(global.fault->kind, Fault::Kind::out_of_bounds);
}

TEST(Stmatrix, PutsThemBack) {
  for (const bool is_transposed : {false, true}) {
    const std::string suffix = is_transposed ? ".trans" : "";
    const Outcome outcome =
        run("stmatrix.sync.aligned.m8n8.x1" + suffix + ".shared.b16 [%r2], {%r14};", 32);
    ASSERT_FALSE(outcome.launched.fault) << outcome.launched.fault->message;
    std::vector<U16> expected(4096);
    for (U32 i = 0; i < 4096; ++i) expected[i] = static_cast<U16>(i);
    for (U32 lane = 0; lane < 32; ++lane) {
      for (U32 half = 0; half < 2; ++half) {
        const U32 row = lane / 4, column = lane % 4 * 2 + half;
        const U32 word = lane * 65537 + 1000;
        expected[is_transposed ? element(0, column, row, 32) : element(0, row, column, 32)] =
            static_cast<U16>(word >> (16 * half));
      }
    }
    EXPECT_EQ(outcome.elements, expected);
    EXPECT_EQ(outcome.launched.counters[Counter::shared_store_instructions],
              128u);  // it is none on the hardware
    EXPECT_EQ(outcome.launched.counters[Counter::shared_store_wavefronts], 130u);
    EXPECT_EQ(outcome.launched.counters[Counter::shared_store_bank_conflicts], 1u);
  }
}

TEST(Movmatrix, Transposes) {
  const Outcome outcome =
      run("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r11}, [%r2]; "
          "movmatrix.sync.aligned.m8n8.trans.b16 %r10, %r11; "
          "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r12}, [%r2];",
          16);
  ASSERT_FALSE(outcome.launched.fault) << outcome.launched.fault->message;
  for (std::size_t lane = 0; lane < 128; lane += 4) {
    EXPECT_EQ(outcome.words[lane], outcome.words[lane + 2]) << lane;
  }
}

}  // namespace
}  // namespace warpscope::exec::test::ldmatrix_test
