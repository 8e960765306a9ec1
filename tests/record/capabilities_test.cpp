#include "record/capabilities.h"

#include <gtest/gtest.h>

namespace warpscope::record {
namespace {

TEST(Capabilities, AreAllThereWhereNobodyKnowsThem) {
  const Device device;
  EXPECT_TRUE(counts(device, "a"));
  EXPECT_TRUE(counts_lines(device));
  EXPECT_TRUE(looks_for(device, "races"));
  EXPECT_TRUE(follows_data(device));
}

TEST(Capabilities, AreWhatTheDeviceSays) {
  Device device;
  device.capabilities = {false, {"a"}, {"host"}, true};
  EXPECT_FALSE(counts(device, "a"));
  EXPECT_TRUE(counts(device, "b"));
  EXPECT_FALSE(counts_lines(device));
  EXPECT_FALSE(looks_for(device, "races"));
  EXPECT_TRUE(looks_for(device, "host"));
  EXPECT_TRUE(follows_data(device));
  device.capabilities->follows_data = false;
  EXPECT_FALSE(follows_data(device));
}

}  // namespace
}  // namespace warpscope::record
