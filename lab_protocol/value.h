// Typed arrays that travel between the judge (trusted) and a lab's driver (not trusted).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <vector>

namespace warpscope::lab_protocol {

enum class ElementType : std::uint8_t {
  u8 = 1,
  i32 = 2,
  u32 = 3,
  i64 = 4,
  u64 = 5,
  f32 = 6,
  f64 = 7
};
std::size_t size_bytes(ElementType type);

struct ArrayShape {
  ElementType type = ElementType::f32;
  std::uint64_t count = 0;
};

template <typename T>
struct ElementTypeOf;
template <>
struct ElementTypeOf<std::uint8_t> {
  static constexpr ElementType value = ElementType::u8;
};
template <>
struct ElementTypeOf<std::int32_t> {
  static constexpr ElementType value = ElementType::i32;
};
template <>
struct ElementTypeOf<std::uint32_t> {
  static constexpr ElementType value = ElementType::u32;
};
template <>
struct ElementTypeOf<std::int64_t> {
  static constexpr ElementType value = ElementType::i64;
};
template <>
struct ElementTypeOf<std::uint64_t> {
  static constexpr ElementType value = ElementType::u64;
};
template <>
struct ElementTypeOf<float> {
  static constexpr ElementType value = ElementType::f32;
};
template <>
struct ElementTypeOf<double> {
  static constexpr ElementType value = ElementType::f64;
};

/// A flat array of one element type.
class Array {
 public:
  Array() = default;
  Array(ElementType type, std::vector<std::byte> bytes) : type_(type), bytes_(std::move(bytes)) {}
  template <typename T>
  static Array of(std::span<const T> values) {
    std::vector<std::byte> bytes(values.size_bytes());
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return Array(ElementTypeOf<T>::value, std::move(bytes));
  }
  ElementType type() const { return type_; }
  std::uint64_t count() const { return bytes_.size() / size_bytes(type_); }
  std::span<const std::byte> bytes() const { return bytes_; }
  /// Throws std::invalid_argument when T is not the element type.
  template <typename T>
  std::vector<T> as() const {
    if (ElementTypeOf<T>::value != type_)
      throw std::invalid_argument("array has another element type");
    std::vector<T> values(count());
    if (!values.empty()) std::memcpy(values.data(), bytes_.data(), bytes_.size());
    return values;
  }

 private:
  ElementType type_ = ElementType::f32;
  std::vector<std::byte> bytes_;
};

}  // namespace warpscope::lab_protocol
