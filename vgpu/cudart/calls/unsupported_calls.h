// Calls of NVIDIA's library that the virtual GPU does not have; CMake makes a function of each.
#pragma once

/// Body of each generated function: a cudaError_t as int.
int warpscope_unsupported_call(const char* name);
