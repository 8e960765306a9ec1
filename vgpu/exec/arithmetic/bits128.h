// A value of type .b128.
#pragma once

#include <cstdint>

namespace warpscope::exec {

struct Bits128 {
  std::uint64_t low = 0, high = 0;
  friend bool operator==(const Bits128&, const Bits128&) = default;
};

}  // namespace warpscope::exec
