// Fault: C5 in-place-scan-race
// Finding: missing-trailing-barrier or missing-barrier or missing-syncwarp
// A smoothing step writes its tile in place, where neighbours still read the old values.
#include <cuda_runtime.h>

#include <vector>

#define LEFT(i) tile[(i)-1]
#define RIGHT(i) tile[(i) + 1]

__global__ void smooth(float* data, int steps) {
  __shared__ float tile[130];
  int i = threadIdx.x + 1;
  tile[i] = data[threadIdx.x];
  if (threadIdx.x < 2) tile[threadIdx.x * 129] = 0.0f;
  for (int s = 0; s < steps; ++s) {
    __syncthreads();
    tile[i] = 0.5f * LEFT(i) + 0.5f * RIGHT(i);  // FAULT
  }
  data[threadIdx.x] = tile[i];
}

int main() {
  std::vector<float> host(128, 1.0f);
  float* data;
  cudaMalloc(&data, 128 * sizeof(float));
  cudaMemcpy(data, host.data(), 128 * sizeof(float), cudaMemcpyHostToDevice);
  smooth<<<1, 128>>>(data, 3);
  cudaMemcpy(host.data(), data, 128 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(data);
  return 0;
}
