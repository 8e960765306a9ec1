// A launch that is taken back has left nothing in memory.
#include "vgpu/exec/execution/launch_undo.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/memory/written_bytes.h"

namespace warpscope::exec::test {
namespace {

using U32 = std::uint32_t;

// Each thread: a store of its word, one of a byte beside it, and a sum of all.
std::string writes() {
  return module_with_kernel(".param .u64 words, .param .u64 sum", R"(
ld.param.u64 %rd1, [words]; ld.param.u64 %rd2, [sum]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;
mad.lo.u32 %r3, %r2, 64, %r1; mad.wide.u32 %rd3, %r3, 8, %rd1; st.global.u32 [%rd3], %r3;
st.global.u8 [%rd3+5], %r3; atom.global.add.u32 %r4, [%rd2], 1;
)");
}

std::vector<U32> counting(std::size_t count) {
  std::vector<U32> words(count);
  std::iota(words.begin(), words.end(), 1000U);
  return words;
}

TEST(LaunchUndo, PutsBackWhatWasOverwritten) {
  Machine machine(writes());
  const auto before = counting(4096);
  const auto words = machine.upload(before);
  const auto sum = machine.upload(std::vector<U32>{7});
  LaunchUndo undo(machine.memory(), 1 << 20);
  machine.options.observers.push_back(&undo);
  for (int round = 0; round < 2; ++round) {
    ASSERT_FALSE(machine.launch("k", {4, 1, 1}, {64, 1, 1}, words, sum).fault);
    EXPECT_EQ(machine.download<U32>(sum, 1).front(), 7U + 256U);
    EXPECT_NE(machine.download<U32>(words, before.size()), before);
    ASSERT_TRUE(undo.can_go_back());
    undo.go_back();
    EXPECT_EQ(machine.download<U32>(sum, 1).front(), 7U);
    EXPECT_EQ(machine.download<U32>(words, before.size()), before);
  }
}

// The host shares the memory, and writes beside what the launch writes.
TEST(LaunchUndo, LeavesBytesThatTheLaunchDidNotWrite) {
  Machine machine(writes());
  const auto words = machine.upload(counting(512));
  const auto sum = machine.upload(std::vector<U32>{0});
  LaunchUndo undo(machine.memory(), 1 << 20);
  machine.options.observers.push_back(&undo);
  ASSERT_FALSE(machine.launch("k", {1, 1, 1}, {64, 1, 1}, words, sum).fault);
  std::byte* const beside = machine.memory().translate(words + 4, 1);
  *beside = std::byte{99};
  undo.go_back();
  EXPECT_EQ(*beside, std::byte{99});
}

TEST(LaunchUndo, ForgetsThatBytesWereWritten) {
  Machine machine(writes());
  const auto words = machine.upload(counting(512));
  const auto sum = machine.upload(std::vector<U32>{0});
  machine.memory().track_writes(words);
  machine.memory().mark_written(words, 4);
  machine.options.checks = true;
  LaunchUndo undo(machine.memory(), 1 << 20);
  machine.options.observers.push_back(&undo);
  ASSERT_FALSE(machine.launch("k", {1, 1, 1}, {64, 1, 1}, words, sum).fault);
  const auto& written = *machine.memory().find(words)->written;
  EXPECT_TRUE(written.has_all(8, 4));
  undo.go_back();
  EXPECT_TRUE(written.has_all(0, 4));
  EXPECT_FALSE(written.has_any(4, 508));
}

TEST(LaunchUndo, CannotGoBackBeyondItsLimit) {
  Machine machine(writes());
  const auto words = machine.upload(counting(4096));
  const auto sum = machine.upload(std::vector<U32>{0});
  LaunchUndo undo(machine.memory(), 1024);
  machine.options.observers.push_back(&undo);
  ASSERT_FALSE(machine.launch("k", {4, 1, 1}, {64, 1, 1}, words, sum).fault);
  EXPECT_FALSE(undo.can_go_back());
}

// A volatile read of memory that the host sees too: it may wait for the host.
TEST(LaunchUndo, CannotGoBackWhereTheHostMayHaveAPart) {
  Machine machine(module_with_kernel(".param .u64 flag, .param .u64 out", R"(
ld.param.u64 %rd1, [flag]; ld.param.u64 %rd2, [out]; ld.volatile.global.u32 %r1, [%rd1]; st.global.u32 [%rd2], %r1;
)"));
  std::vector<U32> shared(64, 5);
  constexpr std::uint64_t kPlace = 0x4000'0000'0000;
  ASSERT_TRUE(machine.memory().adopt(kPlace, shared.size() * sizeof(U32),
                                     reinterpret_cast<std::byte*>(shared.data())));
  const auto own = machine.upload(std::vector<U32>{5});
  for (const std::uint64_t flag : {own, kPlace}) {
    LaunchUndo undo(machine.memory(), 1 << 20);
    machine.options.observers = {&undo};
    ASSERT_FALSE(machine.launch("k", {1, 1, 1}, {1, 1, 1}, flag, kPlace + 8).fault);
    EXPECT_EQ(undo.can_go_back(), flag == own);
  }
}

}  // namespace
}  // namespace warpscope::exec::test
