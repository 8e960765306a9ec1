// Fault: D6 padding-applied-to-wrong-dimension
// Finding: shared-bank-conflict says "over 4 of the 32 banks"
// Only two bits of the row change the place, so eight rows have the same order.
#include <cuda_runtime.h>

#include <vector>

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32 * 32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int from = (blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x;
  tile[y * 32 + (x ^ (y & 3))] = in[from];
  __syncthreads();
  const int to = (blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x;
  out[to] = tile[x * 32 + (y ^ (x & 3))];  // FAULT
}

int main() {
  const int n = 128;
  std::vector<float> m(n * n, 1);
  float *in, *out;
  cudaMalloc(&in, m.size() * sizeof(float));
  cudaMalloc(&out, m.size() * sizeof(float));
  cudaMemcpy(in, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  transpose<<<dim3(4, 4), dim3(32, 32)>>>(in, out, n);
  cudaMemcpy(m.data(), out, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
