// Fault: C15 missing-threadfence
// Finding: race-between-blocks or missing-fence
// The last block adds up volatile partial sums: volatile puts no order between a sum and the ticket
// behind it.
#include <cuda_runtime.h>

#include <vector>

__device__ unsigned tickets;

__global__ void sum(const float* in, volatile float* partial, float* out) {
  __shared__ float s[64];
  __shared__ bool is_last;
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];  // FAULT
    is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t < 32) {
    float total = 0;
    for (unsigned b = t; b < gridDim.x; b += 32) total += partial[b];  // FAULT
    for (int d = 16; d > 0; d /= 2) total += __shfl_down_sync(0xffffffffu, total, d);
    if (t == 0) *out = total;
  }
}

int main() {
  const int blocks = 12;
  std::vector<float> in(64 * blocks, 1.0f);
  float *d_in, *partial, *d_out, out = 0;
  cudaMalloc(&d_in, in.size() * sizeof(float));
  cudaMalloc(&partial, blocks * sizeof(float));
  cudaMalloc(&d_out, sizeof(float));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  sum<<<blocks, 64>>>(d_in, partial, d_out);
  cudaMemcpy(&out, d_out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(partial);
  cudaFree(d_out);
  return 0;
}
