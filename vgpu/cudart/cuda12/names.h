// Where CUDA 13 changed a call's parameters, CUDA 12 has the changed form under a name of its own
// and the older form under the plain name. Included ahead of the sources that define or make such
// calls in their changed form, it gives them CUDA 12's name in the object file; the older forms are
// in this folder.
#pragma once

// CUDA 12's programs ask for cudaGetDeviceProperties_v2, whose structure is a third one.
#pragma redefine_extname cudaGetDeviceProperties warpscope_device_properties

#pragma redefine_extname cudaGraphAddDependencies cudaGraphAddDependencies_v2
#pragma redefine_extname cudaGraphAddNode cudaGraphAddNode_v2
#pragma redefine_extname cudaGraphGetEdges cudaGraphGetEdges_v2
#pragma redefine_extname cudaGraphNodeGetDependencies cudaGraphNodeGetDependencies_v2
#pragma redefine_extname cudaGraphNodeGetDependentNodes cudaGraphNodeGetDependentNodes_v2
#pragma redefine_extname cudaGraphRemoveDependencies cudaGraphRemoveDependencies_v2
#pragma redefine_extname cudaMemAdvise cudaMemAdvise_v2
#pragma redefine_extname cudaMemPrefetchAsync cudaMemPrefetchAsync_v2
#pragma redefine_extname cudaMemPrefetchAsync_ptsz cudaMemPrefetchAsync_v2_ptsz
#pragma redefine_extname cudaMemcpyBatchAsync warpscope_memcpy_batch
#pragma redefine_extname cudaMemcpyBatchAsync_ptsz warpscope_memcpy_batch_ptsz
#pragma redefine_extname cudaSignalExternalSemaphoresAsync cudaSignalExternalSemaphoresAsync_v2
#pragma redefine_extname cudaSignalExternalSemaphoresAsync_ptsz \
    cudaSignalExternalSemaphoresAsync_v2_ptsz
#pragma redefine_extname cudaStreamGetCaptureInfo cudaStreamGetCaptureInfo_v3
#pragma redefine_extname cudaStreamGetCaptureInfo_ptsz cudaStreamGetCaptureInfo_v3_ptsz
#pragma redefine_extname cudaStreamUpdateCaptureDependencies cudaStreamUpdateCaptureDependencies_v2
#pragma redefine_extname cudaStreamUpdateCaptureDependencies_ptsz \
    cudaStreamUpdateCaptureDependencies_v2_ptsz
#pragma redefine_extname cudaWaitExternalSemaphoresAsync cudaWaitExternalSemaphoresAsync_v2
#pragma redefine_extname cudaWaitExternalSemaphoresAsync_ptsz \
    cudaWaitExternalSemaphoresAsync_v2_ptsz

#include <driver_types.h>

#include <cstddef>

// The compiler renames what it has seen declared; the toolkit does not declare these.
extern "C" {
cudaError_t cudaMemPrefetchAsync_ptsz(const void* pointer, std::size_t size,
                                      cudaMemLocation location, unsigned flags,
                                      cudaStream_t stream);
cudaError_t cudaMemcpyBatchAsync_ptsz(void* const* targets, const void* const* sources,
                                      const std::size_t* sizes, std::size_t count,
                                      cudaMemcpyAttributes* attributes,
                                      std::size_t* first_of_attributes, std::size_t attribute_count,
                                      cudaStream_t stream);
cudaError_t cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t* semaphores, const cudaExternalSemaphoreSignalParams* parameters,
    unsigned count, cudaStream_t stream);
cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                          unsigned long long* id, cudaGraph_t* graph,
                                          const cudaGraphNode_t** nodes,
                                          const cudaGraphEdgeData** data, std::size_t* count);
cudaError_t cudaStreamUpdateCaptureDependencies_ptsz(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                     const cudaGraphEdgeData* data,
                                                     std::size_t count, unsigned flags);
cudaError_t cudaWaitExternalSemaphoresAsync_ptsz(const cudaExternalSemaphore_t* semaphores,
                                                 const cudaExternalSemaphoreWaitParams* parameters,
                                                 unsigned count, cudaStream_t stream);
}
