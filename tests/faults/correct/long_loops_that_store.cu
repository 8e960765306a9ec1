// Correct: loops that take long and whose inner rounds all begin alike: the outer one counts, by
// registers, by a number that comes to the same value again, or by a word in memory.
#include <cuda_runtime.h>

__global__ void steps(float* out, int rounds) {
  __shared__ float v[128];
  v[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    for (int half = 64; half > 0; half /= 2) {
      if (threadIdx.x < half) v[threadIdx.x] = 0.5f * (v[threadIdx.x] + v[threadIdx.x + half]);
      __syncthreads();
    }
  }
  out[threadIdx.x] = v[threadIdx.x];
}

__global__ void pseudo_random(unsigned* out, unsigned rounds) {
  unsigned low = threadIdx.x, high = 0;
  do {
    low = low * 5 + 1 & 0xff;  // comes again after 256 rounds
    out[threadIdx.x] = low;
    if (low == threadIdx.x) ++high;
  } while (high < rounds);
}

__global__ void counted_in_memory(volatile unsigned* count, unsigned rounds) {
  volatile unsigned* mine = count + threadIdx.x;
  while (*mine < rounds) {
    for (int k = 0; k < 16; ++k) count[32 + threadIdx.x] = k;
    *mine = *mine + 1;
  }
}

int main() {
  float* v;
  unsigned* words;
  cudaMalloc(&v, 128 * sizeof(float));
  cudaMalloc(&words, 64 * sizeof(unsigned));
  cudaMemset(words, 0, 64 * sizeof(unsigned));
  steps<<<1, 128>>>(v, 40000);
  counted_in_memory<<<1, 32>>>(words, 300000);
  pseudo_random<<<1, 32>>>(words, 10000);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(v);
  cudaFree(words);
  return error == cudaSuccess ? 0 : 1;
}
