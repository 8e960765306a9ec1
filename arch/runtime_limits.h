// Limits that the runtime reports or applies and that no profile has: those of every GPU on which
// CUDA 13 runs, and those of the counted architecture (compute_capability.h).
#pragma once

#include <array>
#include <cstdint>

namespace warpscope::arch {

/// Largest grid and block extents, CUDA Programming Guide, compute capabilities 3.0 and newer.
inline constexpr std::array<std::uint32_t, 3> kMaxGrid{0x7FFF'FFFF, 65535, 65535};
inline constexpr std::array<std::uint32_t, 3> kMaxBlock{1024, 1024, 64};
/// Of any GPU, CUDA Programming Guide, "Compute Capabilities".
inline constexpr std::uint32_t kMaxRegistersPerThread = 255;
inline constexpr std::uint32_t kConstantBytes = 65536;
/// Of a kernel's shared variables, for every target; what is more must be dynamic.
inline constexpr std::uint32_t kMostStaticSharedBytes = 48 << 10;
/// Parameters of a kernel (CUDA 12.1 and newer, compute capability 7.0 and newer).
inline constexpr std::uint32_t kMaxParameterBytes = 32764;

// From here on of compute capability 9.0, as an H200 answers.

/// The most shared memory of a block, where no profile is at hand.
inline constexpr std::uint32_t kMostSharedPerBlockBytes = 227 << 10;

/// Largest extents of textures, surfaces and arrays, in elements.
struct TextureLimits {
  using Extents = std::array<int, 3>;

  Extents image_1d{131072}, image_2d{131072, 65536}, image_3d{16384, 16384, 16384};
  Extents other_3d{8192, 8192, 32768};  ///< the alternative to image_3d
  Extents layer_1d{32768}, layer_2d{32768, 32768}, gather_2d{32768, 32768};
  Extents mipmap_1d{32768}, mipmap_2d{32768, 32768};
  Extents linear_1d{1 << 28}, linear_2d{131072, 65000};
  int linear_pitch_bytes = 2097120;
  int cubemap = 32768, layers = 2048, cubemap_layers = 2046;
  int alignment_bytes = 512, pitch_alignment_bytes = 32;
};
inline constexpr TextureLimits kTextureLimits{};
inline constexpr TextureLimits::Extents kSurface1d{32768};

inline constexpr int kAccessWindowBytes = 1 << 27;

/// Of L2, 5/8 may persist: an H200 and an H100 answer so.
constexpr std::uint64_t persisting_l2_bytes(std::uint64_t l2_bytes) { return l2_bytes * 5 / 8; }

/// What cudaDeviceSetLimit sets, before a program has set it.
struct ChosenLimits {
  std::uint64_t stack_bytes = 1024;  ///< per thread
  std::uint64_t printf_fifo_bytes = 8650752;
  std::uint64_t malloc_heap_bytes = std::uint64_t{8} << 20;
  std::uint64_t pending_launches = 2048;  ///< of kernels by kernels
  std::uint64_t fetch_granularity_bytes = 64;
  std::uint64_t persisting_l2_bytes = 11796480;
};

}  // namespace warpscope::arch
