#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "runner/run/gpu_profile.h"
#include "runner/run/nvml.h"
#include "runner/run/open_device.h"

namespace warpscope::runner {
namespace {

TEST(DeviceNames, ARealGpuHasItsNumber) {
  EXPECT_EQ(gpu_index("cuda:0"), 0U);
  EXPECT_EQ(gpu_index("cuda:12"), 12U);
  for (const auto* name : {"h200", "cuda:", "cuda:x", "cuda:1x", "cuda:-1", "virtual:cuda:0", ""})
    EXPECT_FALSE(gpu_index(name)) << name;
}

TEST(DeviceNames, ProfilesAndDevicesAreNamedBothWays) {
  EXPECT_EQ(device_name("mini"), "virtual:mini");
  EXPECT_EQ(device_name("cuda:1"), "cuda:1");
  EXPECT_EQ(profile_of_device("virtual:h200", "mini"), "h200");
  EXPECT_EQ(profile_of_device("cuda:1", "mini"), "cuda:1");
  EXPECT_EQ(profile_of_device("auto", "mini"), has_gpu() ? "cuda:0" : "mini");
  EXPECT_THROW(profile_of_device("h200", "mini"), std::runtime_error);
  EXPECT_THROW(profile_of_device("cuda:one", "mini"), std::runtime_error);
}

/// The sentence that the driver's library of this name leads to.
std::string refusal_of(const char* library) {
  try {
    return std::to_string(Nvml(library).count()) + " GPUs";
  } catch (const NoGpu& error) {
    return error.what();
  }
}

TEST(DeviceNames, WithoutAGpuThereIsASentenceForEachReason) {
  EXPECT_NE(refusal_of("libno-such-driver.so.1").find("--device virtual:h200"), std::string::npos)
      << refusal_of("libno-such-driver.so.1");
  // A library that has none of its functions.
  EXPECT_NE(refusal_of("libm.so.6").find("does not answer"), std::string::npos)
      << refusal_of("libm.so.6");
  ::setenv("STAND_IN_GPUS", "0", 1);
  EXPECT_NE(refusal_of(WARPSCOPE_STAND_IN_NVML).find("it sees no GPU"), std::string::npos)
      << refusal_of(WARPSCOPE_STAND_IN_NVML);
}

TEST(DeviceNames, AGpuIsDescribedAsAnH200WasByItsDriver) {
  ::setenv("STAND_IN_GPUS", "1", 1);
  const Nvml nvml(WARPSCOPE_STAND_IN_NVML);
  ASSERT_EQ(nvml.count(), 1U);
  EXPECT_EQ(nvml.driver_version(), "580.159.04");
  const auto gpu = nvml.describe(0);
  EXPECT_EQ(gpu.name, "NVIDIA H200");
  EXPECT_EQ(gpu.capability.text(), "9.0");
  EXPECT_EQ(gpu.most_sm_clock_hz, 1980e6);
  EXPECT_EQ(gpu.dram_bytes_per_s, 4814304e6);  // 3201 MHz, 6016 bits, both edges
  EXPECT_EQ(gpu.device_files.back(), "/dev/nvidia0");
  EXPECT_THROW(nvml.describe(1), NoGpu);
  const auto now = nvml.read(0);
  EXPECT_EQ(now.sm_clock_hz, 1755e6);
  EXPECT_EQ(now.power_w, 132.192);
  EXPECT_EQ(now.held_down_by, (std::vector<std::string>{"heat", "power"}));
}

}  // namespace
}  // namespace warpscope::runner
