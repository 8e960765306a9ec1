// Device memory of the program.
#pragma once

#include <cstdint>

#include "vgpu/cudart/memory/memory_table.h"

namespace warpscope::cudart {

struct Runtime;

/// New memory of a device, entered in the runtime's table. CudaFailure with
/// cudaErrorMemoryAllocation.
void* allocate_on_device(Runtime& runtime, std::uint64_t size_bytes, MemoryKind kind, int device);
/// The same for the calling thread's device.
void* allocate_on_device(Runtime& runtime, std::uint64_t size_bytes, MemoryKind kind);
/// Gives it back at once.
void release_on_device(Runtime& runtime, std::uint64_t address);

}  // namespace warpscope::cudart
