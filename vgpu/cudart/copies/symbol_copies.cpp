#include "vgpu/cudart/copies/symbol_copies.h"

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/modules/registry.h"

namespace warpscope::cudart {

std::byte* place_in(Runtime& runtime, const void* symbol, std::size_t offset, std::size_t bytes) {
  const Symbol::Place place = runtime.registry.symbol(runtime.devices.connection(), symbol);
  expect(offset <= place.size_bytes && bytes <= place.size_bytes - offset);
  if (runtime.memory.at(reinterpret_cast<const void*>(place.address)) == nullptr) {
    runtime.memory.add(
        {place.address, place.size_bytes, MemoryKind::variable, 0, current_device()});
  }
  return reinterpret_cast<std::byte*>(place.address) + offset;
}

CopyCall to_symbol(Runtime& runtime, const void* symbol, const void* source, std::size_t bytes,
                   std::size_t offset, cudaMemcpyKind kind) {
  expect(kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ||
             kind == cudaMemcpyDefault,
         cudaErrorInvalidMemcpyDirection);
  return {place_in(runtime, symbol, offset, bytes), source, bytes, kind, nullptr, false};
}

CopyCall from_symbol(Runtime& runtime, void* target, const void* symbol, std::size_t bytes,
                     std::size_t offset, cudaMemcpyKind kind) {
  expect(kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ||
             kind == cudaMemcpyDefault,
         cudaErrorInvalidMemcpyDirection);
  return {target, place_in(runtime, symbol, offset, bytes), bytes, kind, nullptr, false};
}

}  // namespace warpscope::cudart
