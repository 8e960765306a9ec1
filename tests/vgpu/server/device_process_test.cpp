#include "vgpu/server/device_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "tests/vgpu/server/running_device.h"
#include "vgpu/protocol/cuda_error.h"

namespace warpscope::device {
namespace {

TEST(DeviceProcess, TellsWhichGpuItIsAndThatItEnds) {
  RunningDevice device;
  const auto first = device.next_event();
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(std::get<Started>(*first).device.id, "virtual:mini");
  EXPECT_EQ(std::get<Started>(*first).device.times, record::Provenance::modelled);
  device.client.reset();
  const auto events = device.remaining_events();
  EXPECT_EQ(events.size(), 1U);
  EXPECT_TRUE(ended_orderly(events));
}

TEST(DeviceProcess, ACommandIsAcknowledgedBeforeLaterLaunches) {
  RunningDevice device(1000);
  device.greet();
  const std::uint32_t module = device.load_test_module();
  device.next_event();  // started
  device.begin_case(41, 7);
  const auto acknowledged = device.next_event();
  ASSERT_TRUE(acknowledged.has_value());
  EXPECT_EQ(std::get<Acknowledged>(*acknowledged).command_id, 41U);
  device.launch_spin(module);
  ASSERT_TRUE(device.receive().has_value());
  const auto launch = device.next_event();
  ASSERT_TRUE(launch.has_value());
  EXPECT_EQ(std::get<LaunchEnded>(*launch).launch.case_index, 7U);
}

TEST(DeviceProcess, EndsWhenTheRunnerGoesAway) {
  RunningDevice device;
  device.greet();
  device.control.reset();
  EXPECT_FALSE(device.receive().has_value()) << "the client's connection is closed";
}

TEST(DeviceProcess, ARunnerThatSpeaksNonsenseIsAnErrorNotACrash) {
  RunningDevice device;
  const std::string nonsense = "begin!\n";
  send_all(device.control.get(), std::as_bytes(std::span(nonsense)));
  const auto events = device.remaining_events();
  EXPECT_FALSE(ended_orderly(events));
}

TEST(DeviceProcess, ALaunchIsGivenUpWhenTheProgramDies) {
  RunningDevice device;
  device.greet();
  device.launch_spin(device.load_test_module());
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  device.client.reset();
  const auto events = device.remaining_events();  // would not return if the launch went on
  ended_orderly(events);
  const auto launches = std::count_if(events.begin(), events.end(), [](const Event& event) {
    return std::holds_alternative<LaunchEnded>(event);
  });
  EXPECT_EQ(launches, 1);
}

TEST(DeviceProcess, ALaunchIsGivenUpWhenTheRunnerGoesAway) {
  RunningDevice device;
  device.greet();
  device.launch_spin(device.load_test_module());
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  device.control.reset();
  while (device.receive().has_value()) {
  }
  EXPECT_TRUE(is_hung_up(device.client.get()));
}

}  // namespace
}  // namespace warpscope::device
