// Fault: D14 low-occupancy
// Finding: low-occupancy
// A block of one warp takes 40 KiB of shared memory, of which it uses 128 bytes.
#include <cuda_runtime.h>

#include <vector>

__global__ void turn(const float* in, float* out) {
  __shared__ float s[10240];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 32 + t];
  __syncwarp();
  out[blockIdx.x * 32 + t] = s[31 - t];
}

int main() {
  const int n = 32 * 1000;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  turn<<<n / 32, 32>>>(in, out);  // FAULT
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
