// Managed memory, and advice about it.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/devices/unsupported.h"
#include "vgpu/cudart/memory/memory_advice.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/memory/shared_pages.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/watch/host_watch.h"

using warpscope::cudart::address_of;
using warpscope::cudart::Advice;
using warpscope::cudart::CudaFailure;
using warpscope::cudart::expect;
using warpscope::cudart::MemoryBlock;
using warpscope::cudart::MemoryKind;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::cudart::WorkQueue;

namespace {

void expect_managed(const Runtime& runtime, const void* pointer, std::size_t bytes) {
  const MemoryBlock* block = bytes == 0 ? nullptr : runtime.memory.find(pointer, bytes);
  expect(block != nullptr && block->is_managed());
}

bool is_host(const cudaMemLocation& location) {
  return location.type == cudaMemLocationTypeHost || location.type == cudaMemLocationTypeHostNuma ||
         location.type == cudaMemLocationTypeHostNumaCurrent;
}

void expect_location(Runtime& runtime, const cudaMemLocation& location) {
  if (is_host(location)) return;
  expect(location.type == cudaMemLocationTypeDevice);
  runtime.devices.expect_device(location.id);
}

bool is_same(const cudaMemLocation& a, const cudaMemLocation& b) {
  return a.type == b.type && a.id == b.id;
}

/// The id that the older form of an attribute has for a location.
int device_id(const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeDevice) return location.id;
  return is_host(location) ? cudaCpuDeviceId : cudaInvalidDeviceId;
}

/// The location that all of a range has, or none.
cudaMemLocation common_location(const std::vector<Advice>& advice, cudaMemLocation Advice::*which) {
  const cudaMemLocation& first = advice.front().*which;
  const bool is_common = std::all_of(advice.begin(), advice.end(),
                                     [&](const Advice& a) { return is_same(a.*which, first); });
  return is_common ? first : cudaMemLocation{cudaMemLocationTypeInvalid, cudaInvalidDeviceId};
}

void get_accessed_by(const std::vector<Advice>& advice, int* ids, std::size_t count) {
  expect(count != 0);
  std::fill_n(ids, count, cudaInvalidDeviceId);
  std::size_t used = 0;
  const auto add_if = [&](int id, auto&& is_so) {
    if (std::all_of(advice.begin(), advice.end(), is_so) && used < count) ids[used++] = id;
  };
  for (int device = 0; device < static_cast<int>(warpscope::device::kMostDevices); ++device) {
    add_if(device, [&](const Advice& a) { return (a.accessed_by_devices >> device & 1) != 0; });
  }
  add_if(cudaCpuDeviceId, [](const Advice& a) { return a.is_accessed_by_host; });
}

void get_attribute(const std::vector<Advice>& advice, cudaMemRangeAttribute attribute, void* data,
                   std::size_t data_bytes) {
  expect(data != nullptr && data_bytes % sizeof(int) == 0);
  int* values = static_cast<int*>(data);
  if (attribute == cudaMemRangeAttributeAccessedBy) {
    return get_accessed_by(advice, values, data_bytes / sizeof(int));
  }
  expect(data_bytes == sizeof(int));
  const cudaMemLocation preferred = common_location(advice, &Advice::preferred);
  const cudaMemLocation prefetched = common_location(advice, &Advice::last_prefetch);
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      *values = std::all_of(advice.begin(), advice.end(),
                            [](const Advice& a) { return a.is_read_mostly; })
                    ? 1
                    : 0;
      return;
    case cudaMemRangeAttributePreferredLocation:
      *values = device_id(preferred);
      return;
    case cudaMemRangeAttributeLastPrefetchLocation:
      *values = device_id(prefetched);
      return;
    case cudaMemRangeAttributePreferredLocationType:
      *values = preferred.type;
      return;
    case cudaMemRangeAttributePreferredLocationId:
      *values = preferred.id;
      return;
    case cudaMemRangeAttributeLastPrefetchLocationType:
      *values = prefetched.type;
      return;
    case cudaMemRangeAttributeLastPrefetchLocationId:
      *values = prefetched.id;
      return;
    default:
      throw CudaFailure(cudaErrorInvalidValue);
  }
}

std::vector<Advice> advice_for(const Runtime& runtime, const void* pointer, std::size_t bytes) {
  expect_managed(runtime, pointer, bytes);
  std::vector<Advice> advice;
  runtime.advice.visit(address_of(pointer), address_of(pointer) + bytes,
                       [&](const Advice& each) { advice.push_back(each); });
  return advice;
}

void apply(Advice& to, cudaMemoryAdvise advice, const cudaMemLocation& location) {
  const bool is_set = advice == cudaMemAdviseSetAccessedBy;
  switch (advice) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      to.is_read_mostly = advice == cudaMemAdviseSetReadMostly;
      return;
    case cudaMemAdviseSetPreferredLocation:
      to.preferred = location;
      return;
    case cudaMemAdviseUnsetPreferredLocation:
      to.preferred = Advice{}.preferred;
      return;
    case cudaMemAdviseSetAccessedBy:
    case cudaMemAdviseUnsetAccessedBy: {
      if (is_host(location)) {
        to.is_accessed_by_host = is_set;
        return;
      }
      const unsigned bit = 1U << static_cast<unsigned>(location.id);
      const unsigned others = to.accessed_by_devices & ~bit;
      to.accessed_by_devices = static_cast<std::uint8_t>(others | (is_set ? bit : 0));
      return;
    }
  }
}

}  // namespace

cudaError_t cudaMallocManaged(void** pointer, std::size_t size, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    runtime.captures.expect_safe_call();
    expect(pointer != nullptr);
    expect(flags == cudaMemAttachGlobal || flags == cudaMemAttachHost);
    auto& connection = runtime.devices.connection();
    *pointer = nullptr;
    if (size == 0) return;
    void* memory = runtime.shared_pages.allocate(connection, size);
    runtime.memory.add({address_of(memory), size, MemoryKind::managed, flags, connection.number(),
                        runtime.watch.site()});
    *pointer = memory;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream_handle, void* pointer, std::size_t size,
                                     unsigned flags) {
  return run_call([&](Runtime& runtime) {
    auto& stream = runtime.streams.stream(stream_handle);
    runtime.devices.connection();
    const MemoryBlock* block = runtime.memory.at(pointer);
    expect(block != nullptr && block->is_managed());
    expect(size == 0 || size == block->size_bytes);
    expect(flags == cudaMemAttachGlobal || flags == cudaMemAttachHost ||
           flags == cudaMemAttachSingle);
    // A single stream's memory cannot be that of the legacy default stream.
    expect(flags != cudaMemAttachSingle || !runtime.streams.is_legacy(stream));
    runtime.streams.enqueue(stream, [](const WorkQueue::Work&) {});
  });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t size, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream_handle) {
  return run_call([&](Runtime& runtime) {
    auto& stream = runtime.streams.stream(stream_handle);
    runtime.devices.connection();
    expect(flags == 0);
    expect_managed(runtime, pointer, size);
    expect_location(runtime, location);
    runtime.advice.change(address_of(pointer), address_of(pointer) + size,
                          [&](Advice& advice) { advice.last_prefetch = location; });
    runtime.streams.enqueue(stream, [](const WorkQueue::Work&) {});
  });
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t size, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    expect(advice >= cudaMemAdviseSetReadMostly && advice <= cudaMemAdviseUnsetAccessedBy);
    expect_managed(runtime, pointer, size);
    const bool has_location = advice == cudaMemAdviseSetPreferredLocation ||
                              advice == cudaMemAdviseSetAccessedBy ||
                              advice == cudaMemAdviseUnsetAccessedBy;
    if (has_location) expect_location(runtime, location);
    runtime.advice.change(address_of(pointer), address_of(pointer) + size,
                          [&](Advice& to) { apply(to, advice, location); });
  });
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t data_bytes,
                                     cudaMemRangeAttribute attribute, const void* pointer,
                                     std::size_t size) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    get_attribute(advice_for(runtime, pointer, size), attribute, data, data_bytes);
  });
}

cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* data_bytes,
                                      cudaMemRangeAttribute* attributes, std::size_t count,
                                      const void* pointer, std::size_t size) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    expect(data != nullptr && data_bytes != nullptr && attributes != nullptr && count != 0);
    const std::vector<Advice> advice = advice_for(runtime, pointer, size);
    for (std::size_t i = 0; i < count; ++i) {
      get_attribute(advice, attributes[i], data[i], data_bytes[i]);
    }
  });
}

extern "C" {

// The calls that nvcc gives a program compiled with --default-stream per-thread.
cudaError_t cudaMemPrefetchAsync_ptsz(const void* pointer, std::size_t size,
                                      cudaMemLocation location, unsigned flags,
                                      cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, size, location, flags,
                              warpscope::cudart::per_thread_default(stream));
}

cudaError_t cudaStreamAttachMemAsync_ptsz(cudaStream_t stream, void* pointer, std::size_t size,
                                          unsigned flags) {
  return cudaStreamAttachMemAsync(warpscope::cudart::per_thread_default(stream), pointer, size,
                                  flags);
}

}  // extern "C"
