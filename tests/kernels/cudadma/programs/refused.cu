// A kernel for each number or pointer that an object refuses when the kernel runs; the first
// argument chooses one. The test finds the lines that must be reported by the words after "here:".
#include <cstdio>
#include <cstring>

#include "cudaDMA.h"
#include "cudaDMAv2.h"

constexpr int kCompute = 64, kDma = 32;

// One transfer into a buffer, by an object with DMA threads of its own.
template <typename Object, typename... Arguments>
__device__ void once(Object& dma, float* out, float* buffer, Arguments... arguments) {
  if (dma.owns_this_thread()) {
    dma.execute_dma(arguments..., buffer);
  } else {
    dma.start_async_dma();
    dma.wait_for_dma_finish();
    out[threadIdx.x] = buffer[threadIdx.x];
  }
}

__global__ void odd_size(const float* in, float* out, int bytes) {
  __shared__ __align__(16) float buffer[256];
  cudaDMASequential<true, 4> dma(1, kDma, kCompute, kCompute, bytes);  // here: odd_size
  once(dma, out, buffer, in);
}
__global__ void negative_size(const float* in, float* out, int bytes) {
  __shared__ __align__(16) float buffer[256];
  CudaDMAStrided<true, 16> dma(1, kDma, kCompute, kCompute, bytes, 4, 64);  // here: negative_size
  once(dma, out, buffer, in);
}
__global__ void indexed_size(const float* in, float* out, int bytes) {
  __shared__ __align__(16) float buffer[256];
  cudaDMAIndirect<true, true, 16> dma(1, kDma, kCompute, kCompute, bytes, 8);  // here: indexed_size
  once(dma, out, buffer, reinterpret_cast<const int*>(in), in);
}
__global__ void dma_threads(const float* in, float* out, int threads) {
  __shared__ __align__(16) float buffer[256];
  cudaDMASequential<true, 16> dma(1, threads, kCompute, kCompute, 1024);  // here: dma_threads
  once(dma, out, buffer, in);
}
__global__ void dma_start(const float* in, float* out, int start) {
  __shared__ __align__(16) float buffer[256];
  CudaDMASequential<true, 16, 64, 1024, kDma> dma(1, kCompute, start);  // here: dma_start
  once(dma, out, buffer, in);
}
__global__ void no_dma_threads(const float* in, float* out, int /*argument*/) {
  __shared__ __align__(16) float buffer[256];
  cudaDMASequential<true, 16, 1024, kDma> dma(1, kCompute, 96);  // here: no_dma_threads
  once(dma, out, buffer, in);
}
__global__ void total_threads(const float* in, float* out, int /*argument*/) {
  __shared__ __align__(16) float buffer[256];
  cudaDMASequential<false, 16, 1024, 256> dma;  // here: total_threads
  dma.execute_dma(in, buffer);
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x];
}
__global__ void large_element(const float* in, float* out, int bytes) {
  __shared__ __align__(16) float buffer[64], neighbour[64];
  neighbour[threadIdx.x % 64] = 0;
  cudaDMASequential<false, 16> dma(bytes);
  dma.execute_dma(in, buffer);  // here: large_element
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x % 64] + neighbour[threadIdx.x % 64];
}
__global__ void large_source(const float* /*in*/, float* out, int count) {
  __shared__ __align__(16) float buffer[64], neighbour[64];
  buffer[threadIdx.x % 64] = neighbour[threadIdx.x % 64] = 0;
  CudaDMAStrided<false, 16> dma(16, count, 32, 16);
  __syncthreads();
  dma.start_xfer_async(buffer);  // here: large_source
  dma.wait_xfer_finish(out);
  out[64 + threadIdx.x] = neighbour[threadIdx.x % 64];
}
__global__ void local_index(const float* in, float* out, int first) {
  __shared__ __align__(16) float buffer[256];
  int index[8];
  for (int i = 0; i < 8; ++i) index[i] = first - i;
  cudaDMAIndirect<true, false, 16, 64> dma(8);
  dma.execute_dma(index, in, buffer);  // here: local_index
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x];
}

int main(int count, char** arguments) {
  struct {
    const char* name;
    void (*kernel)(const float*, float*, int);
    int argument;
  } const all[] = {{"odd_size", odd_size, 1022},        {"negative_size", negative_size, -64},
                   {"indexed_size", indexed_size, 20},  {"dma_threads", dma_threads, 48},
                   {"dma_start", dma_start, 48},        {"no_dma_threads", no_dma_threads, 0},
                   {"total_threads", total_threads, 0}, {"large_element", large_element, 512},
                   {"large_source", large_source, 9},   {"local_index", local_index, 8}};
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  for (const auto& each : all) {
    if (count < 2 || std::strcmp(arguments[1], each.name) != 0) continue;
    each.kernel<<<1, kCompute + kDma>>>(in, out, each.argument);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
  }
  return 2;
}
