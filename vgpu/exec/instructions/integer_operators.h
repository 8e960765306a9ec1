// Integer arithmetic of one lane.
#pragma once

#include <cstdint>
#include <type_traits>

namespace warpscope::exec::integer {

template <typename T>
using Unsigned = std::make_unsigned_t<T>;

/// The type of a product of two T.
template <typename T>
struct WideOf;
template <>
struct WideOf<std::uint16_t> {
  using type = std::uint32_t;
};
template <>
struct WideOf<std::int16_t> {
  using type = std::int32_t;
};
template <>
struct WideOf<std::uint32_t> {
  using type = std::uint64_t;
};
template <>
struct WideOf<std::int32_t> {
  using type = std::int64_t;
};
__extension__ using U128 = unsigned __int128;
__extension__ using S128 = __int128;
template <>
struct WideOf<std::uint64_t> {
  using type = U128;
};
template <>
struct WideOf<std::int64_t> {
  using type = S128;
};

/// It wraps.
struct Add {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
  }
};
struct MulWide {
  template <typename T>
  static typename WideOf<T>::type apply(T a, T b) {
    using Wide = typename WideOf<T>::type;
    return static_cast<Wide>(a) * static_cast<Wide>(b);
  }
};

}  // namespace warpscope::exec::integer
