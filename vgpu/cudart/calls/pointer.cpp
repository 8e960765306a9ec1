// What a pointer points to.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/basics/api_version.h"
#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_table.h"

using warpscope::cudart::expect;
using warpscope::cudart::MemoryBlock;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;

namespace {

cudaPointerAttributes attributes_of(const Runtime& runtime, const void* pointer) {
  cudaPointerAttributes attributes{};
  const MemoryBlock* block = runtime.memory.find(pointer);
  auto* writable = const_cast<void*>(pointer);
  if (block == nullptr) {
    attributes.type = cudaMemoryTypeUnregistered;
    attributes.device = cudaInvalidDeviceId;
    attributes.hostPointer = writable;
    return attributes;
  }
  attributes.type = cudaMemoryTypeDevice;
  attributes.device = block->device;
  if (block->is_on_host()) {
    attributes.type = block->is_managed() ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
    attributes.hostPointer = writable;
  }
  attributes.devicePointer = writable;
  return attributes;
}

}  // namespace

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return run_call([&](Runtime& runtime) {
    expect(attributes != nullptr);
    runtime.devices.connection();
    warpscope::cudart::give(attributes_of(runtime, pointer), attributes);
  });
}
