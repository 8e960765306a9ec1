// Transfers whose source or index array lies in shared memory and is written anew by compute
// threads in every round: what the DMA threads move must be of this round. One line per kernel.
#include <cstdio>
#include <vector>

#include "cudaDMA.h"
#include "cudaDMAv2.h"

constexpr int kCompute = 64, kDma = 32, kThreads = kCompute + kDma;
constexpr int kCells = 4, kBytes = kCells * 4;  // of an element
constexpr int kElements = 64, kRounds = 3;
constexpr int kPlaces = kElements * kRounds;  // in the output, of elements

__device__ int value(int round, int element, int cell) {
  return 1 + (round * kElements + element) * kCells + cell;
}

// The buffer that the compute threads fill, round after round.
template <typename Object>
__device__ void fill(Object& dma, int* buffer) {
  for (int round = 0; round < kRounds; ++round) {
    for (int i = threadIdx.x; i < kElements * kCells; i += kCompute)
      buffer[i] = value(round, i / kCells, i % kCells);
    dma.start_async_dma();
    dma.wait_for_dma_finish();
  }
}

__global__ void scatter(const int* index, int* out) {
  __shared__ __align__(16) int buffer[kElements * kCells];
  cudaDMAIndirect<false, true, 16, kBytes, kDma, kElements> dma(1, kCompute, kCompute);
  if (dma.owns_this_thread()) {
    for (int round = 0; round < kRounds; ++round)
      dma.execute_dma(index + round * kElements, buffer, out);
  } else {
    fill(dma, buffer);
  }
}

// The same object knows nothing at compile time, and neither does the compiler of the source.
__global__ void scatter_at_run_time(const int* index, int* out, int bytes, int count, int is_far) {
  extern __shared__ __align__(16) int dynamic[];
  const void* const source = is_far != 0 ? static_cast<const void*>(out) : dynamic;
  cudaDMAIndirect<false, true, 8> dma(1, kDma, kCompute, kCompute, bytes, count);
  if (dma.owns_this_thread()) {
    for (int round = 0; round < kRounds; ++round)
      dma.execute_dma(index + round * kElements, source, out);
  } else {
    fill(dma, dynamic);
  }
}

__global__ void scatter_in_two_phases(const int* index, int* out) {
  __shared__ __align__(16) int buffer[kElements * kCells];
  CudaDMAIndirect<false, true, 16, 64, kBytes, kDma, kElements> dma(1, kCompute, kCompute);
  if (dma.owns_this_thread()) {
    for (int round = 0; round < kRounds; ++round) {
      dma.start_xfer_async(index + round * kElements, buffer);
      dma.wait_xfer_finish(out);
    }
  } else {
    fill(dma, buffer);
  }
}

__global__ void strided(int* out) {
  __shared__ __align__(16) int buffer[kElements * kCells];
  cudaDMAStrided<true, 16, kBytes, kDma, kElements> dma(1, kCompute, kCompute, kBytes);
  if (dma.owns_this_thread()) {
    for (int round = 0; round < kRounds; ++round)
      dma.execute_dma(buffer, out + round * kElements * kCells);
  } else {
    fill(dma, buffer);
  }
}

// The compute threads write the index array of the next gather.
__global__ void gather_by_shared_index(const int* index, const int* in, int* out) {
  __shared__ __align__(16) int buffer[kElements * kCells];
  __shared__ int shared_index[kElements];
  cudaDMAIndirect<true, true, 16, kBytes, kDma, kElements> dma(1, kCompute, kCompute);
  if (dma.owns_this_thread()) {
    for (int round = 0; round < kRounds; ++round) dma.execute_dma(shared_index, in, buffer);
    return;
  }
  for (int round = 0; round < kRounds; ++round) {
    const int* const of_round = index + round * kElements;
    for (int i = threadIdx.x; i < kElements; i += kCompute) shared_index[i] = of_round[i];
    dma.start_async_dma();
    dma.wait_for_dma_finish();
    for (int i = threadIdx.x; i < kElements * kCells; i += kCompute)
      out[of_round[i / kCells] * kCells + i % kCells] = buffer[i];
  }
}

int main() {
  std::vector<int> index(kPlaces), in(kPlaces * kCells);
  for (int i = 0; i < kPlaces; ++i) index[i] = i * 71 % kPlaces;  // 71 has no factor of kPlaces
  int *device_index = nullptr, *device_in = nullptr, *out = nullptr;
  cudaMalloc(&device_index, kPlaces * 4);
  cudaMalloc(&device_in, kPlaces * kBytes);
  cudaMalloc(&out, kPlaces * kBytes);
  cudaMemcpy(device_index, index.data(), kPlaces * 4, cudaMemcpyHostToDevice);
  std::vector<int> result(kPlaces * kCells), by_index(kPlaces * kCells), in_order(kPlaces * kCells);
  for (int i = 0; i < kPlaces; ++i)
    for (int cell = 0; cell < kCells; ++cell)
      in_order[i * kCells + cell] = by_index[index[i] * kCells + cell] = 1 + i * kCells + cell;
  cudaMemcpy(device_in, by_index.data(), kPlaces * kBytes, cudaMemcpyHostToDevice);
  const auto check = [&](const char* name, const std::vector<int>& right) {
    cudaMemcpy(result.data(), out, kPlaces * kBytes, cudaMemcpyDeviceToHost);
    cudaMemset(out, 0, kPlaces * kBytes);
    int wrong = 0;
    for (std::size_t i = 0; i < right.size(); ++i) wrong += result[i] != right[i];
    std::printf("%s: %s, %d wrong\n", name, cudaGetErrorName(cudaDeviceSynchronize()), wrong);
  };
  cudaMemset(out, 0, kPlaces * kBytes);
  scatter<<<1, kThreads>>>(device_index, out);
  check("scatter", by_index);
  scatter_at_run_time<<<1, kThreads, kElements * kBytes>>>(device_index, out, kBytes, kElements, 0);
  check("scatter_at_run_time", by_index);
  scatter_in_two_phases<<<1, kThreads>>>(device_index, out);
  check("scatter_in_two_phases", by_index);
  strided<<<1, kThreads>>>(out);
  check("strided", in_order);
  gather_by_shared_index<<<1, kThreads>>>(device_index, device_in, out);
  check("gather_by_shared_index", by_index);
}
