// A session in this process, spoken to as a program would.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/vgpu/server/test_ptx.h"
#include "vgpu/protocol/cuda_error.h"
#include "vgpu/protocol/requests.h"
#include "vgpu/server/session.h"

namespace warpscope::device {

struct Answer {
  Status status;
  std::vector<std::byte> payload;
  template <typename T>
  T value() const {
    return BodyReader(payload).get<T>();
  }
};

class SessionTest : public testing::Test {
 protected:
  static constexpr std::uint64_t kMostCheckedThreads = 64, kMostCheckedAccesses = 4;

  explicit SessionTest(std::uint32_t devices = 1, bool checks = false, bool follows_data = false,
                       bool uses_clock = false)
      : session_(options(devices, checks, follows_data, uses_clock)) {
    hello();
  }

  DeviceOptions options(std::uint32_t devices, bool checks = false, bool follows_data = false,
                        bool uses_clock = false) {
    DeviceOptions options;
    options.profile = arch::load_profile(WARPSCOPE_SOURCE_DIR "/arch/profiles/mini.toml");
    options.device_count = devices;
    options.instruction_budget = 100000;
    options.checks = checks;
    options.follows_data = options.watches_host = follows_data;
    options.uses_clock = uses_clock;
    options.most_checked_threads = kMostCheckedThreads;
    options.most_checked_accesses = kMostCheckedAccesses;
    options.log = [this](const Event& event) { events.push_back(event); };
    options.bring_memory = [this](std::uint64_t address) { brought.push_back(address); };
    return options;
  }

  void hello() {
    const Reply reply = session_.handle({Opcode::hello, 1, {}});
    BodyReader reader(reply.message.body);
    EXPECT_EQ(get<Status>(reader).code, cuda_error::success);
    description = get<DeviceDescription>(reader);
    staging = SharedMapping(reply.passed_fd, description.staging_bytes);
  }

  template <typename... Fields>
  Answer ask(Opcode opcode, Fields... fields) {
    BodyWriter body;
    (put_field(body, fields), ...);
    const Reply reply = session_.handle({opcode, 2, body.take(), asked_device});
    EXPECT_EQ(reply.message.opcode, opcode);
    EXPECT_EQ(reply.message.sequence, 2U);
    BodyReader reader(reply.message.body);
    Answer answer;
    answer.status = get<Status>(reader);
    answer.payload.assign(reader.rest().begin(), reader.rest().end());
    return answer;
  }

  std::uint64_t allocate(std::uint64_t bytes) {
    return ask(Opcode::allocate, bytes).value<std::uint64_t>();
  }

  std::uint32_t load_module(const std::string& text) {
    std::memcpy(staging.bytes().data(), text.data(), text.size());
    EXPECT_EQ(ask(Opcode::upload, std::uint64_t{text.size()}).status.code, cuda_error::success);
    return ask(Opcode::load_module, 0U).value<std::uint32_t>();
  }

  Answer copy(Opcode direction, std::uint64_t address, std::uint64_t bytes) {
    CopyRequest request;
    request.box = Box::linear(address, bytes);
    request.bytes = bytes;
    request.total_bytes = bytes;
    return ask(direction, request);
  }

  /// Launches `mark` over `threads` threads of one block.
  LaunchRequest mark(std::uint32_t module, std::uint64_t target, std::uint32_t value,
                     std::uint32_t threads) {
    LaunchRequest request;
    request.module = module;
    request.kernel = "mark";
    request.grid = {1, 1, 1};
    request.block = {threads, 1, 1};
    request.parameters.resize(12);
    std::memcpy(request.parameters.data(), &target, sizeof target);
    std::memcpy(request.parameters.data() + sizeof target, &value, sizeof value);
    return request;
  }

  template <typename T>
  std::vector<T> events_of() const {
    std::vector<T> found;
    for (const Event& event : events) {
      if (const T* match = std::get_if<T>(&event)) found.push_back(*match);
    }
    return found;
  }

  std::uint8_t asked_device = 0;
  std::vector<Event> events;
  std::vector<std::uint64_t> brought;  ///< addresses of borrowed memory that was asked for
  Session session_;
  DeviceDescription description;
  SharedMapping staging;

 private:
  template <typename T>
  static void put_field(BodyWriter& body, const T& value) {
    FieldWriter(body).fields(value);
  }
};

}  // namespace warpscope::device
