// Which barriers want whole warps.
#pragma once

#include <algorithm>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// True for bar.* and barrier.*.aligned, as __syncthreads() uses them: all lanes of a warp must
/// come to the same one together (PTX ISA manual, section 9.7.13.1). barrier.* without it counts
/// lanes that may come at different times, from different places.
inline bool is_aligned_barrier(const ptx::Instruction& barrier) {
  return barrier.opcode == "bar" || std::find(barrier.modifiers.begin(), barrier.modifiers.end(),
                                              "aligned") != barrier.modifiers.end();
}

}  // namespace warpscope::exec
