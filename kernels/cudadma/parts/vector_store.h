// Stores of 4, 8 and 16 bytes with a cache qualifier. PTX ISA, st.
#pragma once

#include "cache_qualifiers.h"

namespace cudadma {

/// What PTX calls a store to memory of any kind.
template <CudaDMAStoreQualifier QUALIFIER>
struct StoreName;
template <>
struct StoreName<STORE_CACHE_GLOBAL> {
  static constexpr char value[] = ".cg";
};
template <>
struct StoreName<STORE_CACHE_STREAMING> {
  static constexpr char value[] = ".cs";
};
template <>
struct StoreName<STORE_CACHE_WRITE_THROUGH> {
  static constexpr char value[] = ".wt";
};

template <typename Name>
__device__ __forceinline__ void store_as(unsigned* to, const unsigned& from) {
  asm volatile("st%2.u32 [%0], %1;" : : "l"(to), "r"(from), "C"(Name::value) : "memory");
}
template <typename Name>
__device__ __forceinline__ void store_as(uint2* to, const uint2& from) {
  asm volatile("st%3.v2.u32 [%0], {%1, %2};"
               :
               : "l"(to), "r"(from.x), "r"(from.y), "C"(Name::value)
               : "memory");
}
template <typename Name>
__device__ __forceinline__ void store_as(uint4* to, const uint4& from) {
  asm volatile("st%5.v4.u32 [%0], {%1, %2, %3, %4};"
               :
               : "l"(to), "r"(from.x), "r"(from.y), "r"(from.z), "r"(from.w), "C"(Name::value)
               : "memory");
}

/// One store of sizeof(Word) bytes to memory of any kind.
template <CudaDMAStoreQualifier QUALIFIER, typename Word>
__device__ __forceinline__ void store(char* to, const Word& from) {
  auto* const place = reinterpret_cast<Word*>(to);
  if constexpr (QUALIFIER == STORE_WRITE_BACK) {
    *place = from;
  } else {
    store_as<StoreName<QUALIFIER>>(place, from);
  }
}

}  // namespace cudadma
