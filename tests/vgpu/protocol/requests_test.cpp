#include "vgpu/protocol/requests.h"

#include <gtest/gtest.h>

namespace warpscope::device {
namespace {

TEST(Requests, ALaunchComesBackWhole) {
  LaunchRequest launch;
  launch.module = 3;
  launch.kernel = "_Z3addPf";
  launch.grid = {4, 5, 6};
  launch.block = {32, 2, 1};
  launch.dynamic_shared_bytes = 100;
  launch.dynamic_shared_limit_bytes = 200;
  launch.stream = 9;
  launch.parameters = {std::byte{1}, std::byte{2}};
  BodyWriter writer;
  put(writer, launch);
  const std::vector<std::byte> body = writer.take();
  BodyReader reader(body);
  const LaunchRequest back = get_launch_request(reader);
  reader.expect_end();
  EXPECT_EQ(back.module, launch.module);
  EXPECT_EQ(back.kernel, launch.kernel);
  EXPECT_EQ(back.grid, launch.grid);
  EXPECT_EQ(back.block, launch.block);
  EXPECT_EQ(back.dynamic_shared_bytes, launch.dynamic_shared_bytes);
  EXPECT_EQ(back.dynamic_shared_limit_bytes, launch.dynamic_shared_limit_bytes);
  EXPECT_EQ(back.stream, launch.stream);
  EXPECT_EQ(back.parameters, launch.parameters);
}

TEST(Requests, EveryCutOfALaunchIsAnError) {
  LaunchRequest launch;
  launch.kernel = "k";
  launch.parameters.resize(8);
  BodyWriter writer;
  put(writer, launch);
  const std::vector<std::byte> body = writer.take();
  for (std::size_t length = 0; length < body.size(); ++length) {
    BodyReader reader{std::span(body).first(length)};
    EXPECT_THROW(get_launch_request(reader), ProtocolError) << length << " bytes";
  }
}

TEST(Requests, ParametersBeyondCudasLimitAreRefused) {
  LaunchRequest launch;
  launch.parameters.resize(kMaxParameterBytes + 1);
  BodyWriter writer;
  put(writer, launch);
  const std::vector<std::byte> body = writer.take();
  BodyReader reader(body);
  EXPECT_THROW(get_launch_request(reader), ProtocolError);
}

TEST(Requests, AKernelDescriptionWithAParameterOutsideItsBufferIsRefused) {
  KernelDescription kernel;
  kernel.parameter_bytes = 16;
  kernel.parameters = {{0, 8}, {8, 8}};
  BodyWriter good;
  put(good, kernel);
  const std::vector<std::byte> good_body = good.take();
  BodyReader good_reader(good_body);
  EXPECT_EQ(get_kernel_description(good_reader).parameters.size(), 2U);

  kernel.parameters.push_back({12, 8});
  BodyWriter bad;
  put(bad, kernel);
  const std::vector<std::byte> bad_body = bad.take();
  BodyReader bad_reader(bad_body);
  EXPECT_THROW(get_kernel_description(bad_reader), ProtocolError);
}

TEST(Requests, ADeviceDescriptionComesBackWhole) {
  DeviceDescription device;
  device.name = "virtual test";
  device.sm_count = 8;
  device.sm_clock_hz = 1.5e9;
  device.memory_bytes = 1ULL << 33;
  device.staging_bytes = 4096;
  BodyWriter writer;
  put(writer, device);
  const std::vector<std::byte> body = writer.take();
  BodyReader reader(body);
  const DeviceDescription back = get_device_description(reader);
  reader.expect_end();
  EXPECT_EQ(back.name, device.name);
  EXPECT_EQ(back.sm_count, device.sm_count);
  EXPECT_DOUBLE_EQ(back.sm_clock_hz, device.sm_clock_hz);
  EXPECT_EQ(back.memory_bytes, device.memory_bytes);
  EXPECT_EQ(back.staging_bytes, device.staging_bytes);
}

}  // namespace
}  // namespace warpscope::device
