// Which devices' accesses may go to which memory.
#pragma once

#include "vgpu/cudart/memory/memory_table.h"

namespace warpscope::cudart {

struct Runtime;

/// True when a device's own accesses may go to the memory: it is the device's, the host's, or that
/// of a device whose memory it reaches.
bool reaches(Runtime& runtime, int device, const MemoryBlock& block);

}  // namespace warpscope::cudart
