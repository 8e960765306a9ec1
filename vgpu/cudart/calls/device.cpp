// Devices: selection, properties, peers, synchronisation, versions.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "vgpu/cudart/basics/api_version.h"
#include "vgpu/cudart/calls/device_reset.h"
#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/device_figures.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/watch/host_watch.h"

using warpscope::cudart::CudaFailure;
using warpscope::cudart::current_device;
using warpscope::cudart::expect;
using warpscope::cudart::is_sticky;
using warpscope::cudart::reset_device;
using warpscope::cudart::run_call;
using warpscope::cudart::run_query;
using warpscope::cudart::Runtime;
using warpscope::device::DeviceDescription;
using warpscope::device::Opcode;

namespace {

/// The device's description; CudaFailure with cudaErrorInvalidDevice unless `ordinal` is a device.
const DeviceDescription& description_of(Runtime& runtime, int ordinal) {
  runtime.devices.expect_device(ordinal);
  return runtime.devices.connection(ordinal).device();
}

std::uint8_t bit_of(int device) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(device));
}

/// Tells the current device whether its kernels reach another's memory.
void set_peer_access(Runtime& runtime, int peer, bool is_enabled) {
  runtime.queue.perform_all();  // with the access that it was launched with
  runtime.devices.connection().request<Opcode::set_peer_access>(
      {static_cast<std::uint32_t>(peer), is_enabled});
  std::uint8_t& peers = runtime.devices.settings().peers;
  peers = static_cast<std::uint8_t>(is_enabled ? peers | bit_of(peer) : peers & ~bit_of(peer));
}

constexpr unsigned kScheduleFlags = cudaDeviceScheduleMask;

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
  return run_query([&](Runtime& runtime) {
    expect(count != nullptr);
    *count = 0;
    *count = runtime.devices.count();
  });
}

cudaError_t cudaGetDevice(int* device) {
  return run_query([&](Runtime& runtime) {
    expect(device != nullptr);
    runtime.devices.connection();
    *device = current_device();
  });
}

cudaError_t cudaSetDevice(int device) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.expect_device(device);
    current_device() = device;
  });
}

cudaError_t cudaInitDevice(int device, unsigned flags, unsigned /*device_flags*/) {
  return run_call([&](Runtime& runtime) {
    description_of(runtime, device);
    expect((flags & ~static_cast<unsigned>(cudaInitDeviceFlagsAreValid)) == 0);
  });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  return run_call([&](Runtime& runtime) {
    expect(count >= 0 && (count == 0 || devices != nullptr));
    for (int i = 0; i < count; ++i) description_of(runtime, devices[i]);
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties) {
  return run_call([&](Runtime& runtime) {
    expect(device != nullptr && properties != nullptr);
    runtime.devices.connection();
    *device = 0;  // all virtual devices of a run are the same
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return run_query([&](Runtime& runtime) {
    expect(properties != nullptr);
    *properties = warpscope::cudart::properties_of(description_of(runtime, device), device);
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return run_query([&](Runtime& runtime) {
    expect(value != nullptr);
    *value = warpscope::cudart::attribute_of(description_of(runtime, device), device, attribute);
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int device) {
  return run_call([&](Runtime& runtime) {
    description_of(runtime, device);
    const std::string id = warpscope::cudart::pci_bus_id(device);
    expect(text != nullptr && bytes > static_cast<int>(id.size()));
    std::memcpy(text, id.c_str(), id.size() + 1);
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  return run_call([&](Runtime& runtime) {
    expect(device != nullptr && text != nullptr);
    runtime.devices.connection();
    unsigned domain = 0;
    unsigned bus = 0;
    unsigned slot = 0;
    // The domain may be left out.
    if (std::sscanf(text, "%x:%x:%x", &domain, &bus, &slot) != 3) {
      domain = 0;
      expect(std::sscanf(text, "%x:%x", &bus, &slot) == 2);
    }
    expect(domain == 0 && bus == 0, cudaErrorInvalidDevice);
    int found = 0;
    while (static_cast<int>(slot) != warpscope::cudart::pci_slot(found)) {
      runtime.devices.expect_device(++found);
    }
    *device = found;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return run_call([&](Runtime& runtime) {
    expect(can != nullptr);
    description_of(runtime, device);
    description_of(runtime, peer);
    *can = device == peer ? 0 : 1;  // a device is no peer of itself
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    description_of(runtime, peer);
    expect(flags == 0);
    expect(peer != current_device(), cudaErrorPeerAccessUnsupported);
    const bool is_enabled = (runtime.devices.settings().peers & bit_of(peer)) != 0;
    expect(!is_enabled, cudaErrorPeerAccessAlreadyEnabled);
    set_peer_access(runtime, peer, true);
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return run_call([&](Runtime& runtime) {
    description_of(runtime, peer);
    const bool is_enabled = (runtime.devices.settings().peers & bit_of(peer)) != 0;
    expect(is_enabled, cudaErrorPeerAccessNotEnabled);
    set_peer_access(runtime, peer, false);
  });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device,
                                      int peer) {
  return run_call([&](Runtime& runtime) {
    expect(value != nullptr && attribute >= cudaDevP2PAttrPerformanceRank &&
           attribute <= cudaDevP2PAttrOnlyPartialNativeAtomicSupported);
    description_of(runtime, device);
    description_of(runtime, peer);
    expect(device != peer, cudaErrorInvalidDevice);
    // All pairs are linked alike; only a link without all atomics would be "partial".
    const bool is_so = attribute == cudaDevP2PAttrAccessSupported ||
                       attribute == cudaDevP2PAttrNativeAtomicSupported ||
                       attribute == cudaDevP2PAttrCudaArrayAccessSupported;
    *value = is_so ? 1 : 0;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return run_call([&](Runtime& runtime) {
    expect(flags != nullptr);
    runtime.devices.connection();
    *flags = runtime.devices.settings().flags | cudaDeviceMapHost;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    const unsigned schedule = flags & kScheduleFlags;
    expect((flags & ~static_cast<unsigned>(cudaDeviceMask)) == 0);
    expect(schedule == 0 || (schedule & (schedule - 1)) == 0);  // one of them
    runtime.devices.settings().flags = flags;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    if (least != nullptr) *least = warpscope::cudart::kLeastPriority;
    if (greatest != nullptr) *greatest = warpscope::cudart::kGreatestPriority;
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return run_call([&](Runtime& runtime) {
    expect(config != nullptr);
    runtime.devices.connection();
    *config = runtime.devices.settings().cache_preference;
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return run_call([&](Runtime& runtime) {  // a hint
    runtime.devices.connection();
    expect(config >= cudaFuncCachePreferNone && config <= cudaFuncCachePreferEqual);
    runtime.devices.settings().cache_preference = config;
  });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return run_call([&](Runtime& runtime) {
    expect(config != nullptr);
    runtime.devices.connection();
    *config = cudaSharedMemBankSizeFourByte;
  });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return run_call([&](Runtime& runtime) {  // without effect since compute capability 5.0
    runtime.devices.connection();
    expect(config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte);
  });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return run_call([](Runtime& runtime) { runtime.devices.connection(); });
}

cudaError_t cudaDeviceSynchronize() {
  return run_call([](Runtime& runtime) {
    runtime.captures.expect_none();
    runtime.watch.note_wait();
    runtime.streams.wait_all();
  });
}

cudaError_t cudaDeviceReset() {
  return run_query([](Runtime& runtime) {
    if (runtime.devices.sticky_error != cudaSuccess) {
      // As on an H200: only a new process can use the device again.
      runtime.devices.sticky_error = cudaErrorDevicesUnavailable;
      return;
    }
    try {
      reset_device(runtime);
    } catch (const CudaFailure& failure) {
      // What waited has failed: nobody is told, and the device cannot be used again, as on an H200.
      if (!is_sticky(failure.code())) throw;
      runtime.queue.drop_all();
      runtime.devices.sticky_error = cudaErrorDevicesUnavailable;
    }
  });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return run_query([&](Runtime&) {
    expect(version != nullptr);
    *version = warpscope::cudart::kApiVersion.runtime;
  });
}

cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
