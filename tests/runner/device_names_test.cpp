#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>

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

TEST(DeviceNames, WithoutAGpuThereIsASentence) {
  if (std::filesystem::exists("/dev/nvidiactl")) GTEST_SKIP() << "this machine has a GPU";
  try {
    FAIL() << Nvml().count() << " GPUs, but there is none";
  } catch (const NoGpu& error) {
    EXPECT_NE(std::string(error.what()).find("--device virtual:h200"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace warpscope::runner
