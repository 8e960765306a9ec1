// Correct: kernels in streams that are over before the host has asked for the next, and one wait
#include <cuda_runtime.h>

__global__ void number(float* x) { x[threadIdx.x] = threadIdx.x; }

__global__ void add_one(float* x) { x[threadIdx.x] += 1; }

int main() {
  const int pieces = 8, n = 256;
  float* device;
  cudaMalloc(&device, pieces * n * sizeof(float));
  cudaStream_t stream[pieces];
  for (auto& one : stream) cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaEvent_t all_asked[pieces];
  for (int piece = 0; piece < pieces; ++piece) {
    number<<<1, n, 0, stream[piece]>>>(device + piece * n);
    add_one<<<1, n, 0, stream[piece]>>>(device + piece * n);
    cudaEventCreateWithFlags(&all_asked[piece], cudaEventDisableTiming);
    cudaEventRecord(all_asked[piece], stream[piece]);
  }
  for (auto& one : all_asked) cudaEventSynchronize(one);
  for (auto& one : all_asked) cudaEventDestroy(one);
  for (auto& one : stream) cudaStreamDestroy(one);
  cudaFree(device);
  return 0;
}
