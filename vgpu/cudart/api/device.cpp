// The device: selection, properties, synchronisation, versions.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "vgpu/cudart/runtime.h"
#include "vgpu/cudart/unsupported.h"
#include "vgpu/server/launch_check.h"

using warpscope::cudart::expect;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::device::DeviceDescription;
using warpscope::device::kMaxBlock;
using warpscope::device::kMaxGrid;

namespace {

constexpr int kWarpThreads = 32;
constexpr int kConstantBytes = 65536;

void expect_device_zero(int device) { expect(device == 0, cudaErrorInvalidDevice); }

int as_int(double value) { return static_cast<int>(std::min(value, 2147483647.0)); }

struct Attribute {
  cudaDeviceAttr name;
  int (*value)(const DeviceDescription&);
};

template <auto member>
int figure(const DeviceDescription& device) {
  return as_int(static_cast<double>(device.*member));
}
template <int constant>
int always(const DeviceDescription&) {
  return constant;
}
int clock_khz(const DeviceDescription& device) { return as_int(device.sm_clock_hz / 1000); }

constexpr std::array kAttributes{
    Attribute{cudaDevAttrMaxThreadsPerBlock, figure<&DeviceDescription::max_threads_per_block>},
    Attribute{cudaDevAttrMaxBlockDimX, always<kMaxBlock[0]>},
    Attribute{cudaDevAttrMaxBlockDimY, always<kMaxBlock[1]>},
    Attribute{cudaDevAttrMaxBlockDimZ, always<kMaxBlock[2]>},
    Attribute{cudaDevAttrMaxGridDimX, always<kMaxGrid[0]>},
    Attribute{cudaDevAttrMaxGridDimY, always<kMaxGrid[1]>},
    Attribute{cudaDevAttrMaxGridDimZ, always<kMaxGrid[2]>},
    Attribute{cudaDevAttrMaxSharedMemoryPerBlock,
              figure<&DeviceDescription::shared_per_block_bytes>},
    Attribute{cudaDevAttrMaxSharedMemoryPerBlockOptin,
              figure<&DeviceDescription::shared_per_block_optin_bytes>},
    Attribute{cudaDevAttrMaxSharedMemoryPerMultiprocessor,
              figure<&DeviceDescription::shared_per_sm_bytes>},
    Attribute{cudaDevAttrReservedSharedMemoryPerBlock,
              figure<&DeviceDescription::shared_reserved_per_block_bytes>},
    Attribute{cudaDevAttrTotalConstantMemory, always<kConstantBytes>},
    Attribute{cudaDevAttrWarpSize, always<kWarpThreads>},
    Attribute{cudaDevAttrMaxPitch, always<2147483647>},
    Attribute{cudaDevAttrMaxRegistersPerBlock, figure<&DeviceDescription::registers_per_sm>},
    Attribute{cudaDevAttrMaxRegistersPerMultiprocessor,
              figure<&DeviceDescription::registers_per_sm>},
    Attribute{cudaDevAttrClockRate, clock_khz},
    Attribute{cudaDevAttrMultiProcessorCount, figure<&DeviceDescription::sm_count>},
    Attribute{cudaDevAttrMaxThreadsPerMultiProcessor,
              figure<&DeviceDescription::max_threads_per_sm>},
    Attribute{cudaDevAttrMaxBlocksPerMultiprocessor, figure<&DeviceDescription::max_blocks_per_sm>},
    Attribute{cudaDevAttrL2CacheSize, figure<&DeviceDescription::l2_bytes>},
    Attribute{cudaDevAttrGlobalMemoryBusWidth, figure<&DeviceDescription::memory_bus_bits>},
    Attribute{cudaDevAttrAsyncEngineCount, figure<&DeviceDescription::copy_engines>},
    Attribute{cudaDevAttrComputeCapabilityMajor, figure<&DeviceDescription::compute_major>},
    Attribute{cudaDevAttrComputeCapabilityMinor, figure<&DeviceDescription::compute_minor>},
    Attribute{cudaDevAttrConcurrentKernels, always<1>},
    Attribute{cudaDevAttrUnifiedAddressing, always<1>},
    Attribute{cudaDevAttrGlobalL1CacheSupported, always<1>},
    Attribute{cudaDevAttrLocalL1CacheSupported, always<1>},
    Attribute{cudaDevAttrComputeMode, always<cudaComputeModeDefault>},
    Attribute{cudaDevAttrKernelExecTimeout, always<0>},
    Attribute{cudaDevAttrIntegrated, always<0>},
    Attribute{cudaDevAttrCanMapHostMemory, always<0>},
    Attribute{cudaDevAttrEccEnabled, always<0>},
    Attribute{cudaDevAttrManagedMemory, always<0>},
    Attribute{cudaDevAttrConcurrentManagedAccess, always<0>},
    Attribute{cudaDevAttrPageableMemoryAccess, always<0>},
    Attribute{cudaDevAttrCooperativeLaunch, always<0>},
    Attribute{cudaDevAttrStreamPrioritiesSupported, always<0>},
    Attribute{cudaDevAttrMemoryPoolsSupported, always<0>},
    Attribute{cudaDevAttrHostNativeAtomicSupported, always<0>},
    Attribute{cudaDevAttrComputePreemptionSupported, always<0>},
};

void copy_extents(int* to, const std::array<std::uint32_t, 3>& from) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = static_cast<int>(from.at(i));
}

cudaDeviceProp properties_of(const DeviceDescription& device) {
  cudaDeviceProp p{};
  const std::size_t length = std::min(device.name.size(), sizeof p.name - 1);
  std::memcpy(p.name, device.name.data(), length);
  p.totalGlobalMem = device.memory_bytes;
  p.sharedMemPerBlock = device.shared_per_block_bytes;
  p.regsPerBlock = static_cast<int>(device.registers_per_sm);
  p.warpSize = kWarpThreads;
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = static_cast<int>(device.max_threads_per_block);
  copy_extents(p.maxThreadsDim, kMaxBlock);
  copy_extents(p.maxGridSize, kMaxGrid);
  p.totalConstMem = kConstantBytes;
  p.major = static_cast<int>(device.compute_major);
  p.minor = static_cast<int>(device.compute_minor);
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.multiProcessorCount = static_cast<int>(device.sm_count);
  p.concurrentKernels = 1;
  p.asyncEngineCount = static_cast<int>(device.copy_engines);
  p.unifiedAddressing = 1;
  p.memoryBusWidth = static_cast<int>(device.memory_bus_bits);
  p.l2CacheSize = as_int(static_cast<double>(device.l2_bytes));
  p.maxThreadsPerMultiProcessor = static_cast<int>(device.max_threads_per_sm);
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = device.shared_per_sm_bytes;
  p.regsPerMultiprocessor = static_cast<int>(device.registers_per_sm);
  p.sharedMemPerBlockOptin = device.shared_per_block_optin_bytes;
  p.maxBlocksPerMultiProcessor = static_cast<int>(device.max_blocks_per_sm);
  p.reservedSharedMemPerBlock = device.shared_reserved_per_block_bytes;
  return p;
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
  return run_call([&](Runtime& runtime) {
    expect(count != nullptr);
    *count = 0;
    runtime.connection();
    *count = 1;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return run_call([&](Runtime& runtime) {
    expect(device != nullptr);
    runtime.connection();
    *device = 0;
  });
}

cudaError_t cudaSetDevice(int device) {
  return run_call([&](Runtime& runtime) {
    runtime.connection();
    expect_device_zero(device);
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return run_call([&](Runtime& runtime) {
    expect(properties != nullptr);
    const DeviceDescription& description = runtime.connection().device();
    expect_device_zero(device);
    *properties = properties_of(description);
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return run_call([&](Runtime& runtime) {
    expect(value != nullptr && attribute > 0 && attribute < cudaDevAttrMax);
    const DeviceDescription& description = runtime.connection().device();
    expect_device_zero(device);
    const auto* known =
        std::find_if(kAttributes.begin(), kAttributes.end(),
                     [&](const Attribute& candidate) { return candidate.name == attribute; });
    if (known == kAttributes.end()) {
      warpscope::cudart::report_unsupported(
          runtime, "cudaDeviceGetAttribute with attribute " + std::to_string(attribute));
    }
    *value = known->value(description);
  });
}

cudaError_t cudaDeviceSynchronize() {
  return run_call([](Runtime& runtime) { runtime.wait_all(); });
}

cudaError_t cudaDeviceReset() {
  return run_call([](Runtime& runtime) { runtime.reset(); });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return run_call([&](Runtime&) {
    expect(version != nullptr);
    *version = CUDART_VERSION;
  });
}

cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
