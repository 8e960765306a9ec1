// Inputs of a case, out of a vector.
#pragma once

#include <span>
#include <vector>

#include "labs/judge/judge.h"

namespace warpscope::labs {

template <typename T>
judge::Array array_of(const std::vector<T>& values) {
  return judge::Array::of(std::span<const T>(values));
}

}  // namespace warpscope::labs
