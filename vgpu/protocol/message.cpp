#include "vgpu/protocol/message.h"

#include <cstring>
#include <string>

#include "vgpu/protocol/protocol_error.h"

namespace warpscope::device {

std::vector<std::byte> encode(const Message& message) {
  if (message.body.size() > kMaxBodyBytes) {
    throw ProtocolError("A message of " + std::to_string(message.body.size()) +
                        " bytes is longer than the protocol allows.");
  }
  Header header;
  header.device = message.device;
  header.opcode = static_cast<std::uint16_t>(message.opcode);
  header.sequence = message.sequence;
  header.body_bytes = static_cast<std::uint32_t>(message.body.size());
  std::vector<std::byte> bytes(sizeof header + message.body.size());
  std::memcpy(bytes.data(), &header, sizeof header);
  if (!message.body.empty()) {
    std::memcpy(bytes.data() + sizeof header, message.body.data(), message.body.size());
  }
  return bytes;
}

Header decode_header(std::span<const std::byte, sizeof(Header)> bytes) {
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagic) {
    throw ProtocolError("What arrived is no message of the Warpscope protocol.");
  }
  if (header.version != kProtocolVersion) {
    throw ProtocolError("The program's runtime library speaks protocol version " +
                        std::to_string(header.version) + " and the device version " +
                        std::to_string(kProtocolVersion) + ": use both from one build.");
  }
  if (header.body_bytes > kMaxBodyBytes) {
    throw ProtocolError("A message announces " + std::to_string(header.body_bytes) +
                        " bytes, more than the protocol allows.");
  }
  return header;
}

void MessageAssembler::append(std::span<const std::byte> bytes) {
  if (consumed_ > 0) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(consumed_));
    consumed_ = 0;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

std::optional<Message> MessageAssembler::next() {
  const std::span<const std::byte> rest = std::span(buffer_).subspan(consumed_);
  if (rest.size() < sizeof(Header)) return std::nullopt;
  const Header header = decode_header(rest.first<sizeof(Header)>());
  if (rest.size() < sizeof header + header.body_bytes) return std::nullopt;
  Message message;
  message.device = header.device;
  message.opcode = static_cast<Opcode>(header.opcode);
  message.sequence = header.sequence;
  const auto body = rest.subspan(sizeof header, header.body_bytes);
  message.body.assign(body.begin(), body.end());
  consumed_ += sizeof header + header.body_bytes;
  return message;
}

}  // namespace warpscope::device
