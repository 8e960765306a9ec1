// Few launches of which each is another one: sums [ELEMENTS]
#include <cstdlib>

__global__ void add_up(const float* in, float* out, int count) {
  __shared__ float sums[256];
  float sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256) sum += in[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, sums[0]);
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1 << 24;
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * count);
  cudaMalloc(&out, sizeof(float));
  cudaMemset(in, 0, sizeof(float) * count);
  cudaMemset(out, 0, sizeof(float));
  for (int blocks = 64; blocks <= 4096; blocks *= 2) add_up<<<blocks, 256>>>(in, out, count);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
