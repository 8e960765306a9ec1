// The forms that CUDA 13 gave to calls, under the names that they have in CUDA 12's library. Not to
// be included along with cuda_runtime_api.h, which has them under CUDA 13's names.
#pragma once

#include <driver_types.h>

#include <cstddef>

extern "C" {

cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                        std::size_t count);
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* before, const cudaGraphEdgeData* data,
                                std::size_t count, cudaGraphNodeParams* parameters);
cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 cudaGraphEdgeData* data, std::size_t* count);
cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                            cudaGraphEdgeData* data, std::size_t* count);
cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                              cudaGraphEdgeData* data, std::size_t* count);
cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                           const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                           std::size_t count);
cudaError_t cudaMemAdvise_v2(const void* pointer, std::size_t size, cudaMemoryAdvise advice,
                             cudaMemLocation location);
cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, std::size_t size, cudaMemLocation location,
                                    unsigned flags, cudaStream_t stream);
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                        unsigned long long* id, cudaGraph_t* graph,
                                        const cudaGraphNode_t** nodes,
                                        const cudaGraphEdgeData** data, std::size_t* count);
cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                   const cudaGraphEdgeData* data, std::size_t count,
                                                   unsigned flags);

// Both libraries' cudaMemcpyBatchAsync does this; CUDA 12's has one more parameter.
cudaError_t warpscope_memcpy_batch(void* const* targets, const void* const* sources,
                                   const std::size_t* sizes, std::size_t count,
                                   cudaMemcpyAttributes* attributes,
                                   std::size_t* first_of_attributes, std::size_t attribute_count,
                                   cudaStream_t stream);

// Calls that are the same in both.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t first, cudaEvent_t second);
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);

}  // extern "C"
