// Fault: D14 low-occupancy
// Finding: low-occupancy says "uses only the first 512 B"
// 48 KiB for each block, of which 512 bytes are used: a quarter of the threads find room.
#include <cuda_runtime.h>

#include <vector>

__global__ void smooth(const float4* in, float4* out) {
  extern __shared__ float part[];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  const float4 mine = in[i];
  part[t] = mine.x + mine.y + mine.z + mine.w;
  __syncthreads();
  const float next = part[(t + 1) % 128];
  out[i] = make_float4(mine.x + next, mine.y + next, mine.z + next, mine.w + next);
}

int main() {
  const int n = 1 << 17;
  std::vector<float4> host(n);
  float4 *in, *out;
  cudaMalloc(&in, n * sizeof(float4));
  cudaMalloc(&out, n * sizeof(float4));
  cudaMemcpy(in, host.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  smooth<<<n / 128, 128, 48 * 1024>>>(in, out);  // FAULT
  cudaMemcpy(host.data(), out, n * sizeof(float4), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
