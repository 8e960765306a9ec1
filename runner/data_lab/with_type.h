// From an element type that is data to one of the language.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "lab_protocol/value.h"

namespace warpscope::runner {

/// Calls `function` with a value of the type, which only says the type.
template <typename Function>
decltype(auto) with_type(lab_protocol::ElementType type, Function&& function) {
  using lab_protocol::ElementType;
  switch (type) {
    case ElementType::u8:
      return function(std::uint8_t{});
    case ElementType::i32:
      return function(std::int32_t{});
    case ElementType::u32:
      return function(std::uint32_t{});
    case ElementType::i64:
      return function(std::int64_t{});
    case ElementType::u64:
      return function(std::uint64_t{});
    case ElementType::f32:
      return function(float{});
    case ElementType::f64:
      return function(double{});
  }
  throw std::invalid_argument("unknown element type");
}

}  // namespace warpscope::runner
