// What the code is compiled for.
#pragma once

#include "kernels/dma/language.cuh"

namespace warpscope::dma {

/// Ten times the compute capability that this pass of nvcc compiles for: 90 for sm_90 and
/// sm_90a. 0 in the pass for the host. Source: CUDA C++ Programming Guide, __CUDA_ARCH__.
#ifdef __CUDA_ARCH__
inline constexpr int kTarget = __CUDA_ARCH__ / 10;
#else
inline constexpr int kTarget = 0;
#endif

/// Whether the target has the instructions of sm_90a that are not in later targets.
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
inline constexpr bool kHasRegisterHandOver = true;
#else
inline constexpr bool kHasRegisterHandOver = false;
#endif

}  // namespace warpscope::dma
