// Fault: C15 missing-threadfence
// Finding: race-between-blocks or missing-fence
// The last block adds up what the others wrote, without a fence between their sums and the counter.
#include <cuda_runtime.h>

#include <vector>

__device__ unsigned arrived;

__global__ void sum(const float* in, float* partial, float* out) {
  __shared__ bool is_last;
  float mine = 0.0f;
  if (threadIdx.x == 0) {
    for (int i = 0; i < 32; ++i) mine += in[blockIdx.x * 32 + i];
    partial[blockIdx.x] = mine;  // FAULT
    is_last = atomicAdd(&arrived, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    float total = 0.0f;
    for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];  // FAULT
    *out = total;
    arrived = 0;
  }
}

int main() {
  std::vector<float> in(8 * 32, 1.0f);
  float *d_in, *partial, *d_out, out = 0;
  cudaMalloc(&d_in, in.size() * sizeof(float));
  cudaMalloc(&partial, 8 * sizeof(float));
  cudaMalloc(&d_out, sizeof(float));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  sum<<<8, 32>>>(d_in, partial, d_out);
  cudaMemcpy(&out, d_out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(partial);
  cudaFree(d_out);
  return 0;
}
