#include "vgpu/cudart/device_allocation.h"

#include "vgpu/cudart/runtime.h"

namespace warpscope::cudart {

using device::BodyWriter;
using device::Opcode;

void* allocate_on_device(Runtime& runtime, std::uint64_t size_bytes, MemoryKind kind, int device) {
  BodyWriter body;
  body.put(size_bytes);
  const auto address =
      runtime.connection(device).request_value<std::uint64_t>(Opcode::allocate, std::move(body));
  runtime.memory.add({address, size_bytes, kind, 0, device});
  return reinterpret_cast<void*>(address);
}

void* allocate_on_device(Runtime& runtime, std::uint64_t size_bytes, MemoryKind kind) {
  return allocate_on_device(runtime, size_bytes, kind, current_device());
}

void release_on_device(Runtime& runtime, std::uint64_t address) {
  const MemoryBlock* block = runtime.memory.at(reinterpret_cast<const void*>(address));
  expect(block != nullptr);
  BodyWriter body;
  body.put(address);
  runtime.connection(block->device).request(Opcode::release, std::move(body));
  runtime.memory.remove(address);
  runtime.pools.note_given(address);
}

}  // namespace warpscope::cudart
