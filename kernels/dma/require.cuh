// What the library asks of numbers and pointers that only the running kernel knows.
#pragma once

#include <cstddef>

#include "kernels/dma/value.cuh"

/// What assert() calls on the device: prints, and stops the kernel with cudaErrorAssert. CUDA C++
/// Programming Guide, "Assertion". With NDEBUG no header of CUDA declares it.
extern "C" __device__ void __assertfail(const char* message, const char* file, unsigned line,
                                        const char* function, std::size_t char_bytes)
    __attribute__((noreturn));

namespace warpscope::dma {

/// Stops the kernel as a false assert() does unless `holds`: CUDA prints the sentence, and the
/// virtual GPU also the user's line. NDEBUG does not switch it off. Nothing is left of it where the
/// compiler knows that it holds.
__device__ inline void require(bool holds, const char* sentence) {
  if (!holds) __assertfail(sentence, __FILE__, __LINE__, "warpscope::dma", sizeof(char));
}

template <std::integral T>
__device__ constexpr bool is_not_negative(T value) {
  if constexpr (std::is_signed_v<T>) return value >= 0;
  return true;
}

/// A size or count that is not negative, and keeps a promise of alignment: what may_keep() says of
/// those that the compiler knows.
template <AlignmentPromise Alignment, Value T>
__device__ constexpr T checked_size(T value) {
  if constexpr (!FixedValue<T>) {
    constexpr int kFactor = Alignment::kAlignment == 0 ? 1 : Alignment::kAlignment;
    require(value % kFactor == 0 && is_not_negative(value),
            kFactor == 1
                ? "The sizes and counts of a transfer are not negative"
                : "A size is negative or not a multiple of the promised alignment: is it in bytes, "
                  "and is each number the right one of which it is made, the distance of two rows "
                  "or a width? If so, promise less, or nothing, and the engine copies the rest "
                  "too");
  } else {
    static_assert(static_cast<long long>(T::value) >= 0,
                  "The sizes and counts of a transfer are not negative.");
  }
  return value;
}

/// A stride that keeps a promise of alignment.
template <AlignmentPromise Alignment, Value T>
__device__ constexpr T checked_stride(T value) {
  if constexpr (!FixedValue<T> && Alignment::kAlignment != 0)
    require(
        value % Alignment::kAlignment == 0,
        "A stride is not a multiple of the promised alignment: promise less, or nothing, or pad "
        "the elements");
  return value;
}

}  // namespace warpscope::dma
