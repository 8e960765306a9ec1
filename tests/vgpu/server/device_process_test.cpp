#include "vgpu/server/device_process.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <algorithm>
#include <array>
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

/// Requests as they go over the socket, in one piece, with the numbers 1, 2, ….
void send_together(RunningDevice& device, const std::vector<Opcode>& opcodes) {
  std::vector<std::byte> bytes;
  std::uint32_t sequence = 0;
  for (const Opcode opcode : opcodes) {
    const auto message = encode({opcode, ++sequence, {}});
    bytes.insert(bytes.end(), message.begin(), message.end());
  }
  send_all(device.client.get(), bytes);
}

TEST(DeviceProcess, AnswersRequestsThatComeTogetherInTheirOrder) {
  RunningDevice device;
  send_together(device, {Opcode::hello, Opcode::memory_info, Opcode::hello, Opcode::memory_info});
  for (std::uint32_t sequence = 1; sequence <= 4; ++sequence) {
    std::array<std::byte, sizeof(Header)> bytes;
    UniqueFd descriptor;
    ASSERT_TRUE(receive_exactly(device.client.get(), bytes, &descriptor)) << sequence;
    const Header header = decode_header(bytes);
    EXPECT_EQ(header.sequence, sequence);
    EXPECT_EQ(descriptor.is_open(), header.opcode == static_cast<std::uint16_t>(Opcode::hello))
        << "the memory of the greeting comes with its bytes";
    std::vector<std::byte> body(header.body_bytes);
    ASSERT_TRUE(receive_exactly(device.client.get(), body));
  }
}

TEST(DeviceProcess, AnswersWhatCameBeforeARequestThatBreaksTheProtocol) {
  RunningDevice device;
  device.greet();
  constexpr auto kUnknown = static_cast<Opcode>(9999);
  send_together(device, {Opcode::memory_info, kUnknown});
  EXPECT_TRUE(device.receive().has_value());
  EXPECT_FALSE(device.receive().has_value()) << "the connection is closed";
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

TEST(DeviceProcess, TellsWhatItCanTellAndBeTold) {
  RunningDevice device;
  const auto started = device.next_event();
  const auto& capabilities = std::get<Started>(started.value()).device.capabilities;
  ASSERT_TRUE(capabilities.has_value());
  EXPECT_TRUE(capabilities->counts_lines);
  EXPECT_TRUE(capabilities->can_stop);
  EXPECT_FALSE(capabilities->can_step);
  EXPECT_TRUE(capabilities->checks.empty()) << "none was asked for";
  const auto leaves_out = [&](std::string_view metric) {
    return std::ranges::find(capabilities->left_out_counters, metric) !=
           capabilities->left_out_counters.end();
  };
  EXPECT_TRUE(leaves_out("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"));
  EXPECT_TRUE(leaves_out("smsp__inst_executed.sum")) << "of machine code";
  EXPECT_FALSE(leaves_out("warpscope__ptx_inst_executed.sum"));
}

/// A kernel that never ends is told to stop; the program and the device go on.
void expect_stopped(std::uint32_t worker_threads) {
  RunningDevice device(0, worker_threads);
  device.greet();
  const std::uint32_t module = device.load_test_module();
  device.next_event();  // started
  device.launch_spin(module);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  device.tell(Stop{7});
  device.begin_case(8, 3);  // waits for the launch's end
  const auto body = device.receive();
  ASSERT_TRUE(body.has_value());
  BodyReader reader(*body);
  EXPECT_EQ(get<Status>(reader).code, cuda_error::launch_timeout);
  const auto launch = device.next_event();
  ASSERT_TRUE(launch && std::holds_alternative<LaunchEnded>(*launch));
  EXPECT_EQ(std::get<LaunchEnded>(*launch).launch.is_stopped, true);
  EXPECT_FALSE(std::get<LaunchEnded>(*launch).launch.case_index.has_value());
  EXPECT_EQ(std::get<Diagnosed>(device.next_event().value()).finding.id, "canceled");
  EXPECT_EQ(std::get<Acknowledged>(device.next_event().value()).command_id, 7U);
  EXPECT_EQ(std::get<Acknowledged>(device.next_event().value()).command_id, 8U);
  device.send(Opcode::memory_info);
  EXPECT_TRUE(device.receive().has_value()) << "the device is still there";
  device.client.reset();
  EXPECT_TRUE(ended_orderly(device.remaining_events()));
}

TEST(DeviceProcess, ALaunchThatNeverEndsIsStopped) { expect_stopped(1); }
TEST(DeviceProcess, ALaunchOfSeveralWorkersIsStopped) { expect_stopped(3); }

/// Until something can be read; in seconds.
bool is_readable(const UniqueFd& socket, double time_s) {
  pollfd entry{socket.get(), POLLIN, 0};
  return poll(&entry, 1, static_cast<int>(1000 * time_s)) == 1;
}

// The program must not write on before the line that shows progress is gone.
TEST(DeviceProcess, TellsOfALongLaunchAndWaitsUntilItsEndIsNoticed) {
  RunningDevice device(0, 1, true);
  device.greet();
  const std::uint32_t module = device.load_test_module();
  device.next_event();  // started
  device.launch_spin(module);
  const auto event = device.next_event();
  ASSERT_TRUE(event && std::holds_alternative<LaunchProgressed>(*event));
  const auto& progress = std::get<LaunchProgressed>(*event);
  EXPECT_EQ(progress.kernel, "spin");
  EXPECT_EQ(progress.blocks, 1U);
  EXPECT_EQ(progress.finished_blocks, 0U);
  EXPECT_GT(progress.instructions, 0U);
  EXPECT_GE(progress.running_s, 1);
  device.tell(Stop{7});
  std::optional<Event> next;
  do {
    next = device.next_event();
    ASSERT_TRUE(next);
  } while (std::holds_alternative<LaunchProgressed>(*next));
  ASSERT_TRUE(std::holds_alternative<LaunchEnded>(*next));
  EXPECT_FALSE(is_readable(device.client, 0.3)) << "the program has its answer";
  device.tell(Noticed{});
  EXPECT_TRUE(is_readable(device.client, 0.5)) << "the program has no answer yet";
}

TEST(DeviceProcess, DoesNotWaitForeverForANotice) {
  RunningDevice device(0, 1, true);
  device.greet();
  device.launch_spin(device.load_test_module());
  device.next_event();  // started
  device.next_event();  // progressed
  device.tell(Stop{7});
  EXPECT_TRUE(device.receive().has_value());
}

TEST(DeviceProcess, NothingHappensWhereNoLaunchIsToBeStopped) {
  RunningDevice device(1000);
  device.greet();
  const std::uint32_t module = device.load_test_module();
  device.next_event();  // started
  device.tell(Stop{5});
  EXPECT_EQ(std::get<Acknowledged>(device.next_event().value()).command_id, 5U);
  device.launch_spin(module);
  ASSERT_TRUE(device.receive().has_value());
  const auto launch = device.next_event();
  ASSERT_TRUE(launch && std::holds_alternative<LaunchEnded>(*launch));
  EXPECT_EQ(std::get<LaunchEnded>(*launch).launch.is_stopped, true) << "its budget ended it";
  EXPECT_EQ(std::get<LaunchEnded>(*launch).launch.finished_blocks, 0U);
  EXPECT_EQ(std::get<Diagnosed>(device.next_event().value()).finding.id, "instruction-budget");
}

TEST(DeviceProcess, NonsenseEndsALaunchThatNeverEnds) {
  RunningDevice device;
  device.greet();
  device.launch_spin(device.load_test_module());
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const std::string nonsense = "halt!\n";
  send_all(device.control.get(), std::as_bytes(std::span(nonsense)));
  EXPECT_FALSE(ended_orderly(device.remaining_events()));
}

TEST(DeviceProcess, OptionsComeOnce) {
  RunningDevice device;
  Options options;
  options.profile_path = WARPSCOPE_SOURCE_DIR "/arch/profiles/mini.toml";
  device.tell(Start{options});
  EXPECT_FALSE(ended_orderly(device.remaining_events()));
}

}  // namespace
}  // namespace warpscope::device
