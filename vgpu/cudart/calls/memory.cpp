// Allocation and release of device memory.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/allocations/device_allocation.h"
#include "vgpu/cudart/allocations/graph_memory.h"
#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/copies/memory_mistakes.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_advice.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/memory/shared_pages.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/watch/host_watch.h"

using warpscope::cudart::address_of;
using warpscope::cudart::allocate_on_device;
using warpscope::cudart::expect;
using warpscope::cudart::explain_free;
using warpscope::cudart::MemoryBlock;
using warpscope::cudart::MemoryKind;
using warpscope::cudart::release_on_device;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::device::Opcode;

cudaError_t cudaMalloc(void** pointer, std::size_t size) {
  return run_call([&](Runtime& runtime) {
    runtime.captures.expect_safe_call();
    runtime.devices.connection();
    if (pointer == nullptr) {
      runtime.watch.explain("unchecked-error",
                            "it got a null pointer for the place of the address. It sets a "
                            "pointer, so it takes where that is: cudaMalloc(&pointer, bytes).");
    }
    expect(pointer != nullptr);
    *pointer = nullptr;
    if (size == 0) return;
    *pointer = allocate_on_device(runtime, size, MemoryKind::device);
    runtime.watch.note_allocation(address_of(*pointer), size);
  });
}

cudaError_t cudaFree(void* pointer) {
  return run_call([&](Runtime& runtime) {
    runtime.captures.expect_safe_call();
    auto& connection = runtime.devices.connection();
    if (pointer == nullptr) return;
    const MemoryBlock* block = runtime.memory.at(pointer);
    if (block == nullptr || block->is_pinned()) explain_free(runtime, pointer, "cudaFree");
    expect(block != nullptr);
    if (block->kind == MemoryKind::graph) {
      runtime.streams.wait_all(block->device);
      return runtime.graph_memory.release_now(runtime, runtime.streams.legacy(block->device),
                                              block->address);
    }
    const bool is_on_device = block->kind == MemoryKind::device || block->kind == MemoryKind::pool;
    expect(is_on_device || block->is_managed());
    runtime.streams.wait_all(block->device);
    if (block->is_managed()) {
      runtime.shared_pages.release(connection, pointer);
      runtime.advice.forget(block->address, block->address + block->size_bytes);
      runtime.memory.remove(address_of(pointer));
    } else {
      release_on_device(runtime, address_of(pointer));
      runtime.watch.note_free(address_of(pointer));
    }
    runtime.memory.note_freed_at(address_of(pointer), runtime.watch.site());
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return run_call([&](Runtime& runtime) {
    expect(free_bytes != nullptr && total_bytes != nullptr);
    const auto info = runtime.devices.connection().request<Opcode::memory_info>();
    *free_bytes = info.free_bytes;
    *total_bytes = info.total_bytes;
  });
}
