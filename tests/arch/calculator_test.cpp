// Occupancy beside CUDA's own calculator, cuda_occupancy.h, on all GPUs that there are profiles of.
#include <cuda_occupancy.h>
#include <gtest/gtest.h>

#include "arch/occupancy.h"
#include "tests/support/profiles.h"

namespace warpscope::arch {
namespace {

int number(std::uint32_t value) { return static_cast<int>(value); }

cudaOccDeviceProp properties_of(const Profile& profile) {
  cudaOccDeviceProp result;
  result.computeMajor = number(profile.compute_capability.major);
  result.computeMinor = number(profile.compute_capability.minor);
  result.maxThreadsPerBlock = number(profile.sm.max_threads_per_block);
  result.maxThreadsPerMultiprocessor = number(profile.sm.max_threads);
  result.regsPerBlock = result.regsPerMultiprocessor = number(profile.sm.registers);
  result.warpSize = number(kWarpThreads);
  result.sharedMemPerBlock = profile.sm.shared_per_block_bytes;
  result.sharedMemPerMultiprocessor = profile.sm.shared_bytes;
  result.numSms = number(profile.sm.count);
  result.sharedMemPerBlockOptin = profile.sm.shared_per_block_optin_bytes;
  result.reservedSharedMemPerBlock = profile.sm.shared_reserved_per_block_bytes;
  return result;
}

/// Blocks by the calculator; -1 when it does not know the GPU.
int calculated(const Profile& profile, const BlockNeeds& block) {
  const cudaOccDeviceProp properties = properties_of(profile);
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = number(profile.sm.max_threads_per_block);
  kernel.numRegs = number(block.registers);
  kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  kernel.maxDynamicSharedSizeBytes = profile.sm.shared_per_block_optin_bytes;
  const cudaOccDeviceState state;
  cudaOccResult result;
  const auto error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &properties, &kernel, &state, static_cast<int>(block.threads), block.shared_bytes);
  return error == CUDA_OCC_SUCCESS ? result.activeBlocksPerMultiprocessor : -1;
}

class OccupancyCalculator : public testing::TestWithParam<const char*> {};

TEST_P(OccupancyCalculator, AgreesOnAllNeedsOfABlock) {
  const Profile profile = test::data_sheet(GetParam());
  for (std::uint32_t registers = 16; registers <= 255; registers += 5) {
    for (std::uint64_t threads = 1; threads <= 1024; threads += 31) {
      for (const std::uint64_t shared : {0, 1, 6272, 6273, 12'345, 40'960, 64 << 10, 99 << 10}) {
        const BlockNeeds block{threads, shared, registers};
        ASSERT_EQ(number(occupancy(profile.sm, block).blocks()), calculated(profile, block))
            << registers << " registers, " << threads << " threads, " << shared << " bytes";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, OccupancyCalculator,
                         testing::Values("a100", "h100", "h200", "rtx4090", "t4"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace warpscope::arch
