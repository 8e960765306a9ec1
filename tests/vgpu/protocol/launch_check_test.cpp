#include "vgpu/protocol/launch_check.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/profiles.h"
#include "vgpu/protocol/cuda_error.h"

namespace warpscope::device {
namespace {

DeviceDescription h200() {
  DeviceDescription device;
  device.sm = static_cast<const arch::Multiprocessor&>(arch::test::profile("h200").sm);
  return device;
}

KernelDescription plain_kernel() {
  KernelDescription kernel;
  kernel.max_threads_per_block = 1024;
  return kernel;
}

LaunchRequest launch(std::array<std::uint32_t, 3> grid, std::array<std::uint32_t, 3> block) {
  LaunchRequest request;
  request.grid = grid;
  request.block = block;
  return request;
}

std::int32_t code(const LaunchRequest& request, const KernelDescription& kernel = plain_kernel()) {
  const auto status = check_launch(h200(), kernel, request);
  return status ? status->code : cuda_error::success;
}

TEST(LaunchCheck, TheLimitsThemselvesAreAllowed) {
  EXPECT_EQ(code(launch({0x7FFFFFFF, 65535, 65535}, {1024, 1, 1})), cuda_error::success);
  EXPECT_EQ(code(launch({1, 1, 1}, {1, 1024, 1})), cuda_error::success);
  EXPECT_EQ(code(launch({1, 1, 1}, {16, 1, 64})), cuda_error::success);
}

TEST(LaunchCheck, OneMoreIsNot) {
  for (const LaunchRequest& request :
       {launch({0x80000000, 1, 1}, {1, 1, 1}), launch({1, 65536, 1}, {1, 1, 1}),
        launch({1, 1, 65536}, {1, 1, 1}), launch({1, 1, 1}, {1025, 1, 1}),
        launch({1, 1, 1}, {1, 1, 65}), launch({1, 1, 1}, {32, 33, 1}),
        launch({1, 1, 1}, {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF})}) {
    EXPECT_EQ(code(request), cuda_error::invalid_value);
  }
}

/// As an H200 answers: blocks of 384 threads run, of 416 to 512 do not (the starter of dma-warps).
TEST(LaunchCheck, ABlockMustHaveItsRegistersOnOneMultiprocessor) {
  KernelDescription kernel = plain_kernel();
  kernel.machine_registers = 152;
  EXPECT_EQ(code(launch({1, 1, 1}, {384, 1, 1}), kernel), cuda_error::success);
  for (const std::uint32_t threads : {385U, 416U, 512U}) {
    EXPECT_EQ(code(launch({1, 1, 1}, {threads, 1, 1}), kernel),
              cuda_error::launch_out_of_resources);
    EXPECT_EQ(resident_blocks(h200(), kernel, threads, 0), 0U);
  }
  EXPECT_EQ(resident_blocks(h200(), kernel, 128, 0), 3U);
  kernel.machine_registers = 128;
  EXPECT_EQ(code(launch({1, 1, 1}, {512, 1, 1}), kernel), cuda_error::success);
  EXPECT_EQ(resident_blocks(h200(), kernel, 256, 0), 2U);
  kernel.machine_registers = 0;  // not known
  EXPECT_EQ(code(launch({1, 1, 1}, {1024, 1, 1}), kernel), cuda_error::success);
  EXPECT_EQ(resident_blocks(h200(), kernel, 128, 0), 16U);
}

TEST(LaunchCheck, NothingToRunIsNotALaunch) {
  EXPECT_EQ(code(launch({0, 1, 1}, {32, 1, 1})), cuda_error::invalid_value);
  EXPECT_EQ(code(launch({1, 1, 1}, {32, 0, 1})), cuda_error::invalid_value);
  const auto status = check_launch(h200(), plain_kernel(), launch({0, 1, 1}, {32, 1, 1}));
  EXPECT_NE(status->message.find("no blocks"), std::string::npos);
}

TEST(LaunchCheck, LaunchBoundsLimitTheBlock) {
  KernelDescription kernel = plain_kernel();
  kernel.max_threads_per_block = 256;
  EXPECT_EQ(code(launch({1, 1, 1}, {256, 1, 1}), kernel), cuda_error::success);
  EXPECT_EQ(code(launch({1, 1, 1}, {257, 1, 1}), kernel), cuda_error::invalid_value);
}

TEST(LaunchCheck, SharedMemoryBeyond48KiBMustBeAllowedFirst) {
  LaunchRequest request = launch({1, 1, 1}, {32, 1, 1});
  request.dynamic_shared_bytes = 48 << 10;
  EXPECT_EQ(code(request), cuda_error::success);
  request.dynamic_shared_bytes += 1;
  EXPECT_EQ(code(request), cuda_error::invalid_value);
  request.dynamic_shared_limit_bytes = 100 << 10;
  EXPECT_EQ(code(request), cuda_error::success);
  request.dynamic_shared_bytes = 101 << 10;
  EXPECT_EQ(code(request), cuda_error::invalid_value);
  request.dynamic_shared_limit_bytes = 0xFFFFFFFF;
  EXPECT_EQ(code(request), cuda_error::success);
  request.dynamic_shared_bytes = (227 << 10) + 1;
  EXPECT_EQ(code(request), cuda_error::invalid_value) << "more than the device has";
}

TEST(LaunchCheck, StaticAndDynamicSharedMemoryCountTogether) {
  KernelDescription kernel = plain_kernel();
  kernel.static_shared_bytes = 40 << 10;
  LaunchRequest request = launch({1, 1, 1}, {32, 1, 1});
  request.dynamic_shared_bytes = 8 << 10;
  EXPECT_EQ(code(request, kernel), cuda_error::success);
  request.dynamic_shared_bytes += 1;
  EXPECT_EQ(code(request, kernel), cuda_error::invalid_value);
}

}  // namespace
}  // namespace warpscope::device
