// How messages become bytes and bytes messages: each message has one list of its fields, in the
// order in which they travel,
//
//   void visit_fields(auto& v, PartOf<Symbol> auto& part) { v.fields(part.address, part.bytes); }
//
// and put() and get() walk along it.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "vgpu/protocol/body.h"
#include "vgpu/protocol/protocol_error.h"

namespace warpscope::device {

/// Names (kernels, symbols, calls) are no longer than this.
inline constexpr std::uint32_t kMaxNameBytes = 1U << 16;

/// T or const T.
template <typename Part, typename T>
concept PartOf = std::same_as<std::remove_const_t<Part>, T>;

/// Puts the fields that it visits into a body.
class FieldWriter {
 public:
  explicit FieldWriter(BodyWriter& body) : body_(body) {}

  /// Numbers, truth values, names, message parts, and arrays of these.
  void fields(const auto&... all) { (field(all), ...); }
  void text(const std::string& field, std::uint32_t) { body_.put_string(field); }
  void bytes(const std::vector<std::byte>& field, std::uint32_t) { body_.put_bytes(field); }
  /// A u32 count and the elements.
  template <typename T>
  void list(const std::vector<T>& elements) {
    field(static_cast<std::uint32_t>(elements.size()));
    for (const T& element : elements) field(element);
  }
  template <typename T>
  void list(const std::vector<T>& elements, std::uint32_t, const char*) {
    list(elements);
  }
  /// A condition that messages which arrive must meet.
  static void expect(bool, const char*) {}

 private:
  template <typename T>
  void field(const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      body_.put(value);
    } else if constexpr (std::same_as<T, std::string>) {
      body_.put_string(value);
    } else {
      visit_fields(*this, value);
    }
  }
  template <typename T, std::size_t n>
  void field(const std::array<T, n>& values) {
    for (const T& value : values) field(value);
  }

  BodyWriter& body_;
};

/// Takes the fields that it visits out of a body. ProtocolError when the body is too short, a
/// length is above its limit, or a condition is not met.
class FieldReader {
 public:
  explicit FieldReader(BodyReader& body) : body_(body) {}

  void fields(auto&... all) { (field(all), ...); }
  void text(std::string& field, std::uint32_t most_bytes) { field = body_.get_string(most_bytes); }
  void bytes(std::vector<std::byte>& field, std::uint32_t most_bytes) {
    const auto taken = body_.get_bytes(most_bytes);
    field.assign(taken.begin(), taken.end());
  }
  template <typename T>
  void list(std::vector<T>& elements) {
    take(elements, body_.get<std::uint32_t>());
  }
  /// With more elements than `most`, `problem` is the error.
  template <typename T>
  void list(std::vector<T>& elements, std::uint32_t most, const char* problem) {
    const auto count = body_.get<std::uint32_t>();
    expect(count <= most, problem);
    take(elements, count);
  }
  static void expect(bool is_met, const char* problem) {
    if (!is_met) throw ProtocolError(problem);
  }

 private:
  /// The count is the other side's word: nothing is set aside for elements before they are there.
  template <typename T>
  void take(std::vector<T>& elements, std::uint32_t count) {
    elements.clear();
    for (std::uint32_t i = 0; i < count; ++i) field(elements.emplace_back());
  }
  template <typename T>
  void field(T& value) {
    if constexpr (std::same_as<T, bool>) {
      value = body_.get_flag();
    } else if constexpr (std::is_arithmetic_v<T>) {
      value = body_.get<T>();
    } else if constexpr (std::same_as<T, std::string>) {
      value = body_.get_string(kMaxNameBytes);
    } else {
      visit_fields(*this, value);
    }
  }
  template <typename T, std::size_t n>
  void field(std::array<T, n>& values) {
    for (T& value : values) field(value);
  }

  BodyReader& body_;
};

template <typename Part>
void put(BodyWriter& body, const Part& part) {
  FieldWriter writer(body);
  visit_fields(writer, part);
}

/// ProtocolError as FieldReader has it. More bytes may follow.
template <typename Part>
Part get(BodyReader& body) {
  Part part;
  FieldReader reader(body);
  visit_fields(reader, part);
  return part;
}

/// The body of a message with these fields.
template <typename Part>
std::vector<std::byte> body_of(const Part& part) {
  BodyWriter body;
  put(body, part);
  return body.take();
}

}  // namespace warpscope::device
