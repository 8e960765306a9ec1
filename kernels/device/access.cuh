// 16-byte accesses to global memory with hints for data that is used once.
#pragma once

#include <cstdint>

namespace warpscope::device {

/// How a kernel reads data that nobody writes while it runs.
enum class Load {
  plain,      ///< ld.global.nc: through L1, which keeps it
  streaming,  ///< ld.global.nc.L1::no_allocate.L2::256B: L1 is not filled, L2 fetches 256 bytes
};

/// How a kernel writes.
enum class Store {
  plain,      ///< st.global: L2 keeps it
  streaming,  ///< st.global.cs: first to be evicted
};

/// 16 bytes from `from`, which is 16-byte aligned and in global memory.
/// Source: PTX ISA 9.7.9 "ld.global.nc"; the second form is that of NVIDIA's own streaming kernels
/// since 8.0.
template <Load how>
__device__ uint4 load16(const void* from) {
  uint4 value;
  if constexpr (how == Load::plain) {
    asm("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
        : "l"(__cvta_generic_to_global(from)));
  } else {
    asm("ld.global.nc.L1::no_allocate.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
        : "l"(__cvta_generic_to_global(from)));
  }
  return value;
}

/// Writes 16 bytes to `to`, which is 16-byte aligned and in global memory.
template <Store how>
__device__ void store16(void* to, const uint4& value) {
  if constexpr (how == Store::plain) {
    *static_cast<uint4*>(to) = value;
  } else {
    __stcs(static_cast<uint4*>(to), value);
  }
}

/// 16 bytes as elements.
template <typename T>
struct alignas(16) Pack {
  static_assert(sizeof(T) <= 16 && 16 % sizeof(T) == 0,
                "16-byte accesses need elements of 1, 2, 4, 8 or 16 bytes: pad the type");
  static constexpr int size = 16 / sizeof(T);
  T element[size];
};

}  // namespace warpscope::device
