// Programs that do what no runtime library does. The device must end in order or go on, and leak
// nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <random>

#include "tests/vgpu/server/running_device.h"

namespace warpscope::device {
namespace {

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator list("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(list), end(list)));
}

void send_raw(RunningDevice& device, std::span<const std::byte> bytes) {
  try {
    send_all(device.client.get(), bytes);
  } catch (const std::system_error&) {
    // The device may have hung up after the first bad bytes.
  }
}

template <typename Value>
std::span<const std::byte> raw(const Value& value) {
  return std::as_bytes(std::span(&value, 1));
}

TEST(HostileClient, RandomBytesEndTheConnectionWithAFinding) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    RunningDevice device;
    std::vector<std::byte> noise(500);
    std::generate(noise.begin(), noise.end(), [&] { return static_cast<std::byte>(random()); });
    send_raw(device, noise);
    const auto events = device.remaining_events();
    EXPECT_FALSE(ended_orderly(events));
    ASSERT_GE(events.size(), 2U);
    EXPECT_EQ(std::get<Diagnosed>(events[events.size() - 2]).finding.id, "broken-connection");
  }
}

TEST(HostileClient, HugeSizesAreRefusedUnread) {
  RunningDevice device;
  Header header;
  header.opcode = static_cast<std::uint16_t>(Opcode::allocate);
  header.body_bytes = std::numeric_limits<std::uint32_t>::max();
  send_raw(device, raw(header));
  EXPECT_FALSE(ended_orderly(device.remaining_events()));
}

TEST(HostileClient, RandomBodiesOfEveryRequestDoNoHarm) {
  std::mt19937 random(11);
  for (std::uint16_t opcode = 0; opcode < 30; ++opcode) {
    for (int round = 0; round < 8; ++round) {
      RunningDevice device(1000);
      device.greet();
      device.load_test_module();
      BodyWriter body;
      const auto count = random() % 120;
      for (std::size_t i = 0; i < count; ++i) {
        // Small numbers are more often valid handles, sizes and lengths.
        body.put(static_cast<std::uint8_t>(random() % 4 == 0 ? random() : random() % 3));
      }
      try {
        device.send(static_cast<Opcode>(opcode), body.take());
      } catch (const std::system_error&) {
        ADD_FAILURE() << "the device was gone before the request";
      }
      device.receive();
      device.client.reset();
      ended_orderly(device.remaining_events());
    }
  }
}

TEST(HostileClient, DyingInTheMiddleOfAMessageIsNotOrderly) {
  RunningDevice device;
  const std::vector<std::byte> whole = encode({Opcode::allocate, 1, std::vector<std::byte>(8)});
  send_raw(device, std::span(whole).first(whole.size() - 3));
  device.client.reset();
  EXPECT_FALSE(ended_orderly(device.remaining_events()));
}

TEST(HostileClient, DescriptorsThatAreSentAreDropped) {
  const std::size_t before = open_descriptors();
  {
    RunningDevice device;
    const UniqueFd memory = make_sealed_memory(4096);
    for (std::uint32_t i = 0; i < 50; ++i) {
      send_all(device.client.get(), encode({Opcode::hello, i, {}}), memory.get());
      UniqueFd staging_fd;
      ASSERT_TRUE(device.receive(&staging_fd).has_value());
    }
    EXPECT_LT(open_descriptors(), before + 10);
    device.client.reset();
    EXPECT_TRUE(ended_orderly(device.remaining_events()));
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(HostileClient, ManyRequestsWithoutReadingRepliesEndInOrder) {
  RunningDevice device;
  device.greet();
  for (int i = 0; i < 200; ++i) device.send(Opcode::memory_info);
  device.client.reset();
  const auto events = device.remaining_events();
  ended_orderly(events);
}

TEST(HostileClient, NothingIsLeftBehindByARunThatBreaksOff) {
  const std::size_t before = open_descriptors();
  for (int round = 0; round < 10; ++round) {
    RunningDevice device;
    device.greet();
    device.send(Opcode::allocate, body_of(ByteCount{1 << 20}));
    device.receive();
    device.client.reset();
    EXPECT_TRUE(ended_orderly(device.remaining_events()));
  }
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
}  // namespace warpscope::device
