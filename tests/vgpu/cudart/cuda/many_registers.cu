// A kernel whose larger blocks do not have their registers on one multiprocessor.
#include <cstdio>

constexpr int kNumbers = 160;  // all of them are alive at the barrier

__global__ void hold(float* numbers) {
  float held[kNumbers];
#pragma unroll
  for (int i = 0; i < kNumbers; ++i) held[i] = numbers[i * blockDim.x + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kNumbers; ++i) {
    numbers[i * blockDim.x + threadIdx.x] = held[kNumbers - 1 - i] + held[i];
  }
}

int main() {
  cudaFuncAttributes attributes{};
  cudaFuncGetAttributes(&attributes, hold);
  std::printf("more than 160 registers: %d\n", attributes.numRegs > kNumbers);
  float* numbers = nullptr;
  cudaMalloc(&numbers, kNumbers * 512 * sizeof(float));
  for (int threads : {256, 512}) {
    int blocks = -1;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, hold, threads, 0);
    hold<<<1, threads>>>(numbers);
    std::printf("%d threads: %d resident, %s, %s\n", threads, blocks,
                cudaGetErrorName(cudaGetLastError()), cudaGetErrorName(cudaDeviceSynchronize()));
  }
  cudaFree(numbers);
}
