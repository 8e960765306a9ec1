// Parameters that are either numbers known to the compiler or numbers known when the kernel runs.
#pragma once

#include <concepts>
#include <type_traits>

#include "kernels/dma/language.cuh"

namespace warpscope::dma {

/// A parameter that the compiler knows: `dma::fixed<4096>` where a number may stand, so that what
/// follows from it is folded. (Members of such types have no [[no_unique_address]]: where a class
/// has two of the same type, nvcc 13.0 then runs out of memory.)
template <auto kValue>
inline constexpr std::integral_constant<decltype(kValue), kValue> fixed{};

/// A type with its value in it: std::integral_constant or cuda::std::integral_constant.
template <typename T>
concept FixedValue = requires {
  { T::value } -> std::convertible_to<long long>;
  requires std::integral<std::remove_cvref_t<decltype(T::value)>>;
};

/// What every size, count and stride of this library may be: an integer of any width or a fixed
/// value.
template <typename T>
concept Value = std::integral<T> || FixedValue<T>;

/// The number of a parameter.
template <Value T>
__host__ __device__ constexpr auto number(const T& value) {
  if constexpr (FixedValue<T>) {
    return T::value;
  } else {
    return value;
  }
}

/// Whether a parameter, if the compiler knows it, is a multiple of `factor`. True for others.
template <Value T>
consteval bool may_be_multiple_of(long long factor) {
  if constexpr (FixedValue<T>) {
    return static_cast<long long>(T::value) % factor == 0;
  } else {
    return true;
  }
}

/// A promise about every address and size of a transfer, in bytes. With `aligned<16>` the engines
/// need no code for heads, tails and narrow copies. A false promise is a misaligned access.
template <int kBytes>
struct Aligned {
  static_assert(kBytes == 4 || kBytes == 8 || kBytes == 16,
                "Promise aligned<4>, aligned<8> or aligned<16>, or no alignment at all: then the "
                "engine looks at the pointers.");
  static constexpr int kAlignment = kBytes;
};
template <int kBytes>
inline constexpr Aligned<kBytes> aligned{};

/// No promise: the pointers may have any phase and the sizes any number of bytes.
struct AnyAlignment {
  static constexpr int kAlignment = 0;
};

/// Aligned<n> or AnyAlignment.
template <typename T>
concept AlignmentPromise = requires {
  { T::kAlignment } -> std::convertible_to<int>;
};

/// Whether a parameter, if the compiler knows it, keeps a promise of alignment.
template <Value T, AlignmentPromise Alignment>
consteval bool may_keep() {
  return Alignment::kAlignment == 0 || may_be_multiple_of<T>(Alignment::kAlignment);
}

}  // namespace warpscope::dma
