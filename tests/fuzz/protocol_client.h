// The client of the protocol fuzzer: what it knows, and how it draws the fields of a request.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/byte_source.h"
#include "vgpu/protocol/requests.h"
#include "vgpu/server/session.h"

namespace warpscope::fuzz {

class Client {
 public:
  explicit Client(std::span<const std::byte> bytes);

  /// Does what the bytes say. device::ProtocolError when the connection would end.
  void run();

 private:
  /// Sends a request as bytes, through an assembler that gets them in two parts. The payload of the
  /// reply; empty after an error.
  std::vector<std::byte> ask(device::Opcode opcode, std::vector<std::byte> body);
  /// Forgets all handles but those of streams, some of which stay valid.
  void greet();
  void load(std::string_view text);

  /// Remembers the first number of a reply.
  template <typename T>
  static void keep(std::vector<std::uint64_t>& handles, const std::vector<std::byte>& payload) {
    if (payload.size() >= sizeof(T)) handles.push_back(device::BodyReader(payload).get<T>());
  }

  std::uint64_t one_of(const std::vector<std::uint64_t>& handles);
  std::uint32_t module();
  std::uint32_t stream() { return static_cast<std::uint32_t>(one_of(streams_)); }
  std::uint32_t event() { return static_cast<std::uint32_t>(one_of(events_)); }
  std::uint32_t number32() { return static_cast<std::uint32_t>(source_.take_number()); }
  std::uint8_t flag() { return source_.take<std::uint8_t>() % 2; }
  std::uint64_t address();
  std::string name();
  device::Box box();
  device::ImageRequest image();

  // What one action does: protocol.cpp.
  void act();
  void act_on_handles(unsigned action);
  void act_on_devices(unsigned action);
  void copy(device::Opcode direction);
  void launch();
  void send_noise();
  void send_raw();

  ByteSource source_;
  bool uses_both_ = false;
  bool loads_late_ =
      false;  ///< only when a request names a module: most of an input's time is that
  std::optional<std::uint8_t> device_;  ///< that the requests name, when an action chose it
  std::uint64_t questions_ = 0;
  device::Session session_;
  device::MessageAssembler assembler_;
  device::SharedMapping staging_;
  std::uint32_t sequence_ = 0;
  std::vector<std::uint64_t> modules_, addresses_, reserved_, events_, textures_, shared_;
  std::vector<std::uint64_t> streams_{0};
};

}  // namespace warpscope::fuzz
