// The memory calls of programs compiled with --default-stream per-thread: nvcc's headers give the
// calls these names. What the default stream is says streams/streams.h.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/calls/thread_stream_calls.h"

using warpscope::cudart::in_thread_stream;

extern "C" {

cudaError_t cudaFreeAsync_ptsz(void* devPtr, cudaStream_t hStream) {
  return in_thread_stream(cudaFreeAsync, devPtr, hStream);
}
cudaError_t cudaMallocAsync_ptsz(void** devPtr, std::size_t size, cudaStream_t hStream) {
  return in_thread_stream(cudaMallocAsync, devPtr, size, hStream);
}
cudaError_t cudaMallocFromPoolAsync_ptsz(void** ptr, std::size_t size, cudaMemPool_t memPool,
                                         cudaStream_t stream) {
  return in_thread_stream(cudaMallocFromPoolAsync, ptr, size, memPool, stream);
}
cudaError_t cudaMemDiscardAndPrefetchBatchAsync_ptsz(
    void** dptrs, std::size_t* sizes, std::size_t count, cudaMemLocation* prefetchLocs,
    std::size_t* prefetchLocIdxs, std::size_t numPrefetchLocs, unsigned long long flags,
    cudaStream_t stream) {
  return in_thread_stream(cudaMemDiscardAndPrefetchBatchAsync, dptrs, sizes, count, prefetchLocs,
                          prefetchLocIdxs, numPrefetchLocs, flags, stream);
}
cudaError_t cudaMemDiscardBatchAsync_ptsz(void** dptrs, std::size_t* sizes, std::size_t count,
                                          unsigned long long flags, cudaStream_t stream) {
  return in_thread_stream(cudaMemDiscardBatchAsync, dptrs, sizes, count, flags, stream);
}
cudaError_t cudaMemPrefetchBatchAsync_ptsz(void** dptrs, std::size_t* sizes, std::size_t count,
                                           cudaMemLocation* prefetchLocs,
                                           std::size_t* prefetchLocIdxs,
                                           std::size_t numPrefetchLocs, unsigned long long flags,
                                           cudaStream_t stream) {
  return in_thread_stream(cudaMemPrefetchBatchAsync, dptrs, sizes, count, prefetchLocs,
                          prefetchLocIdxs, numPrefetchLocs, flags, stream);
}
cudaError_t cudaMemcpy2DArrayToArray_ptds(cudaArray_t dst, std::size_t wOffsetDst,
                                          std::size_t hOffsetDst, cudaArray_const_t src,
                                          std::size_t wOffsetSrc, std::size_t hOffsetSrc,
                                          std::size_t width, std::size_t height,
                                          cudaMemcpyKind kind) {
  return in_thread_stream(cudaMemcpy2DArrayToArray, dst, wOffsetDst, hOffsetDst, src, wOffsetSrc,
                          hOffsetSrc, width, height, kind);
}
cudaError_t cudaMemcpy2DAsync_ptsz(void* dst, std::size_t dpitch, const void* src,
                                   std::size_t spitch, std::size_t width, std::size_t height,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return in_thread_stream(cudaMemcpy2DAsync, dst, dpitch, src, spitch, width, height, kind, stream);
}
cudaError_t cudaMemcpy2DFromArrayAsync_ptsz(void* dst, std::size_t dpitch, cudaArray_const_t src,
                                            std::size_t wOffset, std::size_t hOffset,
                                            std::size_t width, std::size_t height,
                                            cudaMemcpyKind kind, cudaStream_t stream) {
  return in_thread_stream(cudaMemcpy2DFromArrayAsync, dst, dpitch, src, wOffset, hOffset, width,
                          height, kind, stream);
}
cudaError_t cudaMemcpy2DFromArray_ptds(void* dst, std::size_t dpitch, cudaArray_const_t src,
                                       std::size_t wOffset, std::size_t hOffset, std::size_t width,
                                       std::size_t height, cudaMemcpyKind kind) {
  return in_thread_stream(cudaMemcpy2DFromArray, dst, dpitch, src, wOffset, hOffset, width, height,
                          kind);
}
cudaError_t cudaMemcpy2DToArrayAsync_ptsz(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset,
                                          const void* src, std::size_t spitch, std::size_t width,
                                          std::size_t height, cudaMemcpyKind kind,
                                          cudaStream_t stream) {
  return in_thread_stream(cudaMemcpy2DToArrayAsync, dst, wOffset, hOffset, src, spitch, width,
                          height, kind, stream);
}
cudaError_t cudaMemcpy2DToArray_ptds(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset,
                                     const void* src, std::size_t spitch, std::size_t width,
                                     std::size_t height, cudaMemcpyKind kind) {
  return in_thread_stream(cudaMemcpy2DToArray, dst, wOffset, hOffset, src, spitch, width, height,
                          kind);
}
cudaError_t cudaMemcpy2D_ptds(void* dst, std::size_t dpitch, const void* src, std::size_t spitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return in_thread_stream(cudaMemcpy2D, dst, dpitch, src, spitch, width, height, kind);
}
cudaError_t cudaMemcpy3DAsync_ptsz(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return in_thread_stream(cudaMemcpy3DAsync, p, stream);
}
cudaError_t cudaMemcpy3DBatchAsync_ptsz(std::size_t numOps, cudaMemcpy3DBatchOp* opList,
                                        unsigned long long flags, cudaStream_t stream) {
  return in_thread_stream(cudaMemcpy3DBatchAsync, numOps, opList, flags, stream);
}
cudaError_t cudaMemcpy3DPeerAsync_ptsz(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return in_thread_stream(cudaMemcpy3DPeerAsync, p, stream);
}
cudaError_t cudaMemcpy3DPeer_ptds(const cudaMemcpy3DPeerParms* p) {
  return in_thread_stream(cudaMemcpy3DPeer, p);
}
cudaError_t cudaMemcpy3D_ptds(const cudaMemcpy3DParms* p) {
  return in_thread_stream(cudaMemcpy3D, p);
}
cudaError_t cudaMemcpyArrayToArray_ptds(cudaArray_t dst, std::size_t wOffsetDst,
                                        std::size_t hOffsetDst, cudaArray_const_t src,
                                        std::size_t wOffsetSrc, std::size_t hOffsetSrc,
                                        std::size_t count, cudaMemcpyKind kind) {
  return in_thread_stream(cudaMemcpyArrayToArray, dst, wOffsetDst, hOffsetDst, src, wOffsetSrc,
                          hOffsetSrc, count, kind);
}
cudaError_t cudaMemcpyAsync_ptsz(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind,
                                 cudaStream_t stream) {
  return in_thread_stream(cudaMemcpyAsync, dst, src, count, kind, stream);
}
cudaError_t cudaMemcpyBatchAsync_ptsz(void* const* dsts, const void* const* srcs,
                                      const std::size_t* sizes, std::size_t count,
                                      cudaMemcpyAttributes* attrs, std::size_t* attrsIdxs,
                                      std::size_t numAttrs, cudaStream_t stream) {
  return in_thread_stream(cudaMemcpyBatchAsync, dsts, srcs, sizes, count, attrs, attrsIdxs,
                          numAttrs, stream);
}
cudaError_t cudaMemcpyFromArrayAsync_ptsz(void* dst, cudaArray_const_t src, std::size_t wOffset,
                                          std::size_t hOffset, std::size_t count,
                                          cudaMemcpyKind kind, cudaStream_t stream) {
  return in_thread_stream(cudaMemcpyFromArrayAsync, dst, src, wOffset, hOffset, count, kind,
                          stream);
}
cudaError_t cudaMemcpyFromArray_ptds(void* dst, cudaArray_const_t src, std::size_t wOffset,
                                     std::size_t hOffset, std::size_t count, cudaMemcpyKind kind) {
  return in_thread_stream(cudaMemcpyFromArray, dst, src, wOffset, hOffset, count, kind);
}
cudaError_t cudaMemcpyFromSymbolAsync_ptsz(void* dst, const void* symbol, std::size_t count,
                                           std::size_t offset, cudaMemcpyKind kind,
                                           cudaStream_t stream) {
  return in_thread_stream(cudaMemcpyFromSymbolAsync, dst, symbol, count, offset, kind, stream);
}
cudaError_t cudaMemcpyFromSymbol_ptds(void* dst, const void* symbol, std::size_t count,
                                      std::size_t offset, cudaMemcpyKind kind) {
  return in_thread_stream(cudaMemcpyFromSymbol, dst, symbol, count, offset, kind);
}
cudaError_t cudaMemcpyToArrayAsync_ptsz(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset,
                                        const void* src, std::size_t count, cudaMemcpyKind kind,
                                        cudaStream_t stream) {
  return in_thread_stream(cudaMemcpyToArrayAsync, dst, wOffset, hOffset, src, count, kind, stream);
}
cudaError_t cudaMemcpyToArray_ptds(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset,
                                   const void* src, std::size_t count, cudaMemcpyKind kind) {
  return in_thread_stream(cudaMemcpyToArray, dst, wOffset, hOffset, src, count, kind);
}
cudaError_t cudaMemcpyToSymbolAsync_ptsz(const void* symbol, const void* src, std::size_t count,
                                         std::size_t offset, cudaMemcpyKind kind,
                                         cudaStream_t stream) {
  return in_thread_stream(cudaMemcpyToSymbolAsync, symbol, src, count, offset, kind, stream);
}
cudaError_t cudaMemcpyToSymbol_ptds(const void* symbol, const void* src, std::size_t count,
                                    std::size_t offset, cudaMemcpyKind kind) {
  return in_thread_stream(cudaMemcpyToSymbol, symbol, src, count, offset, kind);
}
cudaError_t cudaMemcpy_ptds(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind) {
  return in_thread_stream(cudaMemcpy, dst, src, count, kind);
}
cudaError_t cudaMemset2DAsync_ptsz(void* devPtr, std::size_t pitch, int value, std::size_t width,
                                   std::size_t height, cudaStream_t stream) {
  return in_thread_stream(cudaMemset2DAsync, devPtr, pitch, value, width, height, stream);
}
cudaError_t cudaMemset2D_ptds(void* devPtr, std::size_t pitch, int value, std::size_t width,
                              std::size_t height) {
  return in_thread_stream(cudaMemset2D, devPtr, pitch, value, width, height);
}
cudaError_t cudaMemset3DAsync_ptsz(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent,
                                   cudaStream_t stream) {
  return in_thread_stream(cudaMemset3DAsync, pitchedDevPtr, value, extent, stream);
}
cudaError_t cudaMemset3D_ptds(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) {
  return in_thread_stream(cudaMemset3D, pitchedDevPtr, value, extent);
}
cudaError_t cudaMemsetAsync_ptsz(void* devPtr, int value, std::size_t count, cudaStream_t stream) {
  return in_thread_stream(cudaMemsetAsync, devPtr, value, count, stream);
}
cudaError_t cudaMemset_ptds(void* devPtr, int value, std::size_t count) {
  return in_thread_stream(cudaMemset, devPtr, value, count);
}

}  // extern "C"
