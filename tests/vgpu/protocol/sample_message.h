// Visitors of messages for tests: values to put into them, and what they hold.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "vgpu/protocol/requests.h"

namespace warpscope::device {

/// Gives each field a value that is neither its initial one nor its neighbour's.
class Filler {
 public:
  void fields(auto&... all) { (field(all), ...); }
  void text(std::string& field, std::uint32_t) { field = "text " + std::to_string(next()); }
  void bytes(std::vector<std::byte>& field, std::uint32_t) {
    field.resize(4);
    for (std::byte& byte : field) byte = static_cast<std::byte>(next());
  }
  template <typename T>
  void list(std::vector<T>& elements) {
    elements.resize(3);
    for (T& element : elements) field(element);
  }
  template <typename T>
  void list(std::vector<T>& elements, std::uint32_t, const char*) {
    list(elements);
  }
  static void expect(bool, const char*) {}

 private:
  /// Small, so that numbers of devices and the like are possible ones; no initial value is as high.
  unsigned next() { return 2 + count_++ % 6; }
  template <typename T>
  void field(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      value = true;
    } else if constexpr (std::is_arithmetic_v<T>) {
      value = static_cast<T>(next());
    } else if constexpr (std::is_same_v<T, std::string>) {
      value = "name " + std::to_string(next());
    } else {
      visit_fields(*this, value);
    }
  }
  template <typename T, std::size_t n>
  void field(std::array<T, n>& values) {
    for (T& value : values) field(value);
  }

  unsigned count_ = 0;
};

template <typename Part>
Part sample() {
  Part part;
  Filler filler;
  visit_fields(filler, part);
  if constexpr (std::is_same_v<Part, KernelDescription>) part.parameter_bytes = 100;
  return part;
}

/// Writes down each value, and counts the members that the message itself has.
class Lister {
 public:
  std::vector<std::string> values;
  std::size_t members = 0;

  void fields(const auto&... all) {
    members += sizeof...(all);
    (field(all), ...);
  }
  void text(const std::string& text, std::uint32_t) { fields(text); }
  void bytes(const std::vector<std::byte>& bytes, std::uint32_t) {
    ++members;
    for (const std::byte byte : bytes) field(std::to_integer<unsigned>(byte));
  }
  template <typename T>
  void list(const std::vector<T>& elements) {
    ++members;
    for (const T& element : elements) field(element);
  }
  template <typename T>
  void list(const std::vector<T>& elements, std::uint32_t, const char*) {
    list(elements);
  }
  static void expect(bool, const char*) {}

 private:
  template <typename T>
  void field(const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      values.push_back(std::to_string(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
      values.push_back(value);
    } else {
      Lister part;
      visit_fields(part, value);
      values.insert(values.end(), part.values.begin(), part.values.end());
    }
  }
  template <typename T, std::size_t n>
  void field(const std::array<T, n>& elements) {
    for (const T& element : elements) field(element);
  }
};

template <typename Part>
Lister listed(const Part& part) {
  Lister lister;
  visit_fields(lister, part);
  return lister;
}

}  // namespace warpscope::device
