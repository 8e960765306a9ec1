// The device: selection, properties, synchronisation, versions.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "vgpu/cudart/api_version.h"
#include "vgpu/cudart/device_figures.h"
#include "vgpu/cudart/runtime.h"

using warpscope::cudart::expect;
using warpscope::cudart::run_call;
using warpscope::cudart::run_query;
using warpscope::cudart::Runtime;
using warpscope::device::DeviceDescription;

namespace {

/// The device's description; CudaFailure with cudaErrorInvalidDevice unless `ordinal` is a device.
const DeviceDescription& description_of(Runtime& runtime, int ordinal) {
  const DeviceDescription& description = runtime.connection().device();
  expect(ordinal == 0, cudaErrorInvalidDevice);
  return description;
}

constexpr unsigned kScheduleFlags = cudaDeviceScheduleMask;

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
  return run_query([&](Runtime& runtime) {
    expect(count != nullptr);
    *count = 0;
    runtime.connection();
    *count = 1;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return run_query([&](Runtime& runtime) {
    expect(device != nullptr);
    runtime.connection();
    *device = 0;
  });
}

cudaError_t cudaSetDevice(int device) {
  return run_call([&](Runtime& runtime) { description_of(runtime, device); });
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
    runtime.connection();
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
    runtime.connection();
    unsigned domain = 0;
    unsigned bus = 0;
    unsigned slot = 0;
    // The domain may be left out.
    if (std::sscanf(text, "%x:%x:%x", &domain, &bus, &slot) != 3) {
      domain = 0;
      expect(std::sscanf(text, "%x:%x", &bus, &slot) == 2);
    }
    expect(domain == 0 && bus == 0 && static_cast<int>(slot) == warpscope::cudart::pci_slot(0),
           cudaErrorInvalidDevice);
    *device = 0;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return run_call([&](Runtime& runtime) {
    expect(can != nullptr);
    description_of(runtime, device);
    description_of(runtime, peer);
    *can = 0;  // a device is no peer of itself
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    description_of(runtime, peer);
    expect(flags == 0);
    expect(false, cudaErrorPeerAccessUnsupported);
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return run_call([&](Runtime& runtime) {
    description_of(runtime, peer);
    expect(false, cudaErrorPeerAccessNotEnabled);
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
  });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return run_call([&](Runtime& runtime) {
    expect(flags != nullptr);
    runtime.connection();
    *flags = runtime.device_flags | cudaDeviceMapHost;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return run_call([&](Runtime& runtime) {
    runtime.connection();
    const unsigned schedule = flags & kScheduleFlags;
    expect((flags & ~static_cast<unsigned>(cudaDeviceMask)) == 0);
    expect(schedule == 0 || (schedule & (schedule - 1)) == 0);  // one of them
    runtime.device_flags = flags;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return run_call([&](Runtime& runtime) {
    runtime.connection();
    if (least != nullptr) *least = warpscope::cudart::kLeastPriority;
    if (greatest != nullptr) *greatest = warpscope::cudart::kGreatestPriority;
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return run_call([&](Runtime& runtime) {
    expect(config != nullptr);
    runtime.connection();
    *config = runtime.cache_preference;
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return run_call([&](Runtime& runtime) {  // a hint
    runtime.connection();
    expect(config >= cudaFuncCachePreferNone && config <= cudaFuncCachePreferEqual);
    runtime.cache_preference = config;
  });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return run_call([&](Runtime& runtime) {
    expect(config != nullptr);
    runtime.connection();
    *config = cudaSharedMemBankSizeFourByte;
  });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return run_call([&](Runtime& runtime) {  // without effect since compute capability 5.0
    runtime.connection();
    expect(config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte);
  });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return run_call([](Runtime& runtime) { runtime.connection(); });
}

cudaError_t cudaDeviceSynchronize() {
  return run_call([](Runtime& runtime) {
    runtime.captures.expect_none();
    runtime.wait_all();
  });
}

cudaError_t cudaDeviceReset() {
  return run_query([](Runtime& runtime) {
    if (runtime.sticky_error != cudaSuccess) {
      // As on an H200: only a new process can use the device again.
      runtime.sticky_error = cudaErrorDevicesUnavailable;
      return;
    }
    runtime.reset();
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
