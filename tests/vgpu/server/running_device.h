// A device process's loop in a thread of the test, with both sockets in the test's hand.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/pipes.h"
#include "device/commands.h"
#include "device/events.h"
#include "tests/vgpu/server/test_ptx.h"
#include "vgpu/protocol/message.h"
#include "vgpu/protocol/requests.h"
#include "vgpu/protocol/socket_io.h"
#include "vgpu/protocol/staging.h"
#include "vgpu/server/device_process.h"

namespace warpscope::device {

class RunningDevice {
 public:
  explicit RunningDevice(std::uint64_t instruction_budget = 0, std::uint32_t worker_threads = 1,
                         bool tells_progress = false) {
    auto client_ends = make_socket_pair();
    auto control_ends = make_socket_pair();
    client = std::move(client_ends.ours);
    control = std::move(control_ends.ours);
    Connections connections;
    connections.client = std::move(client_ends.theirs);
    connections.control = std::move(control_ends.theirs);
    Options options;
    options.profile_path = WARPSCOPE_SOURCE_DIR "/arch/profiles/mini.toml";
    options.instruction_budget = instruction_budget;
    options.worker_threads = worker_threads;
    options.tells_progress = tells_progress;
    tell(Start{options});
    thread_ = std::jthread(
        [connections = std::move(connections)]() mutable { serve(std::move(connections)); });
  }

  /// Hangs up on both sockets, so that the device ends and its thread can be joined.
  ~RunningDevice() {
    client.reset();
    control.reset();
  }
  RunningDevice(const RunningDevice&) = delete;
  RunningDevice& operator=(const RunningDevice&) = delete;

  void send(Opcode opcode, std::vector<std::byte> body = {}) {
    send_all(client.get(), encode({opcode, ++sequence_, std::move(body)}));
  }

  /// The reply's body, status first; nothing when the device has hung up.
  std::optional<std::vector<std::byte>> receive(UniqueFd* passed_fd = nullptr) {
    std::array<std::byte, sizeof(Header)> header_bytes;
    if (!receive_exactly(client.get(), header_bytes, passed_fd)) return std::nullopt;
    std::vector<std::byte> body(decode_header(header_bytes).body_bytes);
    if (!receive_exactly(client.get(), body)) return std::nullopt;
    return body;
  }

  void greet() {
    send(Opcode::hello);
    UniqueFd staging_fd;
    const auto body = receive(&staging_fd);
    ASSERT_TRUE(body.has_value());
    BodyReader reader(*body);
    get<Status>(reader);
    staging = SharedMapping(staging_fd.get(), get<DeviceDescription>(reader).staging_bytes);
  }

  /// Uploads the test's PTX; the module's number.
  std::uint32_t load_test_module() {
    std::memcpy(staging.bytes().data(), kTestPtx.data(), kTestPtx.size());
    send(Opcode::upload, body_of(ByteCount{kTestPtx.size()}));
    receive();
    send(Opcode::load_module, body_of(LoadRequest{}));
    const auto body = receive().value();
    BodyReader reader(body);
    get<Status>(reader);
    return get<ModuleNumber>(reader).module;
  }

  void launch_spin(std::uint32_t module) {
    LaunchRequest request;
    request.module = module;
    request.kernel = "spin";
    request.grid = request.block = {1, 1, 1};
    send(Opcode::launch, body_of(request));
  }

  /// The next event; nothing at the end.
  std::optional<Event> next_event() {
    std::string line;
    std::array<std::byte, 1> one;
    while (receive_exactly(control.get(), one)) {
      if (one[0] == std::byte{'\n'}) return event_from_json(line);
      line += static_cast<char>(one[0]);
    }
    return std::nullopt;
  }

  /// All events that are left; waits for the device to end.
  std::vector<Event> remaining_events() {
    std::vector<Event> events;
    while (auto event = next_event()) events.push_back(std::move(*event));
    return events;
  }

  void begin_case(std::uint64_t command_id, std::uint32_t case_index) {
    tell(BeginCase{command_id, case_index});
  }
  void tell(const Command& command) {
    const std::string line = to_json_line(command) + "\n";
    send_all(control.get(), std::as_bytes(std::span(line)));
  }

  UniqueFd client, control;
  SharedMapping staging;

 private:
  std::uint32_t sequence_ = 0;
  std::jthread thread_;
};

/// The last event, which must be Finished.
inline bool ended_orderly(const std::vector<Event>& events) {
  if (events.empty() || !std::holds_alternative<Finished>(events.back())) {
    ADD_FAILURE() << "the device did not say that it finished";
    return false;
  }
  return std::get<Finished>(events.back()).is_orderly;
}

}  // namespace warpscope::device
