// Fault: B9 misaligned-vector-access
// Finding: misaligned-vector-access
// Sums of four floats at a time, beginning behind a header of one float.
#include <cuda_runtime.h>

#include <vector>

__global__ void quads(const float* data, float* out, int groups) {
  int i = threadIdx.x;
  if (i >= groups) return;
  const float4* body = reinterpret_cast<const float4*>(data + 1);
  float4 v = body[i];  // FAULT
  out[i] = v.x + v.y + v.z + v.w;
}

int main() {
  const int groups = 16;
  std::vector<float> host(4 * groups + 4, 1.0f), out(groups);
  float *data, *sums;
  cudaMalloc(&data, host.size() * sizeof(float));
  cudaMalloc(&sums, groups * sizeof(float));
  cudaMemcpy(data, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  quads<<<1, 32>>>(data, sums, groups);
  cudaMemcpy(out.data(), sums, groups * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(data);
  cudaFree(sums);
  return 0;
}
