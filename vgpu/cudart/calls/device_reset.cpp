#include "vgpu/cudart/calls/device_reset.h"

#include <vector>

#include "vgpu/cudart/allocations/graph_memory.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/graphs/graphs.h"
#include "vgpu/cudart/memory/memory_advice.h"
#include "vgpu/cudart/memory/memory_pools.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/memory/registered_memory.h"
#include "vgpu/cudart/memory/shared_pages.h"
#include "vgpu/cudart/modules/registry.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/textures/arrays.h"
#include "vgpu/cudart/textures/texture_objects.h"

namespace warpscope::cudart {
namespace {

void forget_memory(Runtime& runtime, int device) {
  std::vector<MemoryBlock> blocks;
  for (const auto& [address, block] : runtime.memory.blocks()) {
    if (block.device == device) blocks.push_back(block);
  }
  for (const MemoryBlock& block : blocks) {
    auto* pointer = reinterpret_cast<void*>(block.address);
    // A __managed__ variable goes with the last device that has its module.
    if (block.is_on_host() && runtime.registry.is_managed_variable(pointer)) continue;
    Connection& connection = runtime.devices.connection(device);
    if (block.kind == MemoryKind::registered) {
      runtime.registered.remove(connection, pointer);
    } else if (block.is_on_host()) {
      runtime.shared_pages.release(connection, pointer);
    }
    if (block.is_managed()) runtime.advice.forget(block.address, block.address + block.size_bytes);
    runtime.memory.remove(block.address, true);
  }
  runtime.arrays.forget(device);
  runtime.pools.forget(device);
  runtime.graph_memory.forget(device);
  runtime.texture_objects.forget(device);
}

}  // namespace

void reset_device(Runtime& runtime) {
  const int device = current_device();
  Connection& to = runtime.devices.connection(device);
  // Everything that was asked for is done first, also what other devices do with this one's memory.
  try {
    runtime.streams.wait_all(device);
  } catch (const CudaFailure& failure) {
    if (is_sticky(failure.code())) throw;
  }
  runtime.streams.leave_captures(device);
  runtime.graphs.forget(device);
  to.request<device::Opcode::reset_device>();
  runtime.registry.forget_modules(to);
  forget_memory(runtime, device);
  runtime.streams.forget(device);
  runtime.devices.forget_peers(device);
}

}  // namespace warpscope::cudart
