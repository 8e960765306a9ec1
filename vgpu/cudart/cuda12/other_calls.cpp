// Memory, event and device calls as CUDA 12 has them.
#include <limits>

#include "vgpu/cudart/calls/thread_stream_calls.h"
#include "vgpu/cudart/cuda12/changed_calls.h"

using warpscope::cudart::in_thread_stream;

namespace {

/// CUDA 12's older calls name a device, or the host with -1.
cudaMemLocation location_of(int device) {
  if (device == cudaCpuDeviceId) return {cudaMemLocationTypeHost, 0};
  return {cudaMemLocationTypeDevice, device};
}

}  // namespace

extern "C" {

cudaError_t cudaMemAdvise(const void* pointer, std::size_t size, cudaMemoryAdvise advice,
                          int device) {
  return cudaMemAdvise_v2(pointer, size, advice, location_of(device));
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t size, int device,
                                 cudaStream_t stream) {
  return cudaMemPrefetchAsync_v2(pointer, size, location_of(device), 0, stream);
}
cudaError_t cudaMemPrefetchAsync_ptsz(const void* pointer, std::size_t size, int device,
                                      cudaStream_t stream) {
  return in_thread_stream(cudaMemPrefetchAsync, pointer, size, device, stream);
}

/// A refused batch has no copy to blame: CUDA says so with the largest number.
cudaError_t cudaMemcpyBatchAsync(void** targets, void** sources, std::size_t* sizes,
                                 std::size_t count, cudaMemcpyAttributes* attributes,
                                 std::size_t* first_of_attributes, std::size_t attribute_count,
                                 std::size_t* failed, cudaStream_t stream) {
  if (failed != nullptr) *failed = std::numeric_limits<std::size_t>::max();
  return warpscope_memcpy_batch(targets, sources, sizes, count, attributes, first_of_attributes,
                                attribute_count, stream);
}
cudaError_t cudaMemcpyBatchAsync_ptsz(void** targets, void** sources, std::size_t* sizes,
                                      std::size_t count, cudaMemcpyAttributes* attributes,
                                      std::size_t* first_of_attributes, std::size_t attribute_count,
                                      std::size_t* failed, cudaStream_t stream) {
  return in_thread_stream(cudaMemcpyBatchAsync, targets, sources, sizes, count, attributes,
                          first_of_attributes, attribute_count, failed, stream);
}

cudaError_t cudaEventElapsedTime_v2(float* milliseconds, cudaEvent_t first, cudaEvent_t second) {
  return cudaEventElapsedTime(milliseconds, first, second);
}

// For devices without double: no device of CUDA 12 is one.
cudaError_t cudaSetDoubleForDevice(double* /*value*/) { return cudaSuccess; }
cudaError_t cudaSetDoubleForHost(double* /*value*/) { return cudaSuccess; }

// Older names of the calls for the device.
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
cudaError_t cudaThreadGetLimit(std::size_t* value, cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}
cudaError_t cudaThreadSetLimit(cudaLimit limit, std::size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) {
  return cudaDeviceGetCacheConfig(config);
}
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) {
  return cudaDeviceSetCacheConfig(config);
}

}  // extern "C"
