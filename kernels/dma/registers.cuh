// Registers that DMA warps hand over to compute warps.
#pragma once

#include "kernels/dma/target.cuh"

namespace warpscope::dma {

/// Lowers the calling warps' registers to `kRegisters` per thread: DMA warps need few. All four
/// warps of a warpgroup (warp numbers 4 i … 4 i + 3 of the block) call it together, so a DMA team
/// that calls it has a multiple of 128 threads. sm_90a only, nothing on other targets; the kernel
/// needs __launch_bounds__ with its block size. PTX ISA 9.7.19.5, setmaxnreg.
template <int kRegisters>
__device__ void give_registers() {
  static_assert(kRegisters >= 24 && kRegisters <= 256 && kRegisters % 8 == 0,
                "Registers come in eights from 24 to 256: give_registers<40>() is usual.");
  if constexpr (kHasRegisterHandOver)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kRegisters));
}

/// Raises the calling warps' registers to `kRegisters` per thread, and waits until another
/// warpgroup has given enough of them. Rules as above. The sum over the warpgroups must not exceed
/// what the block had at its start.
template <int kRegisters>
__device__ void take_registers() {
  static_assert(kRegisters >= 24 && kRegisters <= 256 && kRegisters % 8 == 0,
                "Registers come in eights from 24 to 256: take_registers<232>() is usual.");
  if constexpr (kHasRegisterHandOver)
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kRegisters));
}

}  // namespace warpscope::dma
