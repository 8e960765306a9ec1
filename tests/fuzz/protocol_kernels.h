// PTX for the protocol's fuzzer.
#pragma once

#include <string_view>

namespace warpscope::fuzz {

/// Kernels that each take 16 bytes of parameters, most of them an address and a number, and that
/// reach what a launch can touch: memory of all spaces, textures, surfaces, printf, malloc, calls,
/// barriers, grids, traps, loops without end.
extern const std::string_view kProtocolKernels;

}  // namespace warpscope::fuzz
