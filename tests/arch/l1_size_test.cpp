#include "arch/l1_size.h"

#include <gtest/gtest.h>

#include "tests/support/profiles.h"

namespace warpscope::arch {
namespace {

constexpr std::uint64_t kKibibyte = 1024;

// In KiB, for blocks of `threads` with `shared` bytes of shared memory.
std::uint64_t size(std::uint64_t threads, std::uint64_t shared) {
  const Profile h200 = test::profile("h200");
  return l1_size(h200.sm.l1_and_shared, h200.sm, {threads, shared}) / kKibibyte;
}

TEST(L1Size, IsWhatSharedMemoryLeaves) {
  EXPECT_EQ(size(32, 0), 248u);
  // Two blocks of 1024 threads with 15 KiB and the reserved one each: 32 KiB.
  EXPECT_EQ(size(1024, 15 * kKibibyte), 224u);
  EXPECT_EQ(size(1024, 15 * kKibibyte + 1), 192u);
  // As an H200 showed by its hits (l1_probes_h200.csv): 28 KiB are left, whether one block of 200
  // KiB fits or two of 100.
  EXPECT_EQ(size(32, 100 * kKibibyte), 28u);
  EXPECT_EQ(size(32, 200 * kKibibyte), 28u);
  EXPECT_EQ(size(32, 227 * kKibibyte), 28u);
}

}  // namespace
}  // namespace warpscope::arch
