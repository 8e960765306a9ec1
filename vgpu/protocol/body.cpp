#include "vgpu/protocol/body.h"

#include <bit>

#include "vgpu/protocol/protocol_error.h"

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

}  // namespace warpscope::device
