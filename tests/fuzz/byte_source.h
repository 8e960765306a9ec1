// Turns the bytes of a fuzzer into choices.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>

namespace warpscope::fuzz {

/// Takes values off the front; zeros when the bytes are used up.
class ByteSource {
 public:
  explicit ByteSource(std::span<const std::byte> bytes) : rest_(bytes) {}

  bool is_empty() const { return rest_.empty(); }

  template <typename T>
  T take() {
    T value{};
    const std::size_t count = std::min(sizeof value, rest_.size());
    std::memcpy(&value, rest_.data(), count);
    rest_ = rest_.subspan(count);
    return value;
  }

  /// At most `count` bytes.
  std::span<const std::byte> take_bytes(std::size_t count) {
    const auto taken = rest_.first(std::min(count, rest_.size()));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }

  /// A number of which most are small or at the edge of a type; one byte or nine.
  std::uint64_t take_number();

 private:
  std::span<const std::byte> rest_;
};

}  // namespace warpscope::fuzz
