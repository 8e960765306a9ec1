#include "arch/compute_capability.h"

#include <gtest/gtest.h>

namespace warpscope::arch {
namespace {

TEST(ComputeCapability, IsReadAndWritten) {
  EXPECT_EQ(compute_capability_of("9.0"), (ComputeCapability{9, 0}));
  EXPECT_EQ(compute_capability_of("12.1"), (ComputeCapability{12, 1}));
  EXPECT_EQ((ComputeCapability{12, 1}).text(), "12.1");
  for (const char* text : {"", "9", "9.", ".0", "9.0a", "4.0", "nine", "123.0", "9,0", "-9.0"}) {
    EXPECT_EQ(compute_capability_of(text), std::nullopt) << text;
  }
}

TEST(ComputeCapability, HasTheCompilersNames) {
  EXPECT_EQ(ptx_architecture({7, 5}), "compute_75");
  EXPECT_EQ(machine_architecture({10, 0}), "sm_100");
}

}  // namespace
}  // namespace warpscope::arch
