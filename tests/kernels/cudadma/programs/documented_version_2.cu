// A user's program after the documentation of version 2: transfers in two phases, which overlap
// with computing, read-only loads, and diagnose.
#include <cstdio>

#include "cudaDMAv2.h"

constexpr int kChunk = 256, kChunks = 8, kComputeThreads = 128, kDmaThreads = 32;

// Manual buffering: one set of DMA threads has the loads of both buffers in flight.
__global__ void manual(const float* in, float* out) {
  __shared__ float buffer0[kChunk], buffer1[kChunk];
  CudaDMASequential<true, 16, 4 * 16, sizeof(buffer0), kDmaThreads> dma0(0, kComputeThreads,
                                                                         kComputeThreads);
  CudaDMASequential<true, 16, 4 * 16, sizeof(buffer1), kDmaThreads> dma1(1, kComputeThreads,
                                                                         kComputeThreads);
  if (dma0.owns_this_thread()) {
    dma0.start_xfer_async<true>(in);
    dma1.start_xfer_async<true>(in + kChunk);
    for (int i = 2; i < kChunks; i += 2) {
      dma0.wait_xfer_finish<true>(buffer0);
      dma0.start_xfer_async<true>(in + i * kChunk);
      dma1.wait_xfer_finish<true>(buffer1);
      dma1.start_xfer_async<true>(in + (i + 1) * kChunk);
    }
    dma0.wait_xfer_finish(buffer0);
    dma1.wait_xfer_finish(buffer1);
  } else {
    dma0.start_async_dma();
    dma1.start_async_dma();
    for (int i = 0; i < kChunks; i += 2) {
      dma0.wait_for_dma_finish();
      for (int j = threadIdx.x; j < kChunk; j += kComputeThreads)
        out[i * kChunk + j] = buffer0[j] + 1;
      if (i + 2 < kChunks) dma0.start_async_dma();
      dma1.wait_for_dma_finish();
      for (int j = threadIdx.x; j < kChunk; j += kComputeThreads)
        out[(i + 1) * kChunk + j] = buffer1[j] + 1;
      if (i + 2 < kChunks) dma1.start_async_dma();
    }
  }
}

// Without DMA threads: the next chunk is on its way while this one is used.
__global__ void in_two_phases(const float* in, float* out) {
  __shared__ float buffer[kChunk];
  CudaDMASequential<false, 16> dma(sizeof(buffer));
  dma.start_xfer_async<true, LOAD_CACHE_STREAMING, STORE_WRITE_BACK>(in);
  for (int i = 0; i < kChunks; ++i) {
    dma.wait_xfer_finish<true, LOAD_CACHE_STREAMING, STORE_WRITE_BACK>(buffer);
    __syncthreads();
    if (i + 1 < kChunks)
      dma.start_xfer_async<true, LOAD_CACHE_STREAMING, STORE_WRITE_BACK>(in + (i + 1) * kChunk);
    for (int j = threadIdx.x; j < kChunk; j += blockDim.x) out[i * kChunk + j] = buffer[j] + 1;
    __syncthreads();
  }
}

static void check(const char* name, float* out) {
  if (cudaDeviceSynchronize() != cudaSuccess) printf("an error, ");
  int wrong = 0;
  for (int i = 0; i < kChunk * kChunks; ++i) {
    if (out[i] != i + 1.0f) ++wrong;
    out[i] = 0;
  }
  printf("%s: %d wrong\n", name, wrong);
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, kChunk * kChunks * sizeof(float));
  cudaMallocManaged(&out, kChunk * kChunks * sizeof(float));
  for (int i = 0; i < kChunk * kChunks; ++i) in[i] = static_cast<float>(i);
  manual<<<1, kComputeThreads + kDmaThreads>>>(in, out);
  check("manual", out);
  in_two_phases<<<1, kComputeThreads>>>(in, out);
  check("in two phases", out);
  CudaDMASequential<>::diagnose(16, 64, 2048, 32, true);
  CudaDMAStrided<>::diagnose(4, 4, 420, 416, 30, true, true);
  CudaDMAIndirect<>::diagnose(8, 32, 64, 64, 300, false);
  CudaDMAStrided<>::diagnose(16, 64, 65536, 64, 2, true);
  CudaDMAIndirect<>::diagnose(16, 64, 1024, 32, true, false);  // without the number of elements
  CudaDMASequential<>::diagnose(16, 40, 2048, 32, true);
}
