// Fault: C9 missing-syncwarp
// Finding: missing-syncwarp
// The last steps of a reduction trust that the lanes of a warp go in step.
#include <cuda_runtime.h>

#include <vector>

__global__ void sum(const int* in, int* out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  __syncwarp();
  for (int d = 32; d > 0; d /= 2) {
    int value = s[t] + s[t + d];  // FAULT
    s[t] = value;                 // FAULT
  }
  if (t == 0) *out = s[0];
}

int main() {
  std::vector<int> in(64, 1);
  int *d_in, *d_out, out = 0;
  cudaMalloc(&d_in, 64 * sizeof(int));
  cudaMalloc(&d_out, sizeof(int));
  cudaMemcpy(d_in, in.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  sum<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
