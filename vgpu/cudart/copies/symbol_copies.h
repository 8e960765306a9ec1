// Copies to and from device variables.
#pragma once

#include "vgpu/cudart/copies/transfers.h"

namespace warpscope::cudart {

struct Runtime;

/// The device address of `bytes` bytes at `offset` in a variable. CudaFailure:
/// cudaErrorInvalidSymbol, and cudaErrorInvalidValue for what is not in it.
std::byte* place_in(Runtime& runtime, const void* symbol, std::size_t offset, std::size_t bytes);

/// The copy that a ...ToSymbol or ...FromSymbol call asks for.
CopyCall to_symbol(Runtime& runtime, const void* symbol, const void* source, std::size_t bytes,
                   std::size_t offset, cudaMemcpyKind kind);
CopyCall from_symbol(Runtime& runtime, void* target, const void* symbol, std::size_t bytes,
                     std::size_t offset, cudaMemcpyKind kind);

}  // namespace warpscope::cudart
