// The messages between a program's runtime library (the client) and the device process.
//
// The client sends requests, the device answers each with one reply of the same opcode and sequence
// number. A message is a Header and a body of at most kMaxBodyBytes (body.h); what each opcode's
// body holds stands in exchanges.h. While a request is handled the device may ask for one thing:
// bytes that it borrows of the program (bring_memory), with the address as its body and as that of
// the client's answer. Bulk data travels in the staging memory that comes with the
// reply to `hello`. Neither side trusts a length of the other. A process has several devices when
// it is told so; a message says which one is meant. Streams, events, textures and addresses are
// numbered over all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vgpu/protocol/opcode.h"

namespace warpscope::device {

inline constexpr std::uint32_t kMagic = 0x4353'5057;  ///< "WPSC" in memory
inline constexpr std::uint8_t kProtocolVersion = 1;
/// Devices of one process.
inline constexpr std::uint32_t kMostDevices = 8;
inline constexpr std::uint32_t kMaxBodyBytes = 1U << 20;

struct Header {
  std::uint32_t magic = kMagic;
  std::uint8_t version = kProtocolVersion;
  std::uint8_t device = 0;
  std::uint16_t opcode = 0;
  std::uint32_t sequence = 0;
  std::uint32_t body_bytes = 0;
};
static_assert(sizeof(Header) == 16);

struct Message {
  Opcode opcode = Opcode::hello;
  std::uint32_t sequence = 0;
  std::vector<std::byte> body;
  std::uint8_t device = 0;
};

/// Header and body as they go over the socket. ProtocolError when the body is too long.
std::vector<std::byte> encode(const Message& message);
/// Checks magic, version and size.
Header decode_header(std::span<const std::byte, sizeof(Header)> bytes);

/// Collects bytes as they arrive and cuts them into messages.
class MessageAssembler {
 public:
  void append(std::span<const std::byte> bytes);
  /// The next whole message, or nothing yet. ProtocolError for a header that breaks the rules.
  std::optional<Message> next();
  /// True when no part of a message is left over.
  bool is_empty() const { return buffer_.size() == consumed_; }

 private:
  std::vector<std::byte> buffer_;
  std::size_t consumed_ = 0;
};

}  // namespace warpscope::device
