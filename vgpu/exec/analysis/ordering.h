// Whether the blocks of a kernel can see each other's work while they run.
#pragma once

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// How the names of the CUDA runtime's calls in kernels begin in PTX. They launch grids, in order.
inline constexpr std::string_view kDeviceRuntimePrefix = "__cudaCDP2";

/// True when the function has an instruction through which a block can learn what another block did
/// before, or whose effect depends on who comes first: atomics whose old value is used or whose
/// operation is not commutative (floating point), strong accesses (volatile, relaxed, acquire,
/// release) of global memory, fences beyond the block, calls of the system (printf, malloc), the
/// global timer. Integer sums, minima, maxima and bit operations of which nobody reads the old
/// value give the same in any order.
bool is_ordered(const ptx::Function& function);

/// True when what the function does may depend on what other blocks have done so far: a strong load
/// of global memory, or an atomic whose old value is used.
bool sees_other_blocks(const ptx::Function& function);

/// True when the function looks again and again at what other blocks may change, so that it may
/// wait for one of them: a strong load of global memory, or an atomic whose old value is used, in a
/// loop; in a function that is called anywhere, because a loop may call it.
bool may_wait_for_blocks(const ptx::Function& function);

/// True when the function reads %clock, %clock64, %globaltimer or a half of them.
bool reads_clock(const ptx::Function& function);

/// True when nothing but memory has to be put back for the function to be executed again: it does
/// not use the heap and launches no kernels.
bool can_be_undone(const ptx::Function& function);

}  // namespace warpscope::exec
