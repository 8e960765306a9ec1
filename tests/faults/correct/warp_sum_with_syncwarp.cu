// Correct: a warp adds up through shared memory, with __syncwarp between reading and writing
#include <cuda_runtime.h>

#include <vector>

__global__ void sum(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  __syncwarp();
  int value = s[t];
  for (int d = 32; d > 0; d /= 2) {
    value += t + d < 64 ? s[t + d] : 0;
    __syncwarp();
    s[t] = value;
    __syncwarp();
  }
  if (t == 0) *out = s[0];
}

int main() {
  std::vector<int> in(64);
  int expected = 0;
  for (int i = 0; i < 64; ++i) expected += in[i] = 3 * i + 1;
  int *d_in, *d_out, out = 0;
  cudaMalloc(&d_in, 64 * sizeof(int));
  cudaMalloc(&d_out, sizeof(int));
  cudaMemcpy(d_in, in.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  sum<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return out == expected ? 0 : 1;
}
