// The comparison operators of set and setp, PTX ISA manual section 9.7.6.
#pragma once

#include <type_traits>

namespace warpscope::exec::compare {

struct Eq {
  template <typename T>
  static bool apply(T a, T b) {
    return a == b;
  }
};
struct Ne {  // false with a NaN, for floats
  template <typename T>
  static bool apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return a < b || a > b;
    return a != b;
  }
};
struct Lt {
  template <typename T>
  static bool apply(T a, T b) {
    return a < b;
  }
};
struct Le {
  template <typename T>
  static bool apply(T a, T b) {
    return a <= b;
  }
};
struct Gt {
  template <typename T>
  static bool apply(T a, T b) {
    return a > b;
  }
};
struct Ge {
  template <typename T>
  static bool apply(T a, T b) {
    return a >= b;
  }
};
// Unordered forms: true with a NaN.
struct Equ {
  template <typename T>
  static bool apply(T a, T b) {
    return !(a < b || a > b);
  }
};
struct Neu {
  template <typename T>
  static bool apply(T a, T b) {
    return a != b;
  }
};
struct Ltu {
  template <typename T>
  static bool apply(T a, T b) {
    return !(a >= b);
  }
};
struct Leu {
  template <typename T>
  static bool apply(T a, T b) {
    return !(a > b);
  }
};
struct Gtu {
  template <typename T>
  static bool apply(T a, T b) {
    return !(a <= b);
  }
};
struct Geu {
  template <typename T>
  static bool apply(T a, T b) {
    return !(a < b);
  }
};
struct Num {
  template <typename T>
  static bool apply(T a, T b) {
    return a == a && b == b;
  }
};
struct Nan {
  template <typename T>
  static bool apply(T a, T b) {
    return a != a || b != b;
  }
};

}  // namespace warpscope::exec::compare
