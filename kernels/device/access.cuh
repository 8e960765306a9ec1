// 16-byte accesses to global memory with hints for data that is used once.
#pragma once

#include <cstdint>

namespace warpscope::device {

/// How a kernel reads data that nobody writes while it runs.
enum class Load {
  plain,      ///< ld.global.nc: through L1, which keeps it
  streaming,  ///< ld.global.nc.L1::no_allocate.L2::256B: L1 is not filled, L2 fetches 256 bytes
  passing,    ///< ld.global.nc.L1::no_allocate: L1 is not filled
  once,       ///< the same, and L2 gives it up first
};

/// How a kernel writes.
enum class Store {
  plain,      ///< st.global: L2 keeps it
  streaming,  ///< st.global.cs: first to be evicted
  bulk,       ///< a bulk copy out of shared memory; for kernels that say so
};

/// 16 bytes from `from`, which is 16-byte aligned and in global memory.
/// Source: PTX ISA 9.7.9 "ld.global.nc", "createpolicy"; the streaming form is that of NVIDIA's own
/// kernels since 8.0.
template <Load how>
__device__ uint4 load16(const void* from) {
  uint4 value;
  const auto address = __cvta_generic_to_global(from);
  if constexpr (how == Load::plain) {
    asm("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
        : "l"(address));
  } else if constexpr (how == Load::streaming) {
    asm("ld.global.nc.L1::no_allocate.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
        : "l"(address));
  } else if constexpr (how == Load::passing) {
    asm("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
        : "l"(address));
  } else {
    std::uint64_t policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    asm("ld.global.nc.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
        : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
        : "l"(address), "l"(policy));
  }
  return value;
}

/// Writes 16 bytes to `to`, which is 16-byte aligned and in global memory.
template <Store how>
__device__ void store16(void* to, const uint4& value) {
  static_assert(how != Store::bulk, "this kernel stores from registers: take another Store");
  if constexpr (how == Store::plain) {
    *static_cast<uint4*>(to) = value;
  } else {
    __stcs(static_cast<uint4*>(to), value);
  }
}

/// A word of `Bytes` bytes as elements.
template <typename T, int Bytes = 16>
struct alignas(Bytes) Pack {
  static_assert(sizeof(T) <= Bytes && Bytes % sizeof(T) == 0,
                "a word holds whole elements: of 1, 2, 4, 8 or 16 bytes for 16-byte accesses, so "
                "pad the type");
  static constexpr int size = Bytes / sizeof(T);
  T element[size];
};

}  // namespace warpscope::device
