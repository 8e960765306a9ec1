// The calls on streams, events, launches and graphs of programs compiled with --default-stream
// per-thread: nvcc's headers give the calls these names. What the default stream is says
// streams/streams.h.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/calls/thread_stream_calls.h"

using warpscope::cudart::in_thread_stream;

extern "C" {

cudaError_t cudaEventRecordWithFlags_ptsz(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return in_thread_stream(cudaEventRecordWithFlags, event, stream, flags);
}
cudaError_t cudaEventRecord_ptsz(cudaEvent_t event, cudaStream_t stream) {
  return in_thread_stream(cudaEventRecord, event, stream);
}
cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char* symbol, void** funcPtr,
                                                  unsigned cudaVersion, unsigned long long flags,
                                                  cudaDriverEntryPointQueryResult* driverStatus) {
  return in_thread_stream(cudaGetDriverEntryPointByVersion, symbol, funcPtr, cudaVersion, flags,
                          driverStatus);
}
cudaError_t cudaGetDriverEntryPoint_ptsz(const char* symbol, void** funcPtr,
                                         unsigned long long flags,
                                         cudaDriverEntryPointQueryResult* driverStatus) {
  return in_thread_stream(cudaGetDriverEntryPoint, symbol, funcPtr, flags, driverStatus);
}
cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                                cudaGraphInstantiateParams* instantiateParams) {
  return in_thread_stream(cudaGraphInstantiateWithParams, pGraphExec, graph, instantiateParams);
}
cudaError_t cudaGraphLaunch_ptsz(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return in_thread_stream(cudaGraphLaunch, graphExec, stream);
}
cudaError_t cudaGraphUpload_ptsz(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return in_thread_stream(cudaGraphUpload, graphExec, stream);
}
cudaError_t cudaLaunchCooperativeKernel_ptsz(const void* func, dim3 gridDim, dim3 blockDim,
                                             void** args, std::size_t sharedMem,
                                             cudaStream_t stream) {
  return in_thread_stream(cudaLaunchCooperativeKernel, func, gridDim, blockDim, args, sharedMem,
                          stream);
}
cudaError_t cudaLaunchHostFunc_ptsz(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  return in_thread_stream(cudaLaunchHostFunc, stream, fn, userData);
}
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t* config, const void* func,
                                     void** args) {
  return in_thread_stream(cudaLaunchKernelExC, config, func, args);
}
cudaError_t cudaLaunchKernel_ptsz(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                  std::size_t sharedMem, cudaStream_t stream) {
  return in_thread_stream(cudaLaunchKernel, func, gridDim, blockDim, args, sharedMem, stream);
}
cudaError_t cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t* extSemArray,
    const cudaExternalSemaphoreSignalParams* paramsArray, unsigned numExtSems,
    cudaStream_t stream) {
  return in_thread_stream(cudaSignalExternalSemaphoresAsync, extSemArray, paramsArray, numExtSems,
                          stream);
}
cudaError_t cudaStreamAddCallback_ptsz(cudaStream_t stream, cudaStreamCallback_t callback,
                                       void* userData, unsigned flags) {
  return in_thread_stream(cudaStreamAddCallback, stream, callback, userData, flags);
}
cudaError_t cudaStreamBeginCaptureToGraph_ptsz(cudaStream_t stream, cudaGraph_t graph,
                                               const cudaGraphNode_t* dependencies,
                                               const cudaGraphEdgeData* dependencyData,
                                               std::size_t numDependencies,
                                               cudaStreamCaptureMode mode) {
  return in_thread_stream(cudaStreamBeginCaptureToGraph, stream, graph, dependencies,
                          dependencyData, numDependencies, mode);
}
cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return in_thread_stream(cudaStreamBeginCapture, stream, mode);
}
cudaError_t cudaStreamCopyAttributes_ptsz(cudaStream_t dst, cudaStream_t src) {
  return in_thread_stream(cudaStreamCopyAttributes, dst, src);
}
cudaError_t cudaStreamEndCapture_ptsz(cudaStream_t stream, cudaGraph_t* pGraph) {
  return in_thread_stream(cudaStreamEndCapture, stream, pGraph);
}
cudaError_t cudaStreamGetAttribute_ptsz(cudaStream_t hStream, cudaStreamAttrID attr,
                                        cudaStreamAttrValue* value_out) {
  return in_thread_stream(cudaStreamGetAttribute, hStream, attr, value_out);
}
cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t stream,
                                          cudaStreamCaptureStatus* captureStatus_out,
                                          unsigned long long* id_out, cudaGraph_t* graph_out,
                                          const cudaGraphNode_t** dependencies_out,
                                          const cudaGraphEdgeData** edgeData_out,
                                          std::size_t* numDependencies_out) {
  return in_thread_stream(cudaStreamGetCaptureInfo, stream, captureStatus_out, id_out, graph_out,
                          dependencies_out, edgeData_out, numDependencies_out);
}
cudaError_t cudaStreamGetDevice_ptsz(cudaStream_t hStream, int* device) {
  return in_thread_stream(cudaStreamGetDevice, hStream, device);
}
cudaError_t cudaStreamGetFlags_ptsz(cudaStream_t hStream, unsigned* flags) {
  return in_thread_stream(cudaStreamGetFlags, hStream, flags);
}
cudaError_t cudaStreamGetId_ptsz(cudaStream_t hStream, unsigned long long* streamId) {
  return in_thread_stream(cudaStreamGetId, hStream, streamId);
}
cudaError_t cudaStreamGetPriority_ptsz(cudaStream_t hStream, int* priority) {
  return in_thread_stream(cudaStreamGetPriority, hStream, priority);
}
cudaError_t cudaStreamIsCapturing_ptsz(cudaStream_t stream,
                                       cudaStreamCaptureStatus* pCaptureStatus) {
  return in_thread_stream(cudaStreamIsCapturing, stream, pCaptureStatus);
}
cudaError_t cudaStreamQuery_ptsz(cudaStream_t stream) {
  return in_thread_stream(cudaStreamQuery, stream);
}
cudaError_t cudaStreamSetAttribute_ptsz(cudaStream_t hStream, cudaStreamAttrID attr,
                                        const cudaStreamAttrValue* value) {
  return in_thread_stream(cudaStreamSetAttribute, hStream, attr, value);
}
cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream) {
  return in_thread_stream(cudaStreamSynchronize, stream);
}
cudaError_t cudaStreamUpdateCaptureDependencies_ptsz(cudaStream_t stream,
                                                     cudaGraphNode_t* dependencies,
                                                     const cudaGraphEdgeData* dependencyData,
                                                     std::size_t numDependencies, unsigned flags) {
  return in_thread_stream(cudaStreamUpdateCaptureDependencies, stream, dependencies, dependencyData,
                          numDependencies, flags);
}
cudaError_t cudaStreamWaitEvent_ptsz(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return in_thread_stream(cudaStreamWaitEvent, stream, event, flags);
}
cudaError_t cudaWaitExternalSemaphoresAsync_ptsz(const cudaExternalSemaphore_t* extSemArray,
                                                 const cudaExternalSemaphoreWaitParams* paramsArray,
                                                 unsigned numExtSems, cudaStream_t stream) {
  return in_thread_stream(cudaWaitExternalSemaphoresAsync, extSemArray, paramsArray, numExtSems,
                          stream);
}

}  // extern "C"
