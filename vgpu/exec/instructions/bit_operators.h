// Logic and shifts of one lane.
#pragma once

#include <cstdint>
#include <type_traits>

namespace warpscope::exec::bits {

struct And {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};

// Shift counts above the width act as the width.
struct Shl {
  template <typename T>
  static T apply(T a, std::uint32_t b) {
    return b >= 8 * sizeof(T) ? T{0} : static_cast<T>(a << b);
  }
};
struct Shr {
  template <typename T>
  static T apply(T a, std::uint32_t b) {
    constexpr std::uint32_t kLast = 8 * sizeof(T) - 1;
    if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> (b > kLast ? kLast : b));
    return b > kLast ? T{0} : static_cast<T>(a >> b);
  }
};

}  // namespace warpscope::exec::bits
