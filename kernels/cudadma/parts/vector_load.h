// Loads of 4, 8 and 16 bytes with a cache qualifier. PTX ISA, ld and ld.global.nc.
#pragma once

#include "cache_qualifiers.h"

namespace cudadma {

// Of memory of any kind. Without a qualifier the compiler finds out which kind it is.
template <CudaDMALoadQualifier QUALIFIER>
__device__ __forceinline__ void load_generic(unsigned& to, const unsigned* from) {
  if constexpr (QUALIFIER == LOAD_CACHE_GLOBAL) {
    asm volatile("ld.cg.u32 %0, [%1];" : "=r"(to) : "l"(from) : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_STREAMING) {
    asm volatile("ld.cs.u32 %0, [%1];" : "=r"(to) : "l"(from) : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_LAST_USE) {
    asm volatile("ld.lu.u32 %0, [%1];" : "=r"(to) : "l"(from) : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_VOLATILE) {
    asm volatile("ld.cv.u32 %0, [%1];" : "=r"(to) : "l"(from) : "memory");
  } else {
    to = *from;
  }
}

template <CudaDMALoadQualifier QUALIFIER>
__device__ __forceinline__ void load_generic(uint2& to, const uint2* from) {
  if constexpr (QUALIFIER == LOAD_CACHE_GLOBAL) {
    asm volatile("ld.cg.v2.u32 {%0, %1}, [%2];" : "=r"(to.x), "=r"(to.y) : "l"(from) : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_STREAMING) {
    asm volatile("ld.cs.v2.u32 {%0, %1}, [%2];" : "=r"(to.x), "=r"(to.y) : "l"(from) : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_LAST_USE) {
    asm volatile("ld.lu.v2.u32 {%0, %1}, [%2];" : "=r"(to.x), "=r"(to.y) : "l"(from) : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_VOLATILE) {
    asm volatile("ld.cv.v2.u32 {%0, %1}, [%2];" : "=r"(to.x), "=r"(to.y) : "l"(from) : "memory");
  } else {
    to = *from;
  }
}

template <CudaDMALoadQualifier QUALIFIER>
__device__ __forceinline__ void load_generic(uint4& to, const uint4* from) {
  if constexpr (QUALIFIER == LOAD_CACHE_GLOBAL) {
    asm volatile("ld.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(from)
                 : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_STREAMING) {
    asm volatile("ld.cs.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(from)
                 : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_LAST_USE) {
    asm volatile("ld.lu.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(from)
                 : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_VOLATILE) {
    asm volatile("ld.cv.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(from)
                 : "memory");
  } else {
    to = *from;
  }
}

// Of global memory that nobody writes while the kernel runs, through the read-only path where the
// qualifier has a form for that.
template <CudaDMALoadQualifier QUALIFIER>
__device__ __forceinline__ void load_global(unsigned& to, const unsigned* from) {
  if constexpr (QUALIFIER == LOAD_CACHE_ALL) {
    asm volatile("ld.global.ca.nc.u32 %0, [%1];" : "=r"(to) : "l"(from) : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_GLOBAL) {
    asm volatile("ld.global.cg.nc.u32 %0, [%1];" : "=r"(to) : "l"(from) : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_STREAMING) {
    asm volatile("ld.global.cs.nc.u32 %0, [%1];" : "=r"(to) : "l"(from) : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_LAST_USE) {
    asm volatile("ld.global.lu.u32 %0, [%1];" : "=r"(to) : "l"(from) : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_VOLATILE) {
    asm volatile("ld.global.cv.u32 %0, [%1];" : "=r"(to) : "l"(from) : "memory");
  }
}

template <CudaDMALoadQualifier QUALIFIER>
__device__ __forceinline__ void load_global(uint2& to, const uint2* from) {
  if constexpr (QUALIFIER == LOAD_CACHE_ALL) {
    asm volatile("ld.global.ca.nc.v2.u32 {%0, %1}, [%2];"
                 : "=r"(to.x), "=r"(to.y)
                 : "l"(from)
                 : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_GLOBAL) {
    asm volatile("ld.global.cg.nc.v2.u32 {%0, %1}, [%2];"
                 : "=r"(to.x), "=r"(to.y)
                 : "l"(from)
                 : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_STREAMING) {
    asm volatile("ld.global.cs.nc.v2.u32 {%0, %1}, [%2];"
                 : "=r"(to.x), "=r"(to.y)
                 : "l"(from)
                 : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_LAST_USE) {
    asm volatile("ld.global.lu.v2.u32 {%0, %1}, [%2];"
                 : "=r"(to.x), "=r"(to.y)
                 : "l"(from)
                 : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_VOLATILE) {
    asm volatile("ld.global.cv.v2.u32 {%0, %1}, [%2];"
                 : "=r"(to.x), "=r"(to.y)
                 : "l"(from)
                 : "memory");
  }
}

template <CudaDMALoadQualifier QUALIFIER>
__device__ __forceinline__ void load_global(uint4& to, const uint4* from) {
  if constexpr (QUALIFIER == LOAD_CACHE_ALL) {
    asm volatile("ld.global.ca.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(from)
                 : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_GLOBAL) {
    asm volatile("ld.global.cg.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(from)
                 : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_STREAMING) {
    asm volatile("ld.global.cs.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(from)
                 : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_LAST_USE) {
    asm volatile("ld.global.lu.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(from)
                 : "memory");
  } else if constexpr (QUALIFIER == LOAD_CACHE_VOLATILE) {
    asm volatile("ld.global.cv.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(from)
                 : "memory");
  }
}

/// One load of sizeof(Word) bytes: with GLOBAL_LOAD by way of load_global.
template <bool GLOBAL_LOAD, CudaDMALoadQualifier QUALIFIER, typename Word>
__device__ __forceinline__ void load(Word& to, const char* from) {
  if constexpr (GLOBAL_LOAD) {
    load_global<QUALIFIER>(to, reinterpret_cast<const Word*>(from));  // the same number
  } else {
    load_generic<QUALIFIER>(to, reinterpret_cast<const Word*>(from));
  }
}

}  // namespace cudadma
