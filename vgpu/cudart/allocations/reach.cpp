#include "vgpu/cudart/allocations/reach.h"

#include "vgpu/cudart/allocations/graph_memory.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_pools.h"

namespace warpscope::cudart {

bool reaches(Runtime& runtime, int device, const MemoryBlock& block) {
  if (block.is_on_host() || block.device == device) return true;
  if (block.kind == MemoryKind::graph) {
    const auto allocation = runtime.graph_memory.find(block.address);
    return allocation && (allocation->granted >> device & 1) != 0;
  }
  if (block.kind == MemoryKind::pool) return runtime.pools.is_granted(block.address, device);
  return (runtime.devices.settings(device).peers >> block.device & 1) != 0;
}

}  // namespace warpscope::cudart
