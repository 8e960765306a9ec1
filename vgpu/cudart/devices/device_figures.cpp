#include "vgpu/cudart/devices/device_figures.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "arch/multiprocessor.h"
#include "arch/runtime_limits.h"
#include "vgpu/cudart/basics/failure.h"

namespace warpscope::cudart {
namespace {

using arch::kMaxBlock;
using arch::kMaxGrid;
using arch::kTextureLimits;
using arch::Multiprocessor;
using device::DeviceDescription;

struct Attribute {
  cudaDeviceAttr name;
  int (*value)(const DeviceDescription&, int ordinal);
};

int as_int(double value) { return static_cast<int>(std::min(value, 2147483647.0)); }

template <auto member>
int figure(const DeviceDescription& device, int) {
  return as_int(static_cast<double>(device.*member));
}
template <auto member>
int limit(const DeviceDescription& device, int) {
  return as_int(static_cast<double>(device.sm.*member));
}
template <int constant>
int always(const DeviceDescription&, int) {
  return constant;
}
int pci_slot_of(const DeviceDescription&, int ordinal) { return pci_slot(ordinal); }
int clock_khz(const DeviceDescription& device, int) { return as_int(device.sm_clock_hz / 1000); }
/// Two transfers per clock on every line of the bus.
int memory_clock_khz(const DeviceDescription& device, int) {
  return device.memory_bus_bits == 0
             ? 0
             : as_int(device.dram_bytes_per_s * 8 / device.memory_bus_bits / 2 / 1000);
}
int persisting_l2_bytes(const DeviceDescription& device, int) {
  return as_int(static_cast<double>(arch::persisting_l2_bytes(device.l2_bytes)));
}

constexpr std::array kAttributes{
    Attribute{cudaDevAttrMaxThreadsPerBlock, limit<&Multiprocessor::max_threads_per_block>},
    Attribute{cudaDevAttrMaxBlockDimX, always<kMaxBlock[0]>},
    Attribute{cudaDevAttrMaxBlockDimY, always<kMaxBlock[1]>},
    Attribute{cudaDevAttrMaxBlockDimZ, always<kMaxBlock[2]>},
    Attribute{cudaDevAttrMaxGridDimX, always<kMaxGrid[0]>},
    Attribute{cudaDevAttrMaxGridDimY, always<kMaxGrid[1]>},
    Attribute{cudaDevAttrMaxGridDimZ, always<kMaxGrid[2]>},
    Attribute{cudaDevAttrMaxSharedMemoryPerBlock, limit<&Multiprocessor::shared_per_block_bytes>},
    Attribute{cudaDevAttrTotalConstantMemory, always<arch::kConstantBytes>},
    Attribute{cudaDevAttrWarpSize, always<arch::kWarpThreads>},
    Attribute{cudaDevAttrMaxPitch, always<2147483647>},
    Attribute{cudaDevAttrMaxRegistersPerBlock, limit<&Multiprocessor::registers>},
    Attribute{cudaDevAttrClockRate, clock_khz},
    Attribute{cudaDevAttrTextureAlignment, always<kTextureLimits.alignment_bytes>},
    Attribute{cudaDevAttrGpuOverlap, always<1>},
    Attribute{cudaDevAttrMultiProcessorCount, figure<&DeviceDescription::sm_count>},
    Attribute{cudaDevAttrKernelExecTimeout, always<0>},
    Attribute{cudaDevAttrIntegrated, always<0>},
    Attribute{cudaDevAttrCanMapHostMemory, always<1>},
    Attribute{cudaDevAttrComputeMode, always<cudaComputeModeDefault>},
    Attribute{cudaDevAttrMaxTexture1DWidth, always<kTextureLimits.image_1d[0]>},
    Attribute{cudaDevAttrMaxTexture2DWidth, always<kTextureLimits.image_2d[0]>},
    Attribute{cudaDevAttrMaxTexture2DHeight, always<kTextureLimits.image_2d[1]>},
    Attribute{cudaDevAttrMaxTexture3DWidth, always<kTextureLimits.image_3d[0]>},
    Attribute{cudaDevAttrMaxTexture3DHeight, always<kTextureLimits.image_3d[1]>},
    Attribute{cudaDevAttrMaxTexture3DDepth, always<kTextureLimits.image_3d[2]>},
    Attribute{cudaDevAttrMaxTexture2DLayeredWidth, always<kTextureLimits.layer_2d[0]>},
    Attribute{cudaDevAttrMaxTexture2DLayeredHeight, always<kTextureLimits.layer_2d[1]>},
    Attribute{cudaDevAttrMaxTexture2DLayeredLayers, always<kTextureLimits.layers>},
    Attribute{cudaDevAttrSurfaceAlignment, always<kTextureLimits.alignment_bytes>},
    Attribute{cudaDevAttrConcurrentKernels, always<1>},
    Attribute{cudaDevAttrEccEnabled, always<0>},
    Attribute{cudaDevAttrPciBusId, always<0>},
    Attribute{cudaDevAttrPciDeviceId, pci_slot_of},
    Attribute{cudaDevAttrTccDriver, always<0>},
    Attribute{cudaDevAttrMemoryClockRate, memory_clock_khz},
    Attribute{cudaDevAttrGlobalMemoryBusWidth, figure<&DeviceDescription::memory_bus_bits>},
    Attribute{cudaDevAttrL2CacheSize, figure<&DeviceDescription::l2_bytes>},
    Attribute{cudaDevAttrMaxThreadsPerMultiProcessor, limit<&Multiprocessor::max_threads>},
    Attribute{cudaDevAttrAsyncEngineCount, figure<&DeviceDescription::copy_engines>},
    Attribute{cudaDevAttrUnifiedAddressing, always<1>},
    Attribute{cudaDevAttrMaxTexture1DLayeredWidth, always<kTextureLimits.layer_1d[0]>},
    Attribute{cudaDevAttrMaxTexture1DLayeredLayers, always<kTextureLimits.layers>},
    Attribute{cudaDevAttrMaxTexture2DGatherWidth, always<kTextureLimits.gather_2d[0]>},
    Attribute{cudaDevAttrMaxTexture2DGatherHeight, always<kTextureLimits.gather_2d[1]>},
    Attribute{cudaDevAttrMaxTexture3DWidthAlt, always<kTextureLimits.other_3d[0]>},
    Attribute{cudaDevAttrMaxTexture3DHeightAlt, always<kTextureLimits.other_3d[1]>},
    Attribute{cudaDevAttrMaxTexture3DDepthAlt, always<kTextureLimits.other_3d[2]>},
    Attribute{cudaDevAttrPciDomainId, always<0>},
    Attribute{cudaDevAttrTexturePitchAlignment, always<kTextureLimits.pitch_alignment_bytes>},
    Attribute{cudaDevAttrMaxTextureCubemapWidth, always<kTextureLimits.cubemap>},
    Attribute{cudaDevAttrMaxTextureCubemapLayeredWidth, always<kTextureLimits.cubemap>},
    Attribute{cudaDevAttrMaxTextureCubemapLayeredLayers, always<kTextureLimits.cubemap_layers>},
    Attribute{cudaDevAttrMaxSurface1DWidth, always<arch::kSurface1d[0]>},
    Attribute{cudaDevAttrMaxSurface2DWidth, always<kTextureLimits.image_2d[0]>},
    Attribute{cudaDevAttrMaxSurface2DHeight, always<kTextureLimits.image_2d[1]>},
    Attribute{cudaDevAttrMaxSurface3DWidth, always<kTextureLimits.image_3d[0]>},
    Attribute{cudaDevAttrMaxSurface3DHeight, always<kTextureLimits.image_3d[1]>},
    Attribute{cudaDevAttrMaxSurface3DDepth, always<kTextureLimits.image_3d[2]>},
    Attribute{cudaDevAttrMaxSurface1DLayeredWidth, always<kTextureLimits.layer_1d[0]>},
    Attribute{cudaDevAttrMaxSurface1DLayeredLayers, always<kTextureLimits.layers>},
    Attribute{cudaDevAttrMaxSurface2DLayeredWidth, always<kTextureLimits.layer_2d[0]>},
    Attribute{cudaDevAttrMaxSurface2DLayeredHeight, always<kTextureLimits.layer_2d[1]>},
    Attribute{cudaDevAttrMaxSurface2DLayeredLayers, always<kTextureLimits.layers>},
    Attribute{cudaDevAttrMaxSurfaceCubemapWidth, always<kTextureLimits.cubemap>},
    Attribute{cudaDevAttrMaxSurfaceCubemapLayeredWidth, always<kTextureLimits.cubemap>},
    Attribute{cudaDevAttrMaxSurfaceCubemapLayeredLayers, always<kTextureLimits.cubemap_layers>},
    Attribute{cudaDevAttrMaxTexture1DLinearWidth, always<kTextureLimits.linear_1d[0]>},
    Attribute{cudaDevAttrMaxTexture2DLinearWidth, always<kTextureLimits.linear_2d[0]>},
    Attribute{cudaDevAttrMaxTexture2DLinearHeight, always<kTextureLimits.linear_2d[1]>},
    Attribute{cudaDevAttrMaxTexture2DLinearPitch, always<kTextureLimits.linear_pitch_bytes>},
    Attribute{cudaDevAttrMaxTexture2DMipmappedWidth, always<kTextureLimits.mipmap_2d[0]>},
    Attribute{cudaDevAttrMaxTexture2DMipmappedHeight, always<kTextureLimits.mipmap_2d[1]>},
    Attribute{cudaDevAttrComputeCapabilityMajor, figure<&DeviceDescription::compute_major>},
    Attribute{cudaDevAttrComputeCapabilityMinor, figure<&DeviceDescription::compute_minor>},
    Attribute{cudaDevAttrMaxTexture1DMipmappedWidth, always<kTextureLimits.mipmap_1d[0]>},
    Attribute{cudaDevAttrStreamPrioritiesSupported, always<1>},
    Attribute{cudaDevAttrGlobalL1CacheSupported, always<1>},
    Attribute{cudaDevAttrLocalL1CacheSupported, always<1>},
    Attribute{cudaDevAttrMaxSharedMemoryPerMultiprocessor, limit<&Multiprocessor::shared_bytes>},
    Attribute{cudaDevAttrMaxRegistersPerMultiprocessor, limit<&Multiprocessor::registers>},
    Attribute{cudaDevAttrManagedMemory, always<1>},
    Attribute{cudaDevAttrIsMultiGpuBoard, always<0>},
    Attribute{cudaDevAttrMultiGpuBoardGroupID, always<0>},
    Attribute{cudaDevAttrHostNativeAtomicSupported, always<0>},
    Attribute{cudaDevAttrSingleToDoublePrecisionPerfRatio, always<2>},
    Attribute{cudaDevAttrPageableMemoryAccess, always<0>},
    Attribute{cudaDevAttrConcurrentManagedAccess, always<1>},
    Attribute{cudaDevAttrComputePreemptionSupported, always<0>},
    Attribute{cudaDevAttrCanUseHostPointerForRegisteredMem, always<1>},
    Attribute{cudaDevAttrCooperativeLaunch, always<1>},
    Attribute{cudaDevAttrMaxSharedMemoryPerBlockOptin,
              limit<&Multiprocessor::shared_per_block_optin_bytes>},
    Attribute{cudaDevAttrCanFlushRemoteWrites, always<0>},
    Attribute{cudaDevAttrHostRegisterSupported, always<1>},
    Attribute{cudaDevAttrPageableMemoryAccessUsesHostPageTables, always<0>},
    Attribute{cudaDevAttrDirectManagedMemAccessFromHost, always<0>},
    Attribute{cudaDevAttrMaxBlocksPerMultiprocessor, limit<&Multiprocessor::max_blocks>},
    Attribute{cudaDevAttrMaxPersistingL2CacheSize, persisting_l2_bytes},
    Attribute{cudaDevAttrMaxAccessPolicyWindowSize, always<arch::kAccessWindowBytes>},
    Attribute{cudaDevAttrReservedSharedMemoryPerBlock,
              limit<&Multiprocessor::shared_reserved_per_block_bytes>},
    Attribute{cudaDevAttrSparseCudaArraySupported, always<0>},
    Attribute{cudaDevAttrHostRegisterReadOnlySupported, always<0>},
    Attribute{cudaDevAttrTimelineSemaphoreInteropSupported, always<0>},
    Attribute{cudaDevAttrMemoryPoolsSupported, always<1>},
    Attribute{cudaDevAttrGPUDirectRDMASupported, always<0>},
    Attribute{cudaDevAttrGPUDirectRDMAFlushWritesOptions, always<0>},
    Attribute{cudaDevAttrGPUDirectRDMAWritesOrdering, always<0>},
    Attribute{cudaDevAttrMemoryPoolSupportedHandleTypes, always<0>},
    Attribute{cudaDevAttrClusterLaunch, always<0>},
    Attribute{cudaDevAttrDeferredMappingCudaArraySupported, always<0>},
    Attribute{cudaDevAttrIpcEventSupport, always<0>},
    Attribute{cudaDevAttrMemSyncDomainCount, always<4>},
    Attribute{cudaDevAttrNumaConfig, always<0>},
    Attribute{cudaDevAttrNumaId, always<-1>},
    Attribute{cudaDevAttrMpsEnabled, always<0>},
    Attribute{cudaDevAttrHostNumaId, always<-1>},
    Attribute{cudaDevAttrD3D12CigSupported, always<0>},
    Attribute{cudaDevAttrVulkanCigSupported, always<0>},
    Attribute{cudaDevAttrGpuPciDeviceId, always<0>},
    Attribute{cudaDevAttrGpuPciSubsystemId, always<0>},
    Attribute{cudaDevAttrHostNumaMemoryPoolsSupported, always<0>},
    Attribute{cudaDevAttrHostNumaMultinodeIpcSupported, always<0>},
    Attribute{cudaDevAttrHostMemoryPoolsSupported, always<0>},
    Attribute{cudaDevAttrOnlyPartialHostNativeAtomicSupported, always<0>},
};

}  // namespace

int pci_slot(int ordinal) { return ordinal + 1; }

std::string pci_bus_id(int ordinal) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0000:00:%02x.0",
                static_cast<unsigned>(pci_slot(ordinal)));
  return text.data();
}

int attribute_of(const DeviceDescription& device, int ordinal, cudaDeviceAttr attribute) {
  expect(attribute > 0 && attribute < cudaDevAttrMax);
  const auto* known =
      std::find_if(kAttributes.begin(), kAttributes.end(),
                   [&](const Attribute& candidate) { return candidate.name == attribute; });
  return known == kAttributes.end() ? 0 : known->value(device, ordinal);
}

}  // namespace warpscope::cudart
