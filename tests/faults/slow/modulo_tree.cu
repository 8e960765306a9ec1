// Fault: D8 modulo-tree-reduction
// Finding: modulo-tree-reduction or warp-divergence
// A reduction whose working threads are every second, fourth, eighth one.
#include <cuda_runtime.h>

#include <vector>

__global__ void sum(const float* in, float* out) {
  __shared__ float s[512];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 512 + t];
  __syncthreads();
  for (unsigned d = 1; d < 512; d *= 2) {
    if (t % (2 * d) == 0) {  // FAULT
      s[t] += s[t + d];
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  const int blocks = 32;
  std::vector<float> in(blocks * 512, 1.0f), out(blocks);
  float *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(float));
  cudaMalloc(&d_out, blocks * sizeof(float));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  sum<<<blocks, 512>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, blocks * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
