// Elements for which a launch has no thread, though its kernel's guard would let one pass.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/exec/launch/launch_footprint.h"
#include "vgpu/exec/launch/launch_options.h"

namespace warpscope::exec {

struct Kernel;

/// Of a kernel whose threads each store to the element of their own number, in a grid of one
/// dimension: where the guard's bound is above the number of threads, by less than a block. That is
/// what a number of blocks leaves that was rounded down. Nothing of other kernels (AccessRanges),
/// nor of those whose threads go on with further elements.
std::vector<LaunchFootprint::Left> left_elements(const Kernel& kernel,
                                                 const LaunchConfiguration& configuration);

}  // namespace warpscope::exec
