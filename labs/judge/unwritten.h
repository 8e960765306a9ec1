// Elements that nobody wrote (lab_protocol/unwritten.h).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "lab_protocol/unwritten.h"
#include "labs/judge/error_pattern.h"

namespace warpscope::labs {

/// A written element may look the same: 0xFFFFFFFF is a number, too. `fill`: of each byte before.
template <typename T>
bool looks_unwritten(T value, unsigned char fill = lab_protocol::kUnwritten) {
  const auto bytes = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  return std::ranges::all_of(bytes, [&](std::byte byte) { return byte == std::byte{fill}; });
}

/// What became of each element of an output, compared with the answer. Both have the same size.
template <typename T>
std::vector<Element> elements_of(const std::vector<T>& given, const std::vector<T>& answer) {
  std::vector<Element> elements(given.size());
  std::ranges::transform(given, answer, elements.begin(), [](T value, T right) {
    if (value == right) return Element::right;
    return looks_unwritten(value) ? Element::untouched : Element::wrong;
  });
  return elements;
}

}  // namespace warpscope::labs
