#include "vgpu/server/l1_size.h"

#include <gtest/gtest.h>

namespace warpscope::device {
namespace {

constexpr std::uint64_t kKibibyte = 1024;

DeviceDescription h200() {
  DeviceDescription device;
  device.max_threads_per_block = 1024;
  device.max_threads_per_sm = 2048;
  device.max_blocks_per_sm = 32;
  device.shared_per_block_optin_bytes = 227 * kKibibyte;
  device.shared_per_sm_bytes = 228 * kKibibyte;
  device.shared_reserved_per_block_bytes = 1024;
  return device;
}

// In KiB, for blocks of `threads` with `shared` bytes of shared memory.
std::uint64_t size(std::uint32_t threads, std::uint32_t static_shared, std::uint64_t shared) {
  KernelDescription kernel;
  kernel.max_threads_per_block = 1024;
  kernel.static_shared_bytes = static_shared;
  return l1_size(h200(), kernel, threads, shared, 256 * kKibibyte) / kKibibyte;
}

TEST(L1Size, IsWhatSharedMemoryLeaves) {
  EXPECT_EQ(size(32, 0, 0), 248u);
  // Two blocks of 1024 threads with 15 KiB and the reserved one each: 32 KiB.
  EXPECT_EQ(size(1024, 0, 15 * kKibibyte), 224u);
  EXPECT_EQ(size(1024, 15 * kKibibyte, 0), 224u);
  EXPECT_EQ(size(1024, 0, 15 * kKibibyte + 1), 192u);
  // As an H200 showed by its hits (l1_probes_h200.csv): 28 KiB are left, whether one block of 200
  // KiB fits or two of 100.
  EXPECT_EQ(size(32, 0, 100 * kKibibyte), 28u);
  EXPECT_EQ(size(32, 0, 200 * kKibibyte), 28u);
  EXPECT_EQ(size(32, 0, 227 * kKibibyte), 28u);
}

}  // namespace
}  // namespace warpscope::device
