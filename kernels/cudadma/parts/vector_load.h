// Loads of 4, 8 and 16 bytes with a cache qualifier. PTX ISA, ld and ld.global.nc.
#pragma once

#include "cache_qualifiers.h"

namespace cudadma {

/// What PTX calls a load: of memory of any kind, or with GLOBAL_LOAD of global memory that nobody
/// writes while the kernel runs, through the read-only path where the qualifier has a form for it.
template <bool GLOBAL_LOAD, CudaDMALoadQualifier QUALIFIER>
struct LoadName;
template <>
struct LoadName<false, LOAD_CACHE_GLOBAL> {
  static constexpr char value[] = ".cg";
};
template <>
struct LoadName<false, LOAD_CACHE_STREAMING> {
  static constexpr char value[] = ".cs";
};
template <>
struct LoadName<false, LOAD_CACHE_LAST_USE> {
  static constexpr char value[] = ".lu";
};
template <>
struct LoadName<false, LOAD_CACHE_VOLATILE> {
  static constexpr char value[] = ".cv";
};
template <>
struct LoadName<true, LOAD_CACHE_ALL> {
  static constexpr char value[] = ".global.ca.nc";
};
template <>
struct LoadName<true, LOAD_CACHE_GLOBAL> {
  static constexpr char value[] = ".global.cg.nc";
};
template <>
struct LoadName<true, LOAD_CACHE_STREAMING> {
  static constexpr char value[] = ".global.cs.nc";
};
template <>
struct LoadName<true, LOAD_CACHE_LAST_USE> {
  static constexpr char value[] = ".global.lu";
};
template <>
struct LoadName<true, LOAD_CACHE_VOLATILE> {
  static constexpr char value[] = ".global.cv";
};

template <typename Name>
__device__ __forceinline__ void load_as(unsigned& to, const unsigned* from) {
  asm volatile("ld%2.u32 %0, [%1];" : "=r"(to) : "l"(from), "C"(Name::value) : "memory");
}
template <typename Name>
__device__ __forceinline__ void load_as(uint2& to, const uint2* from) {
  asm volatile("ld%3.v2.u32 {%0, %1}, [%2];"
               : "=r"(to.x), "=r"(to.y)
               : "l"(from), "C"(Name::value)
               : "memory");
}
template <typename Name>
__device__ __forceinline__ void load_as(uint4& to, const uint4* from) {
  asm volatile("ld%5.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
               : "l"(from), "C"(Name::value)
               : "memory");
}

/// One load of sizeof(Word) bytes.
template <bool GLOBAL_LOAD, CudaDMALoadQualifier QUALIFIER, typename Word>
__device__ __forceinline__ void load(Word& to, const char* from) {
  const auto* const place = reinterpret_cast<const Word*>(from);
  if constexpr (!GLOBAL_LOAD && QUALIFIER == LOAD_CACHE_ALL) {
    to = *place;  // the compiler finds out which kind of memory it is
  } else {
    load_as<LoadName<GLOBAL_LOAD, QUALIFIER>>(to, place);
  }
}

}  // namespace cudadma
