// The bytes of a message behind its header: fields in order, little endian, without padding; a
// string or byte array is a u32 length and its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace warpscope::device {

/// Puts fields into a body.
class BodyWriter {
 public:
  template <typename T>
  requires(std::is_arithmetic_v<T>) void put(T value) {
    append(std::as_bytes(std::span(&value, 1)));
  }
  void put_bytes(std::span<const std::byte> bytes);
  void put_string(std::string_view text);
  std::vector<std::byte> take() { return std::move(body_); }

 private:
  void append(std::span<const std::byte> bytes);

  std::vector<std::byte> body_;
};

/// Takes fields out of a body; ProtocolError when the body is too short or a length is above its
/// limit.
class BodyReader {
 public:
  explicit BodyReader(std::span<const std::byte> body) : rest_(body) {}
  template <typename T>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) T get() {
    const std::span<const std::byte> bytes = take(sizeof(T));
    T value{};
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  bool get_flag() { return get<std::uint8_t>() != 0; }
  std::span<const std::byte> get_bytes(std::uint32_t limit);
  std::string get_string(std::uint32_t limit);
  /// ProtocolError when bytes are left.
  void expect_end() const;
  /// What has not been taken.
  std::span<const std::byte> rest() const { return rest_; }

 private:
  std::span<const std::byte> take(std::size_t count);
  std::span<const std::byte> rest_;
};

}  // namespace warpscope::device
