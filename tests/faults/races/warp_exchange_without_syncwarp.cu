// Fault: C9 missing-syncwarp
// Finding: missing-syncwarp
// Each warp turns its own 32 values round through its part of shared memory.
#include <cuda_runtime.h>

#include <vector>

struct WarpBuffer {
  float values[32];
};

__device__ float turned(WarpBuffer& buffer, float value) {
  int lane = threadIdx.x % 32;
  buffer.values[lane] = value;      // FAULT
  return buffer.values[31 - lane];  // FAULT
}

__global__ void turn(float* data) {
  __shared__ WarpBuffer buffers[4];
  data[threadIdx.x] = turned(buffers[threadIdx.x / 32], data[threadIdx.x]);
}

int main() {
  std::vector<float> host(128, 1.0f);
  float* data;
  cudaMalloc(&data, 128 * sizeof(float));
  cudaMemcpy(data, host.data(), 128 * sizeof(float), cudaMemcpyHostToDevice);
  turn<<<1, 128>>>(data);
  cudaMemcpy(host.data(), data, 128 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(data);
  return 0;
}
