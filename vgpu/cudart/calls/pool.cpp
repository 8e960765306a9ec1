// Allocation in the order of a stream, and the pools that it takes from.
#include <cuda_runtime_api.h>

#include <cstring>

#include "vgpu/cudart/allocations/device_allocation.h"
#include "vgpu/cudart/allocations/graph_memory.h"
#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/devices/unsupported.h"
#include "vgpu/cudart/graphs/recorded_work.h"
#include "vgpu/cudart/memory/memory_pools.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/streams/streams.h"

using warpscope::cudart::address_of;
using warpscope::cudart::allocate_on_device;
using warpscope::cudart::allocation_work;
using warpscope::cudart::CudaFailure;
using warpscope::cudart::expect;
using warpscope::cudart::free_work;
using warpscope::cudart::MemoryBlock;
using warpscope::cudart::MemoryKind;
using warpscope::cudart::MemoryPool;
using warpscope::cudart::record_work;
using warpscope::cudart::report_unsupported;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::cudart::Stream;
using warpscope::cudart::WorkQueue;
using warpscope::device::Opcode;

namespace {

cudaMemPool_t handle_of(MemoryPool& pool) { return reinterpret_cast<cudaMemPool_t>(&pool); }

/// Tells the pool's device who else reaches an allocation.
void set_grant(Runtime& runtime, const MemoryPool& pool, std::uint64_t address) {
  runtime.devices.connection(pool.device).request<Opcode::set_grant>({address, pool.granted});
}

/// The address is the program's at once; who uses it before the stream comes there breaks CUDA's
/// rules.
void* allocate_in_order(Runtime& runtime, MemoryPool& pool, std::size_t bytes,
                        cudaStream_t stream) {
  if (bytes == 0) return nullptr;
  if (Stream& captured = runtime.streams.stream(stream); captured.capture) {
    cudaMemAllocNodeParams parameters{};
    parameters.poolProps.allocType = cudaMemAllocationTypePinned;
    parameters.poolProps.location = {cudaMemLocationTypeDevice, pool.device};
    parameters.bytesize = bytes;
    record_work(captured, allocation_work(runtime, parameters));
    return parameters.dptr;
  }
  const bool fits = pool.most_bytes == 0 ||
                    (bytes <= pool.most_bytes && pool.used_bytes <= pool.most_bytes - bytes);
  expect(fits, cudaErrorMemoryAllocation);
  void* memory = nullptr;
  try {
    memory = allocate_on_device(runtime, bytes, MemoryKind::pool, pool.device);
  } catch (const CudaFailure& failure) {
    if (failure.code() != cudaErrorMemoryAllocation) throw;
    // What is queued to be freed may be enough.
    runtime.queue.perform_all();
    memory = allocate_on_device(runtime, bytes, MemoryKind::pool, pool.device);
  }
  runtime.pools.note_taken(pool, address_of(memory), bytes);
  if (runtime.devices.count() > 1) set_grant(runtime, pool, address_of(memory));
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
  expect(properties.location.id >= 0 && properties.location.id < runtime.devices.count());
}

void expect_device_memory(Runtime& runtime, const cudaMemLocation* location,
                          cudaMemAllocationType type) {
  expect(location != nullptr);
  if (type != cudaMemAllocationTypePinned || location->type != cudaMemLocationTypeDevice) {
    report_unsupported(runtime, "a memory pool for memory that is not a device's");
  }
  runtime.devices.expect_device(location->id);
}

}  // namespace

cudaError_t cudaMallocAsync(void** pointer, std::size_t size, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    expect(pointer != nullptr);
    runtime.devices.connection();
    *pointer = allocate_in_order(
        runtime, runtime.pools.current(runtime.streams.stream(stream).device), size, stream);
  });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    expect(pointer != nullptr);
    runtime.devices.connection();
    *pointer = allocate_in_order(runtime, runtime.pools.get(pool), size, stream);
  });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream_handle) {
  return run_call([&](Runtime& runtime) {
    auto& stream = runtime.streams.stream(stream_handle);
    runtime.devices.connection();
    if (pointer == nullptr) return;
    const MemoryBlock* block = runtime.memory.at(pointer);
    if (stream.capture) return record_work(stream, free_work(runtime, pointer));
    if (block != nullptr && block->kind == MemoryKind::graph) {
      return runtime.graph_memory.release(runtime, stream, block->address);
    }
    expect(block != nullptr &&
           (block->kind == MemoryKind::device || block->kind == MemoryKind::pool));
    const int device = block->device;
    runtime.memory.remove(address_of(pointer));
    runtime.pools.note_given(address_of(pointer));
    const auto perform = [address = address_of(pointer)](const WorkQueue::Work& work) {
      work.connection.request<Opcode::release>({address});
    };
    runtime.streams.enqueue(stream, perform, {}, device);
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return run_call([&](Runtime& runtime) {
    expect(pool != nullptr && properties != nullptr);
    runtime.devices.connection();
    expect_supported(runtime, *properties);
    MemoryPool made;
    made.device = properties->location.id;
    made.most_bytes = properties->maxSize;
    *pool = handle_of(runtime.pools.add(made));
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    runtime.pools.remove(runtime.pools.get(pool));
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t kept_bytes) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    runtime.pools.get(pool).trim(kept_bytes);
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return run_call([&](Runtime& runtime) {
    expect(value != nullptr);
    runtime.devices.connection();
    const std::uint64_t found = get(runtime.pools.get(pool), attribute);
    std::memcpy(value, &found, is_int(attribute) ? sizeof(int) : sizeof found);  // little endian
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return run_call([&](Runtime& runtime) {
    expect(value != nullptr);
    runtime.devices.connection();
    std::uint64_t wanted = 0;
    std::memcpy(&wanted, value, is_int(attribute) ? sizeof(int) : sizeof wanted);
    set(runtime.pools.get(pool), attribute, wanted);
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle, const cudaMemAccessDesc* accesses,
                                 std::size_t count) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    MemoryPool& pool = runtime.pools.get(handle);
    expect(accesses != nullptr && count != 0);
    unsigned granted = pool.granted;
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [location, flags] = accesses[i];
      expect(location.type == cudaMemLocationTypeDevice);
      runtime.devices.expect_device(location.id);
      if (flags == cudaMemAccessFlagsProtRead) {
        report_unsupported(runtime, "cudaMemPoolSetAccess for reading alone");
      }
      expect(flags == cudaMemAccessFlagsProtReadWrite || flags == cudaMemAccessFlagsProtNone);
      const unsigned bit = 1U << static_cast<unsigned>(location.id);
      const bool is_granted = flags == cudaMemAccessFlagsProtReadWrite;
      // A device cannot be kept from its own memory.
      expect(is_granted || location.id != pool.device);
      granted = is_granted ? granted | bit : granted & ~bit;
    }
    runtime.queue.perform_all();  // with the access that it was launched with
    pool.granted = static_cast<std::uint8_t>(granted);
    for (const std::uint64_t address : runtime.pools.addresses_of(pool)) {
      set_grant(runtime, pool, address);
    }
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t handle,
                                 cudaMemLocation* location) {
  return run_call([&](Runtime& runtime) {
    expect(flags != nullptr && location != nullptr);
    runtime.devices.connection();
    const MemoryPool& pool = runtime.pools.get(handle);
    expect(location->type == cudaMemLocationTypeDevice);
    runtime.devices.expect_device(location->id);
    const bool is_granted = location->id == pool.device || (pool.granted >> location->id & 1) != 0;
    *flags = is_granted ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return run_call([&](Runtime& runtime) {
    expect(pool != nullptr);
    runtime.devices.expect_device(device);
    *pool = handle_of(runtime.pools.standard(device));
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return run_call([&](Runtime& runtime) {
    expect(pool != nullptr);
    runtime.devices.expect_device(device);
    *pool = handle_of(runtime.pools.current(device));
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.expect_device(device);
    MemoryPool& wanted = runtime.pools.get(pool);
    expect(wanted.device == device);
    runtime.pools.set_current(wanted);
  });
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                                     cudaMemAllocationType type) {
  return run_call([&](Runtime& runtime) {
    expect(pool != nullptr);
    runtime.devices.connection();
    expect_device_memory(runtime, location, type);
    *pool = handle_of(runtime.pools.standard(location->id));
  });
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                              cudaMemAllocationType type) {
  return run_call([&](Runtime& runtime) {
    expect(pool != nullptr);
    runtime.devices.connection();
    expect_device_memory(runtime, location, type);
    *pool = handle_of(runtime.pools.current(location->id));
  });
}

cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type,
                              cudaMemPool_t pool) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    expect_device_memory(runtime, location, type);
    MemoryPool& wanted = runtime.pools.get(pool);
    expect(wanted.device == location->id);
    runtime.pools.set_current(wanted);
  });
}
