// Transfers whose PTX and counters show the six best practices. Kernels have plain names, by which
// the test finds them.
#include <cstdio>
#include <vector>

#include "cudaDMA.h"
#include "cudaDMAv2.h"

constexpr int kDma = 64, kCompute = 64;
constexpr int kElement = 64, kCount = 128, kStride = 192;  // of strided and indirect transfers

// One transfer per round of `object` into `buffer`, which compute threads copy out.
template <typename Object, typename... Index>
__device__ __forceinline__ void rounds_of(Object& object, char* buffer, const char* in, char* out,
                                          int rounds, int step, Index... index) {
  if (object.owns_this_thread()) {
    for (int i = 0; i < rounds; ++i) object.execute_dma(index..., in + i * step, buffer);
  } else {
    for (int i = 0; i < rounds; ++i) {
      object.start_async_dma();
      object.wait_for_dma_finish();
      out[threadIdx.x] = buffer[threadIdx.x];
    }
  }
}

// A step of four loads of each width.
extern "C" __global__ void sequential_4(const char* in, char* out) {
  __shared__ __align__(16) char buffer[4 * 4 * kDma];
  cudaDMASequential<true, 4, sizeof(buffer), kDma> dma(1, kCompute, kCompute);
  rounds_of(dma, buffer, in, out, 1, 0);
}
extern "C" __global__ void sequential_8(const char* in, char* out) {
  __shared__ __align__(16) char buffer[4 * 8 * kDma];
  cudaDMASequential<true, 8, sizeof(buffer), kDma> dma(1, kCompute, kCompute);
  rounds_of(dma, buffer, in, out, 1, 0);
}
extern "C" __global__ void sequential_16(const char* in, char* out) {
  __shared__ __align__(16) char buffer[4 * 16 * kDma];
  cudaDMASequential<true, 16, sizeof(buffer), kDma> dma(1, kCompute, kCompute);
  rounds_of(dma, buffer, in, out, 1, 0);
}
// The same bytes in the same way, but everything is said at run time.
extern "C" __global__ void sequential_16_at_run_time(const char* in, char* out, int bytes,
                                                     int dma_threads, int compute_threads, int id) {
  __shared__ __align__(16) char buffer[4 * 16 * kDma];
  cudaDMASequential<true, 16> dma(id, dma_threads, compute_threads, compute_threads, bytes);
  rounds_of(dma, buffer, in, out, 1, 0);
}
// Eight loads in flight, by the knob.
extern "C" __global__ void sequential_16_with_128_bytes(const char* in, char* out) {
  __shared__ __align__(16) char buffer[8 * 16 * kDma];
  CudaDMASequential<true, 16, 128, sizeof(buffer), kDma> dma(1, kCompute, kCompute);
  rounds_of(dma, buffer, in, out, 1, 0);
}
// Two loads in flight, by the knob, so that the transfer takes two steps.
extern "C" __global__ void sequential_16_with_32_bytes(const char* in, char* out) {
  __shared__ __align__(16) char buffer[4 * 16 * kDma];
  CudaDMASequential<true, 16, 32, sizeof(buffer), kDma> dma(1, kCompute, kCompute);
  rounds_of(dma, buffer, in, out, 1, 0);
}
// Read-only loads and cache qualifiers.
extern "C" __global__ void sequential_16_qualified(const char* in, char* out) {
  __shared__ __align__(16) char buffer[4 * 16 * kDma];
  CudaDMASequential<true, 16, 64, sizeof(buffer), kDma> dma(1, kCompute, kCompute);
  if (dma.owns_this_thread()) {
    dma.execute_dma<true>(in, buffer);
    dma.execute_dma<true, LOAD_CACHE_STREAMING, STORE_CACHE_GLOBAL>(in, buffer);
    dma.execute_dma<false, LOAD_CACHE_GLOBAL, STORE_CACHE_STREAMING>(in, buffer);
    dma.execute_dma<true, LOAD_CACHE_LAST_USE, STORE_CACHE_WRITE_THROUGH>(in, buffer);
    dma.execute_dma<false, LOAD_CACHE_VOLATILE, STORE_WRITE_BACK>(in, buffer);
  } else {
    for (int i = 0; i < 5; ++i) {
      dma.start_async_dma();
      dma.wait_for_dma_finish();
      out[threadIdx.x] = buffer[threadIdx.x];
    }
  }
}

// The compute threads change the source before they give the signal. The DMA threads come first in
// the block, and so do their loads where these may be before the signal.
template <bool IS_STRICT>
__device__ __forceinline__ void after_a_change(int* source, int* out) {
  __shared__ int buffer[kCompute];
  cudaDMASequential<true, 4, sizeof(buffer), kDma> dma(1, kCompute, 0);
  if (dma.owns_this_thread()) {
    if (IS_STRICT) {
      dma.wait_for_dma_start();
      dma.execute_dma_no_sync(source, buffer);
      dma.finish_async_dma();
    } else {
      dma.execute_dma(source, buffer);
    }
  } else {
    source[threadIdx.x - kDma] = 7;
    dma.start_async_dma();
    dma.wait_for_dma_finish();
    out[threadIdx.x - kDma] = buffer[threadIdx.x - kDma];
  }
}
extern "C" __global__ void prefetching(int* source, int* out) {
  after_a_change<false>(source, out);
}
extern "C" __global__ void strictly_ordered(int* source, int* out) {
  after_a_change<true>(source, out);
}

// What a transfer costs when the object is there: the same with different numbers of rounds.
extern "C" __global__ void strided_rounds(const char* in, char* out, int rounds) {
  __shared__ __align__(16) char buffer[kElement * kCount];
  cudaDMAStrided<false, 16, kElement, kDma, kCount> dma(kStride);
  for (int i = 0; i < rounds; ++i) dma.execute_dma(in + i * 16, buffer);
  out[threadIdx.x] = buffer[threadIdx.x];
}
extern "C" __global__ void strided_rounds_at_run_time(const char* in, char* out, int rounds,
                                                      int bytes, int count, int src_stride,
                                                      int dst_stride) {
  __shared__ __align__(16) char buffer[kElement * kCount];
  cudaDMAStrided<false, 16> dma(bytes, count, src_stride, dst_stride);
  for (int i = 0; i < rounds; ++i) dma.execute_dma(in + i * 16, buffer);
  out[threadIdx.x] = buffer[threadIdx.x];
}
// As one writes it without an object: which vector of which element, found anew for each vector.
extern "C" __global__ void strided_rounds_by_hand(const char* in, char* out, int rounds, int bytes,
                                                  int count, int src_stride, int dst_stride) {
  __shared__ __align__(16) char buffer[kElement * kCount];
  const int vectors = bytes / 16;
  for (int i = 0; i < rounds; ++i)
    for (int v = static_cast<int>(threadIdx.x); v < vectors * count;
         v += static_cast<int>(blockDim.x))
      *reinterpret_cast<uint4*>(buffer + v / vectors * dst_stride + v % vectors * 16) =
          *reinterpret_cast<const uint4*>(in + i * 16 + v / vectors * src_stride +
                                          v % vectors * 16);
  out[threadIdx.x] = buffer[threadIdx.x];
}

// Whole sectors, no bank conflicts.
extern "C" __global__ void strided_16(const char* in, char* out) {
  __shared__ __align__(16) char buffer[kElement * kCount];
  cudaDMAStrided<true, 16, kElement, kDma, kCount> dma(1, kCompute, kCompute, kStride);
  rounds_of(dma, buffer, in, out, 1, 0);
}
extern "C" __global__ void strided_4(const char* in, char* out) {
  __shared__ __align__(16) char buffer[kElement * kCount];
  cudaDMAStrided<true, 4, kElement, kDma, kCount> dma(1, kCompute, kCompute, kStride);
  rounds_of(dma, buffer, in, out, 1, 0);
}
extern "C" __global__ void gather_16(const char* in, char* out, const int* index) {
  __shared__ __align__(16) char buffer[kElement * kCount];
  cudaDMAIndirect<true, true, 16, kElement, kDma, kCount> dma(1, kCompute, kCompute);
  rounds_of(dma, buffer, in, out, 1, 0, index);
}
extern "C" __global__ void halo_16(const char* in, char* out, int pitch) {
  __shared__ __align__(16) char buffer[(64 + 8) * (16 + 8) * sizeof(float)];
  cudaDMAHalo<float, 4, true, 16> dma(1, kDma, kCompute, kCompute, 64, 16, pitch);
  rounds_of(dma, buffer + (4 * 72 + 4) * sizeof(float), in + (4 * pitch + 4) * sizeof(float), out,
            1, 0);
}

int main() {
  constexpr int kBytes = 1 << 16;
  char *in = nullptr, *out = nullptr;
  int *index = nullptr, *source = nullptr;
  cudaMallocManaged(&in, kBytes);
  cudaMallocManaged(&out, kBytes);
  cudaMallocManaged(&index, kCount * sizeof(int));
  cudaMallocManaged(&source, kCompute * sizeof(int));
  for (int i = 0; i < kBytes; ++i) in[i] = static_cast<char>(i * 7);
  for (int i = 0; i < kCount; ++i) index[i] = i * 37 % 256;
  constexpr int kThreads = kDma + kCompute;
  sequential_4<<<1, kThreads>>>(in, out);
  sequential_8<<<1, kThreads>>>(in, out);
  sequential_16<<<1, kThreads>>>(in, out);
  sequential_16_at_run_time<<<1, kThreads>>>(in, out, 4 * 16 * kDma, kDma, kCompute, 1);
  sequential_16_with_128_bytes<<<1, kThreads>>>(in, out);
  sequential_16_with_32_bytes<<<1, kThreads>>>(in, out);
  sequential_16_qualified<<<1, kThreads>>>(in, out);
  strided_16<<<1, kThreads>>>(in, out);
  strided_4<<<1, kThreads>>>(in, out);
  gather_16<<<1, kThreads>>>(in, out, index);
  halo_16<<<1, kThreads>>>(in, out, 128);
  for (const int rounds : {1, 101}) {
    strided_rounds<<<1, kDma>>>(in, out, rounds);
    strided_rounds_at_run_time<<<1, kDma>>>(in, out, rounds, kElement, kCount, kStride, kElement);
    strided_rounds_by_hand<<<1, kDma>>>(in, out, rounds, kElement, kCount, kStride, kElement);
  }
  for (const bool is_strict : {false, true}) {
    for (int i = 0; i < kCompute; ++i) source[i] = 1;
    int* const result = reinterpret_cast<int*>(out);
    is_strict ? strictly_ordered<<<1, kThreads>>>(source, result)
              : prefetching<<<1, kThreads>>>(source, result);
    if (cudaDeviceSynchronize() != cudaSuccess) break;
    std::printf("%s %d\n", is_strict ? "strictly ordered:" : "prefetching:", result[kCompute - 1]);
  }
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaSuccess ? 0 : 1;
}
