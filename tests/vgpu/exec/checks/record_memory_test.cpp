// How much memory the records of accesses take, and what is still found when it is all used.
#include <gtest/gtest.h>

#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/checks/checker.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec::checks {
namespace {

constexpr std::uint32_t kThreadsOfTaken = 256, kBlocksOfTaken = 1024,
                        kElements = kThreadsOfTaken * kBlocksOfTaken;

struct Taken {
  std::uint64_t bytes = 0, used = 0;
  std::vector<Violation> violations;
};

// Each thread has elements of `bytes` bytes far from its neighbours': %rd3 is the address of one,
// %rd4 of another one; %r1 is the thread in the grid.
Taken take(const std::string& body, std::uint32_t bytes) {
  const std::string element = std::to_string(bytes);
  test::Machine machine(test::module_with_kernel(
      ".param .u64 data",
      "ld.param.u64 %rd1, [data]; mov.u32 %r2, %ctaid.x; mov.u32 %r1, %tid.x;\n"
      "mad.lo.u32 %r1, %r2, 256, %r1;\n"
      "mul.lo.u32 %r3, %r1, 40503; and.b32 %r3, %r3, 262143; mad.wide.u32 %rd3, %r3, " +
          element +
          ", %rd1;\nmul.lo.u32 %r4, %r1, 2057; and.b32 %r4, %r4, 262143; mad.wide.u32 "
          "%rd4, %r4, " +
          element + ", %rd1;\n" + body,
      ".file 1 \"k.cu\"\n"));
  const std::uint64_t data = machine.allocate(std::uint64_t{kElements} * bytes);
  const Dim3 grid{kBlocksOfTaken, 1, 1}, block{kThreadsOfTaken, 1, 1};
  Checker checker(machine.program(), machine.program().kernel("k", {KernelUse::observed}),
                  machine.memory(), LaunchConfiguration{grid, block, 0, {}});
  machine.options.observers = {&checker};
  const LaunchResult launched = machine.launch("k", grid, block, data);
  EXPECT_FALSE(launched.fault) << launched.fault->message;
  return {checker.record_bytes(), checker.used_bytes(), checker.take_violations()};
}

constexpr std::uint64_t kMost = Checker::kMostRecordBytes, kFew = Checker::kFewRecordBytes;

TEST(RecordMemory, RowsTakeLittle) {
  const Taken taken = take(
      "mad.wide.u32 %rd3, %r1, 4, %rd1; st.global.u32 [%rd3], %r1; "
      "ld.global.u32 %r5, [%rd3]; st.global.u32 [%rd3], %r5;",
      4);
  EXPECT_LE(taken.bytes, taken.used / 4);
}

// Each cell is written and read by other threads: two words for each of four bytes, were it not
// for the limit. Who wrote is still known everywhere.
TEST(RecordMemory, ThreeBytesAreEnoughForEachByte) {
  const std::string body =
      ".loc 1 5 1\nst.global.u32 [%rd3], %r1;\n.loc 1 6 1\nld.global.u32 %r5, [%rd4];\n"
      "bar.sync 0; setp.ne.u32 %p1, %r1, 262143; @%p1 bra END;\nmov.u32 %r6, 0;\nLOOP:\n"
      "mad.wide.u32 %rd5, %r6, 4, %rd1;\n.loc 1 9 1\nld.global.u32 %r7, [%rd5]; add.u32 %r5, %r5, "
      "%r7; add.u32 %r6, %r6, 1; setp.lt.u32 %p2, %r6, 262144; @%p2 bra LOOP;\nEND:\n"
      "setp.ne.u32 %p1, %r5, 11; @!%p1 st.global.u32 [%rd3], %r5;";
  const Taken taken = take(body, 4);
  EXPECT_LE(taken.bytes, kMost * taken.used + kFew);
  EXPECT_GT(taken.bytes, kMost * taken.used - taken.used / 8) << "the limit was not reached";
  std::uint64_t reads_of_others = 0;
  for (const Violation& violation : taken.violations) {
    if (violation.access.where.line == 9 || violation.other.where.line == 9)
      reads_of_others = std::max(reads_of_others, violation.count);
  }
  // All but what its own block wrote.
  EXPECT_GE(reads_of_others, kElements - 2 * kThreadsOfTaken);
}

TEST(RecordMemory, BytesTakeNoMore) {
  const Taken taken = take(
      "st.global.u8 [%rd3], %r1; ld.global.u8 %r5, [%rd4]; st.global.u8 "
      "[%rd3], %r5;",
      1);
  EXPECT_LE(taken.bytes, kMost * taken.used + kFew);
}

}  // namespace
}  // namespace warpscope::exec::checks
