// What the runtime says of the device, asked one by one.
#pragma once

#include <initializer_list>
#include <vector>

#include "labs/driver/check.h"

namespace warpscope::driver {

/// Throws CudaError.
inline int attribute(cudaDeviceAttr name) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, name, 0));
  return value;
}

/// In this order.
inline std::vector<int> attributes(std::initializer_list<cudaDeviceAttr> names) {
  std::vector<int> values;
  for (const auto name : names) values.push_back(attribute(name));
  return values;
}

}  // namespace warpscope::driver
