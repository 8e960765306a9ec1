// What an object asks of its numbers, checked when the kernel runs.
#pragma once

#include <cstddef>

/// What assert() calls on the device: prints, and stops the kernel with cudaErrorAssert. CUDA C++
/// Programming Guide, "Assertion". With NDEBUG no header of CUDA declares it.
extern "C" __device__ void __assertfail(const char* message, const char* file, unsigned line,
                                        const char* function, std::size_t char_bytes)
    __attribute__((noreturn));

namespace cudadma {

/// Stops the kernel as a false assert() does unless `holds`: CUDA prints the sentence, and the
/// virtual GPU also the user's line. NDEBUG does not switch it off. Nothing is left of it where the
/// compiler knows that it holds.
__device__ __forceinline__ void require(bool holds, const char* sentence) {
  if (!holds) __assertfail(sentence, __FILE__, __LINE__, "CudaDMA", sizeof(char));
}

}  // namespace cudadma
