// Allocation in the order of a stream, and the pools that it takes from.
#include <cuda_runtime_api.h>

#include <cstring>

#include "vgpu/cudart/device_allocation.h"
#include "vgpu/cudart/memory_pools.h"
#include "vgpu/cudart/runtime.h"
#include "vgpu/cudart/unsupported.h"

using warpscope::cudart::address_of;
using warpscope::cudart::allocate_on_device;
using warpscope::cudart::CudaFailure;
using warpscope::cudart::expect;
using warpscope::cudart::MemoryBlock;
using warpscope::cudart::MemoryKind;
using warpscope::cudart::MemoryPool;
using warpscope::cudart::report_unsupported;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::cudart::WorkQueue;
using warpscope::device::BodyWriter;
using warpscope::device::Opcode;

namespace {

cudaMemPool_t handle_of(MemoryPool& pool) { return reinterpret_cast<cudaMemPool_t>(&pool); }

void expect_device(int device) { expect(device == 0, cudaErrorInvalidDevice); }

/// The address is the program's at once; who uses it before the stream comes there breaks CUDA's
/// rules.
void* allocate_in_order(Runtime& runtime, MemoryPool& pool, std::size_t bytes,
                        cudaStream_t stream) {
  if (runtime.stream(stream).capture) {
    report_unsupported(runtime, "cudaMallocAsync in a captured stream");
  }
  if (bytes == 0) return nullptr;
  const bool fits = pool.most_bytes == 0 ||
                    (bytes <= pool.most_bytes && pool.used_bytes <= pool.most_bytes - bytes);
  expect(fits, cudaErrorMemoryAllocation);
  void* memory = nullptr;
  try {
    memory = allocate_on_device(runtime, bytes, MemoryKind::pool);
  } catch (const CudaFailure& failure) {
    if (failure.code() != cudaErrorMemoryAllocation) throw;
    // What is queued to be freed may be enough.
    runtime.queue.perform_all(runtime.connection());
    memory = allocate_on_device(runtime, bytes, MemoryKind::pool);
  }
  runtime.pools.note_taken(pool, address_of(memory), bytes);
  return memory;
}

std::uint64_t get(const MemoryPool& pool, cudaMemPoolAttr attribute) {
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
      return pool.reuses_after_events ? 1 : 0;
    case cudaMemPoolReuseAllowOpportunistic:
      return pool.reuses_opportunistically ? 1 : 0;
    case cudaMemPoolReuseAllowInternalDependencies:
      return pool.reuses_by_dependencies ? 1 : 0;
    case cudaMemPoolAttrReleaseThreshold:
      return pool.release_threshold_bytes;
    case cudaMemPoolAttrReservedMemCurrent:
      return pool.reserved_bytes;
    case cudaMemPoolAttrReservedMemHigh:
      return pool.reserved_high_bytes;
    case cudaMemPoolAttrUsedMemCurrent:
      return pool.used_bytes;
    case cudaMemPoolAttrUsedMemHigh:
      return pool.used_high_bytes;
    default:
      throw CudaFailure(cudaErrorInvalidValue);
  }
}

void set(MemoryPool& pool, cudaMemPoolAttr attribute, std::uint64_t value) {
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
      pool.reuses_after_events = value != 0;
      return;
    case cudaMemPoolReuseAllowOpportunistic:
      pool.reuses_opportunistically = value != 0;
      return;
    case cudaMemPoolReuseAllowInternalDependencies:
      pool.reuses_by_dependencies = value != 0;
      return;
    case cudaMemPoolAttrReleaseThreshold:
      pool.release_threshold_bytes = value;
      return;
    case cudaMemPoolAttrReservedMemHigh:
      expect(value == 0);
      pool.reserved_high_bytes = pool.reserved_bytes;
      return;
    case cudaMemPoolAttrUsedMemHigh:
      expect(value == 0);
      pool.used_high_bytes = pool.used_bytes;
      return;
    default:
      throw CudaFailure(cudaErrorInvalidValue);
  }
}

/// The first three attributes are ints, the others 64 bits wide.
bool is_int(cudaMemPoolAttr attribute) {
  return attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

/// Only pools of device memory, in this process.
void expect_supported(Runtime& runtime, const cudaMemPoolProps& properties) {
  if (properties.handleTypes != cudaMemHandleTypeNone) {
    report_unsupported(runtime, "cudaMemPoolCreate with memory to export");
  }
  expect(properties.allocType == cudaMemAllocationTypePinned ||
         properties.allocType == cudaMemAllocationTypeManaged);
  if (properties.allocType == cudaMemAllocationTypeManaged ||
      properties.location.type != cudaMemLocationTypeDevice) {
    report_unsupported(runtime, "cudaMemPoolCreate for memory that is not a device's");
  }
  expect(properties.location.id == 0);
}

void expect_device_memory(Runtime& runtime, const cudaMemLocation* location,
                          cudaMemAllocationType type) {
  expect(location != nullptr);
  if (type != cudaMemAllocationTypePinned || location->type != cudaMemLocationTypeDevice) {
    report_unsupported(runtime, "a memory pool for memory that is not a device's");
  }
  expect_device(location->id);
}

}  // namespace

cudaError_t cudaMallocAsync(void** pointer, std::size_t size, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    expect(pointer != nullptr);
    runtime.connection();
    *pointer = allocate_in_order(runtime, runtime.pools.current(), size, stream);
  });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    expect(pointer != nullptr);
    runtime.connection();
    *pointer = allocate_in_order(runtime, runtime.pools.get(pool), size, stream);
  });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream_handle) {
  return run_call([&](Runtime& runtime) {
    auto& stream = runtime.stream(stream_handle);
    runtime.connection();
    if (stream.capture) report_unsupported(runtime, "cudaFreeAsync in a captured stream");
    if (pointer == nullptr) return;
    const MemoryBlock* block = runtime.memory.at(pointer);
    expect(block != nullptr &&
           (block->kind == MemoryKind::device || block->kind == MemoryKind::pool));
    runtime.memory.remove(address_of(pointer));
    runtime.pools.note_given(address_of(pointer));
    runtime.enqueue(stream, [address = address_of(pointer)](const WorkQueue::Work& work) {
      BodyWriter body;
      body.put(address);
      work.connection.request(Opcode::release, std::move(body));
    });
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return run_call([&](Runtime& runtime) {
    expect(pool != nullptr && properties != nullptr);
    runtime.connection();
    expect_supported(runtime, *properties);
    MemoryPool made;
    made.most_bytes = properties->maxSize;
    *pool = handle_of(runtime.pools.add(made));
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return run_call([&](Runtime& runtime) {
    runtime.connection();
    runtime.pools.remove(runtime.pools.get(pool));
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t kept_bytes) {
  return run_call([&](Runtime& runtime) {
    runtime.connection();
    runtime.pools.get(pool).trim(kept_bytes);
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return run_call([&](Runtime& runtime) {
    expect(value != nullptr);
    runtime.connection();
    const std::uint64_t found = get(runtime.pools.get(pool), attribute);
    std::memcpy(value, &found, is_int(attribute) ? sizeof(int) : sizeof found);  // little endian
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return run_call([&](Runtime& runtime) {
    expect(value != nullptr);
    runtime.connection();
    std::uint64_t wanted = 0;
    std::memcpy(&wanted, value, is_int(attribute) ? sizeof(int) : sizeof wanted);
    set(runtime.pools.get(pool), attribute, wanted);
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses,
                                 std::size_t count) {
  return run_call([&](Runtime& runtime) {
    runtime.connection();
    runtime.pools.get(pool);
    expect(accesses != nullptr && count != 0);
    for (std::size_t i = 0; i < count; ++i) {
      expect(accesses[i].location.type == cudaMemLocationTypeDevice);
      expect_device(accesses[i].location.id);
      // A device cannot be kept from its own memory.
      expect(accesses[i].flags == cudaMemAccessFlagsProtReadWrite);
    }
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
  return run_call([&](Runtime& runtime) {
    expect(flags != nullptr && location != nullptr);
    runtime.connection();
    runtime.pools.get(pool);
    expect(location->type == cudaMemLocationTypeDevice);
    expect_device(location->id);
    *flags = cudaMemAccessFlagsProtReadWrite;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return run_call([&](Runtime& runtime) {
    expect(pool != nullptr);
    runtime.connection();
    expect_device(device);
    *pool = handle_of(runtime.pools.standard());
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return run_call([&](Runtime& runtime) {
    expect(pool != nullptr);
    runtime.connection();
    expect_device(device);
    *pool = handle_of(runtime.pools.current());
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return run_call([&](Runtime& runtime) {
    runtime.connection();
    expect_device(device);
    runtime.pools.set_current(runtime.pools.get(pool));
  });
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                                     cudaMemAllocationType type) {
  return run_call([&](Runtime& runtime) {
    expect(pool != nullptr);
    runtime.connection();
    expect_device_memory(runtime, location, type);
    *pool = handle_of(runtime.pools.standard());
  });
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                              cudaMemAllocationType type) {
  return run_call([&](Runtime& runtime) {
    expect(pool != nullptr);
    runtime.connection();
    expect_device_memory(runtime, location, type);
    *pool = handle_of(runtime.pools.current());
  });
}

cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type,
                              cudaMemPool_t pool) {
  return run_call([&](Runtime& runtime) {
    runtime.connection();
    expect_device_memory(runtime, location, type);
    runtime.pools.set_current(runtime.pools.get(pool));
  });
}
