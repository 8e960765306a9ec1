// Stores of 4, 8 and 16 bytes with a cache qualifier. PTX ISA, st.
#pragma once

#include "cache_qualifiers.h"

namespace cudadma {

template <CudaDMAStoreQualifier QUALIFIER>
__device__ __forceinline__ void store_generic(unsigned* to, const unsigned& from) {
  if constexpr (QUALIFIER == STORE_CACHE_GLOBAL) {
    asm volatile("st.cg.u32 [%0], %1;" : : "l"(to), "r"(from) : "memory");
  } else if constexpr (QUALIFIER == STORE_CACHE_STREAMING) {
    asm volatile("st.cs.u32 [%0], %1;" : : "l"(to), "r"(from) : "memory");
  } else if constexpr (QUALIFIER == STORE_CACHE_WRITE_THROUGH) {
    asm volatile("st.wt.u32 [%0], %1;" : : "l"(to), "r"(from) : "memory");
  } else {
    *to = from;
  }
}

template <CudaDMAStoreQualifier QUALIFIER>
__device__ __forceinline__ void store_generic(uint2* to, const uint2& from) {
  if constexpr (QUALIFIER == STORE_CACHE_GLOBAL) {
    asm volatile("st.cg.v2.u32 [%0], {%1, %2};" : : "l"(to), "r"(from.x), "r"(from.y) : "memory");
  } else if constexpr (QUALIFIER == STORE_CACHE_STREAMING) {
    asm volatile("st.cs.v2.u32 [%0], {%1, %2};" : : "l"(to), "r"(from.x), "r"(from.y) : "memory");
  } else if constexpr (QUALIFIER == STORE_CACHE_WRITE_THROUGH) {
    asm volatile("st.wt.v2.u32 [%0], {%1, %2};" : : "l"(to), "r"(from.x), "r"(from.y) : "memory");
  } else {
    *to = from;
  }
}

template <CudaDMAStoreQualifier QUALIFIER>
__device__ __forceinline__ void store_generic(uint4* to, const uint4& from) {
  if constexpr (QUALIFIER == STORE_CACHE_GLOBAL) {
    asm volatile("st.cg.v4.u32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(to), "r"(from.x), "r"(from.y), "r"(from.z), "r"(from.w)
                 : "memory");
  } else if constexpr (QUALIFIER == STORE_CACHE_STREAMING) {
    asm volatile("st.cs.v4.u32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(to), "r"(from.x), "r"(from.y), "r"(from.z), "r"(from.w)
                 : "memory");
  } else if constexpr (QUALIFIER == STORE_CACHE_WRITE_THROUGH) {
    asm volatile("st.wt.v4.u32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(to), "r"(from.x), "r"(from.y), "r"(from.z), "r"(from.w)
                 : "memory");
  } else {
    *to = from;
  }
}

/// One store of sizeof(Word) bytes to memory of any kind.
template <CudaDMAStoreQualifier QUALIFIER, typename Word>
__device__ __forceinline__ void store(char* to, const Word& from) {
  store_generic<QUALIFIER>(reinterpret_cast<Word*>(to), from);
}

}  // namespace cudadma
