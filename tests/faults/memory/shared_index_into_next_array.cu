// Fault: B14 shared-index-out-of-range
// Finding: out-of-bounds
// The last thread takes its right neighbour from the array that lies behind its own.
#include <cuda_runtime.h>

#include <vector>

__global__ void slopes(const float* heights, const float* widths, float* out) {
  __shared__ float height[64];
  __shared__ float width[64];
  int t = threadIdx.x;
  height[t] = heights[t];
  width[t] = widths[t];
  __syncthreads();
  float right = height[t + 1], left = height[t];  // FAULT
  out[t] = (right - left) / width[t];
}

int main() {
  std::vector<float> host(64, 1.0f);
  float *heights, *widths, *out;
  for (float** array : {&heights, &widths, &out}) cudaMalloc(array, 64 * sizeof(float));
  cudaMemcpy(heights, host.data(), 64 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(widths, host.data(), 64 * sizeof(float), cudaMemcpyHostToDevice);
  slopes<<<1, 64>>>(heights, widths, out);
  cudaMemcpy(host.data(), out, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  for (float* array : {heights, widths, out}) cudaFree(array);
  return 0;
}
