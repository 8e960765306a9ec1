// Page-locked host memory. Kernels reach all of it, at the host's own addresses.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/copies/memory_mistakes.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/memory/registered_memory.h"
#include "vgpu/cudart/memory/shared_pages.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/watch/host_watch.h"

using warpscope::cudart::address_of;
using warpscope::cudart::current_device;
using warpscope::cudart::expect;
using warpscope::cudart::explain_free;
using warpscope::cudart::MemoryBlock;
using warpscope::cudart::MemoryKind;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;

namespace {

/// The page-locked block that holds `pointer`.
const MemoryBlock& pinned_block(const Runtime& runtime, const void* pointer) {
  const MemoryBlock* block = runtime.memory.find(pointer);
  expect(block != nullptr && block->is_pinned());
  return *block;
}

}  // namespace

cudaError_t cudaHostAlloc(void** pointer, std::size_t size, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    runtime.captures.expect_safe_call();
    constexpr unsigned kKnownFlags =
        cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    expect(pointer != nullptr && (flags & ~kKnownFlags) == 0);
    *pointer = nullptr;
    auto& connection = runtime.devices.connection();
    if (size == 0) return;
    void* memory = runtime.shared_pages.allocate(connection, size);
    runtime.memory.add({address_of(memory), size, MemoryKind::pinned, flags, current_device()});
    *pointer = memory;
  });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t size) {
  return cudaHostAlloc(pointer, size, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void* pointer) {
  return run_call([&](Runtime& runtime) {
    runtime.captures.expect_safe_call();
    auto& connection = runtime.devices.connection();
    if (pointer == nullptr) return;
    const MemoryBlock* block = runtime.memory.at(pointer);
    const bool is_right = block != nullptr && block->kind == MemoryKind::pinned;
    if (!is_right) explain_free(runtime, pointer, "cudaFreeHost");
    expect(is_right);
    runtime.streams.wait_all(block->device);
    runtime.shared_pages.release(connection, pointer);
    runtime.memory.remove(address_of(pointer));
    runtime.memory.note_freed_at(address_of(pointer), runtime.watch.site());
  });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t size, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    runtime.captures.expect_safe_call();
    // cudaHostRegisterIoMemory is for memory of other devices, which a virtual machine room lacks.
    constexpr unsigned kKnownFlags =
        cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterReadOnly;
    expect(pointer != nullptr && size != 0 && (flags & ~kKnownFlags) == 0);
    auto& connection = runtime.devices.connection();
    for (const auto& [address, block] : runtime.memory.blocks()) {
      const bool overlaps =
          address < address_of(pointer) + size && address_of(pointer) < address + block.size_bytes;
      expect(!overlaps, cudaErrorHostMemoryAlreadyRegistered);
    }
    runtime.registered.add(connection, pointer, size, (flags & cudaHostRegisterReadOnly) != 0);
    runtime.memory.add(
        {address_of(pointer), size, MemoryKind::registered, flags, current_device()});
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return run_call([&](Runtime& runtime) {
    runtime.captures.expect_safe_call();
    auto& connection = runtime.devices.connection();
    const MemoryBlock* block = runtime.memory.at(pointer);
    expect(pointer != nullptr);
    expect(block != nullptr || runtime.memory.find(pointer) == nullptr);
    const bool is_registered = block != nullptr && block->kind == MemoryKind::registered;
    expect(is_registered, cudaErrorHostMemoryNotRegistered);
    runtime.streams.wait_all(block->device);
    runtime.registered.remove(connection, pointer);
    runtime.memory.remove(address_of(pointer));
  });
}

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    expect(device_pointer != nullptr && flags == 0);
    runtime.devices.connection();
    pinned_block(runtime, host_pointer);
    *device_pointer = host_pointer;
  });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* pointer) {
  return run_call([&](Runtime& runtime) {
    expect(flags != nullptr);
    runtime.devices.connection();
    const MemoryBlock& block = pinned_block(runtime, pointer);
    // As an H200 answers: with unified addressing all page-locked memory is mapped, asked for or
    // not, and all that the runtime allocates is portable without saying so.
    const unsigned told = block.kind == MemoryKind::pinned
                              ? static_cast<unsigned>(cudaHostAllocWriteCombined)
                              : static_cast<unsigned>(cudaHostRegisterPortable);
    *flags = (block.flags & told) | cudaHostAllocMapped;
  });
}
