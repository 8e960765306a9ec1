#include "vgpu/cudart/allocations/device_allocation.h"

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_pools.h"
#include "vgpu/cudart/watch/host_watch.h"

namespace warpscope::cudart {

using device::Opcode;

void* allocate_on_device(Runtime& runtime, std::uint64_t size_bytes, MemoryKind kind, int device) {
  const auto [address] = runtime.devices.connection(device).request<Opcode::allocate>({size_bytes});
  runtime.watch.note_work();
  runtime.memory.add({address, size_bytes, kind, 0, device, runtime.watch.site()});
  return reinterpret_cast<void*>(address);
}

void* allocate_on_device(Runtime& runtime, std::uint64_t size_bytes, MemoryKind kind) {
  return allocate_on_device(runtime, size_bytes, kind, current_device());
}

void release_on_device(Runtime& runtime, std::uint64_t address) {
  const MemoryBlock* block = runtime.memory.at(reinterpret_cast<const void*>(address));
  expect(block != nullptr);
  runtime.devices.connection(block->device).request<Opcode::release>({address});
  runtime.memory.remove(address);
  runtime.pools.note_given(address);
}

}  // namespace warpscope::cudart
