#include "vgpu/cudart/device_allocation.h"

#include "vgpu/cudart/runtime.h"

namespace warpscope::cudart {

using device::BodyWriter;
using device::Opcode;

void* allocate_on_device(Runtime& runtime, std::uint64_t size_bytes, MemoryKind kind) {
  BodyWriter body;
  body.put(size_bytes);
  const auto address =
      runtime.connection().request_value<std::uint64_t>(Opcode::allocate, std::move(body));
  runtime.memory.add({address, size_bytes, kind});
  return reinterpret_cast<void*>(address);
}

void release_on_device(Runtime& runtime, std::uint64_t address) {
  BodyWriter body;
  body.put(address);
  runtime.connection().request(Opcode::release, std::move(body));
  runtime.memory.remove(address);
  runtime.pools.note_given(address);
}

}  // namespace warpscope::cudart
