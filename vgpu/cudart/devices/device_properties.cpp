// cudaDeviceProp, from the attributes.
#include <algorithm>
#include <array>
#include <cstring>

#include "vgpu/cudart/devices/device_figures.h"

namespace warpscope::cudart {
namespace {

struct Field {
  int cudaDeviceProp::*member;
  cudaDeviceAttr attribute;
};
struct SizeField {
  std::size_t cudaDeviceProp::*member;
  cudaDeviceAttr attribute;
};
constexpr std::array kFields{
    Field{&cudaDeviceProp::integrated, cudaDevAttrIntegrated},
    Field{&cudaDeviceProp::canMapHostMemory, cudaDevAttrCanMapHostMemory},
    Field{&cudaDeviceProp::maxTexture1D, cudaDevAttrMaxTexture1DWidth},
    Field{&cudaDeviceProp::maxTexture1DMipmap, cudaDevAttrMaxTexture1DMipmappedWidth},
    Field{&cudaDeviceProp::maxTextureCubemap, cudaDevAttrMaxTextureCubemapWidth},
    Field{&cudaDeviceProp::maxSurface1D, cudaDevAttrMaxSurface1DWidth},
    Field{&cudaDeviceProp::maxSurfaceCubemap, cudaDevAttrMaxSurfaceCubemapWidth},
    Field{&cudaDeviceProp::concurrentKernels, cudaDevAttrConcurrentKernels},
    Field{&cudaDeviceProp::ECCEnabled, cudaDevAttrEccEnabled},
    Field{&cudaDeviceProp::pciBusID, cudaDevAttrPciBusId},
    Field{&cudaDeviceProp::pciDeviceID, cudaDevAttrPciDeviceId},
    Field{&cudaDeviceProp::pciDomainID, cudaDevAttrPciDomainId},
    Field{&cudaDeviceProp::tccDriver, cudaDevAttrTccDriver},
    Field{&cudaDeviceProp::asyncEngineCount, cudaDevAttrAsyncEngineCount},
    Field{&cudaDeviceProp::unifiedAddressing, cudaDevAttrUnifiedAddressing},
    Field{&cudaDeviceProp::memoryBusWidth, cudaDevAttrGlobalMemoryBusWidth},
    Field{&cudaDeviceProp::l2CacheSize, cudaDevAttrL2CacheSize},
    Field{&cudaDeviceProp::persistingL2CacheMaxSize, cudaDevAttrMaxPersistingL2CacheSize},
    Field{&cudaDeviceProp::maxThreadsPerMultiProcessor, cudaDevAttrMaxThreadsPerMultiProcessor},
    Field{&cudaDeviceProp::streamPrioritiesSupported, cudaDevAttrStreamPrioritiesSupported},
    Field{&cudaDeviceProp::globalL1CacheSupported, cudaDevAttrGlobalL1CacheSupported},
    Field{&cudaDeviceProp::localL1CacheSupported, cudaDevAttrLocalL1CacheSupported},
    Field{&cudaDeviceProp::regsPerMultiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor},
    Field{&cudaDeviceProp::managedMemory, cudaDevAttrManagedMemory},
    Field{&cudaDeviceProp::isMultiGpuBoard, cudaDevAttrIsMultiGpuBoard},
    Field{&cudaDeviceProp::multiGpuBoardGroupID, cudaDevAttrMultiGpuBoardGroupID},
    Field{&cudaDeviceProp::hostNativeAtomicSupported, cudaDevAttrHostNativeAtomicSupported},
    Field{&cudaDeviceProp::pageableMemoryAccess, cudaDevAttrPageableMemoryAccess},
    Field{&cudaDeviceProp::concurrentManagedAccess, cudaDevAttrConcurrentManagedAccess},
    Field{&cudaDeviceProp::computePreemptionSupported, cudaDevAttrComputePreemptionSupported},
    Field{&cudaDeviceProp::canUseHostPointerForRegisteredMem,
          cudaDevAttrCanUseHostPointerForRegisteredMem},
    Field{&cudaDeviceProp::cooperativeLaunch, cudaDevAttrCooperativeLaunch},
    Field{&cudaDeviceProp::pageableMemoryAccessUsesHostPageTables,
          cudaDevAttrPageableMemoryAccessUsesHostPageTables},
    Field{&cudaDeviceProp::directManagedMemAccessFromHost,
          cudaDevAttrDirectManagedMemAccessFromHost},
    Field{&cudaDeviceProp::maxBlocksPerMultiProcessor, cudaDevAttrMaxBlocksPerMultiprocessor},
    Field{&cudaDeviceProp::accessPolicyMaxWindowSize, cudaDevAttrMaxAccessPolicyWindowSize},
    Field{&cudaDeviceProp::hostRegisterSupported, cudaDevAttrHostRegisterSupported},
    Field{&cudaDeviceProp::sparseCudaArraySupported, cudaDevAttrSparseCudaArraySupported},
    Field{&cudaDeviceProp::hostRegisterReadOnlySupported, cudaDevAttrHostRegisterReadOnlySupported},
    Field{&cudaDeviceProp::timelineSemaphoreInteropSupported,
          cudaDevAttrTimelineSemaphoreInteropSupported},
    Field{&cudaDeviceProp::memoryPoolsSupported, cudaDevAttrMemoryPoolsSupported},
    Field{&cudaDeviceProp::gpuDirectRDMASupported, cudaDevAttrGPUDirectRDMASupported},
    Field{&cudaDeviceProp::gpuDirectRDMAWritesOrdering, cudaDevAttrGPUDirectRDMAWritesOrdering},
    Field{&cudaDeviceProp::deferredMappingCudaArraySupported,
          cudaDevAttrDeferredMappingCudaArraySupported},
    Field{&cudaDeviceProp::ipcEventSupported, cudaDevAttrIpcEventSupport},
    Field{&cudaDeviceProp::clusterLaunch, cudaDevAttrClusterLaunch},
    Field{&cudaDeviceProp::deviceNumaConfig, cudaDevAttrNumaConfig},
    Field{&cudaDeviceProp::deviceNumaId, cudaDevAttrNumaId},
    Field{&cudaDeviceProp::mpsEnabled, cudaDevAttrMpsEnabled},
    Field{&cudaDeviceProp::hostNumaId, cudaDevAttrHostNumaId},
    Field{&cudaDeviceProp::hostNumaMultinodeIpcSupported, cudaDevAttrHostNumaMultinodeIpcSupported},
    Field{&cudaDeviceProp::multiProcessorCount, cudaDevAttrMultiProcessorCount},
    Field{&cudaDeviceProp::maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock},
    Field{&cudaDeviceProp::regsPerBlock, cudaDevAttrMaxRegistersPerBlock},
    Field{&cudaDeviceProp::warpSize, cudaDevAttrWarpSize},
    Field{&cudaDeviceProp::major, cudaDevAttrComputeCapabilityMajor},
    Field{&cudaDeviceProp::minor, cudaDevAttrComputeCapabilityMinor},
};
constexpr std::array kSizeFields{
    SizeField{&cudaDeviceProp::textureAlignment, cudaDevAttrTextureAlignment},
    SizeField{&cudaDeviceProp::texturePitchAlignment, cudaDevAttrTexturePitchAlignment},
    SizeField{&cudaDeviceProp::surfaceAlignment, cudaDevAttrSurfaceAlignment},
    SizeField{&cudaDeviceProp::sharedMemPerMultiprocessor,
              cudaDevAttrMaxSharedMemoryPerMultiprocessor},
    SizeField{&cudaDeviceProp::sharedMemPerBlockOptin, cudaDevAttrMaxSharedMemoryPerBlockOptin},
    SizeField{&cudaDeviceProp::reservedSharedMemPerBlock, cudaDevAttrReservedSharedMemoryPerBlock},
    SizeField{&cudaDeviceProp::sharedMemPerBlock, cudaDevAttrMaxSharedMemoryPerBlock},
    SizeField{&cudaDeviceProp::memPitch, cudaDevAttrMaxPitch},
    SizeField{&cudaDeviceProp::totalConstMem, cudaDevAttrTotalConstantMemory},
};

}  // namespace

cudaDeviceProp properties_of(const device::DeviceDescription& device, int ordinal) {
  const auto of = [&](cudaDeviceAttr attribute) {
    return attribute_of(device, ordinal, attribute);
  };
  const auto fill = [&](auto& extents, auto... attributes) {
    std::size_t i = 0;
    ((extents[i++] = of(attributes)), ...);
  };
  cudaDeviceProp p{};
  std::memcpy(p.name, device.name.data(), std::min(device.name.size(), sizeof p.name - 1));
  // Made of the name of this project and the device's number; a real one has random bytes.
  std::memcpy(p.uuid.bytes, "warpscope GPU", 13);
  p.uuid.bytes[15] = static_cast<char>(ordinal);
  p.totalGlobalMem = device.memory_bytes;
  p.unifiedFunctionPointers = 1;
  for (const Field& field : kFields) p.*field.member = of(field.attribute);
  for (const SizeField& field : kSizeFields) {
    p.*field.member = static_cast<std::size_t>(of(field.attribute));
  }
  p.gpuDirectRDMAFlushWritesOptions =
      static_cast<unsigned>(of(cudaDevAttrGPUDirectRDMAFlushWritesOptions));
  p.memoryPoolSupportedHandleTypes =
      static_cast<unsigned>(of(cudaDevAttrMemoryPoolSupportedHandleTypes));
  p.gpuPciDeviceID = static_cast<unsigned>(of(cudaDevAttrGpuPciDeviceId));
  p.gpuPciSubsystemID = static_cast<unsigned>(of(cudaDevAttrGpuPciSubsystemId));
  fill(p.maxTexture2D, cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight);
  fill(p.maxTexture2DMipmap, cudaDevAttrMaxTexture2DMipmappedWidth,
       cudaDevAttrMaxTexture2DMipmappedHeight);
  fill(p.maxTexture2DLinear, cudaDevAttrMaxTexture2DLinearWidth,
       cudaDevAttrMaxTexture2DLinearHeight, cudaDevAttrMaxTexture2DLinearPitch);
  fill(p.maxTexture2DGather, cudaDevAttrMaxTexture2DGatherWidth,
       cudaDevAttrMaxTexture2DGatherHeight);
  fill(p.maxTexture3D, cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight,
       cudaDevAttrMaxTexture3DDepth);
  fill(p.maxTexture3DAlt, cudaDevAttrMaxTexture3DWidthAlt, cudaDevAttrMaxTexture3DHeightAlt,
       cudaDevAttrMaxTexture3DDepthAlt);
  fill(p.maxTexture1DLayered, cudaDevAttrMaxTexture1DLayeredWidth,
       cudaDevAttrMaxTexture1DLayeredLayers);
  fill(p.maxTexture2DLayered, cudaDevAttrMaxTexture2DLayeredWidth,
       cudaDevAttrMaxTexture2DLayeredHeight, cudaDevAttrMaxTexture2DLayeredLayers);
  fill(p.maxTextureCubemapLayered, cudaDevAttrMaxTextureCubemapLayeredWidth,
       cudaDevAttrMaxTextureCubemapLayeredLayers);
  fill(p.maxSurface2D, cudaDevAttrMaxSurface2DWidth, cudaDevAttrMaxSurface2DHeight);
  fill(p.maxSurface3D, cudaDevAttrMaxSurface3DWidth, cudaDevAttrMaxSurface3DHeight,
       cudaDevAttrMaxSurface3DDepth);
  fill(p.maxSurface1DLayered, cudaDevAttrMaxSurface1DLayeredWidth,
       cudaDevAttrMaxSurface1DLayeredLayers);
  fill(p.maxSurface2DLayered, cudaDevAttrMaxSurface2DLayeredWidth,
       cudaDevAttrMaxSurface2DLayeredHeight, cudaDevAttrMaxSurface2DLayeredLayers);
  fill(p.maxSurfaceCubemapLayered, cudaDevAttrMaxSurfaceCubemapLayeredWidth,
       cudaDevAttrMaxSurfaceCubemapLayeredLayers);
  fill(p.maxThreadsDim, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ);
  fill(p.maxGridSize, cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ);
  return p;
}

}  // namespace warpscope::cudart
