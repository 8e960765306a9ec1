#include "vgpu/protocol/protocol.h"

#include <bit>

namespace warpscope::device {

static_assert(std::endian::native == std::endian::little, "the wire format is little endian");

void BodyWriter::append(std::span<const std::byte> bytes) {
  body_.insert(body_.end(), bytes.begin(), bytes.end());
}

void BodyWriter::put_bytes(std::span<const std::byte> bytes) {
  put(static_cast<std::uint32_t>(bytes.size()));
  append(bytes);
}

void BodyWriter::put_string(std::string_view text) {
  put_bytes(std::as_bytes(std::span(text.data(), text.size())));
}

std::span<const std::byte> BodyReader::take(std::size_t count) {
  if (count > rest_.size()) {
    throw ProtocolError(
        "A message ends in the middle of a field: the sender is broken or hostile.");
  }
  const std::span<const std::byte> bytes = rest_.first(count);
  rest_ = rest_.subspan(count);
  return bytes;
}

std::span<const std::byte> BodyReader::get_bytes(std::uint32_t limit) {
  const auto count = get<std::uint32_t>();
  if (count > limit) {
    throw ProtocolError("A message holds a field of " + std::to_string(count) + " bytes; at most " +
                        std::to_string(limit) + " are allowed.");
  }
  return take(count);
}

std::string BodyReader::get_string(std::uint32_t limit) {
  const std::span<const std::byte> bytes = get_bytes(limit);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void BodyReader::expect_end() const {
  if (!rest_.empty()) {
    throw ProtocolError("A message has " + std::to_string(rest_.size()) +
                        " bytes more than its fields need.");
  }
}

void put_status(BodyWriter& writer, const Status& status) {
  writer.put(status.code);
  writer.put_string(std::string_view(status.message).substr(0, kMaxNameBytes));
}

Status get_status(BodyReader& reader) {
  Status status;
  status.code = reader.get<std::int32_t>();
  status.message = reader.get_string();
  return status;
}

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
