// Fault: A14 grid-too-small
// Finding: grid-rounded-down
// Particles move in many steps; the number of blocks is rounded down, and threads without a
// particle return.
#include <cuda_runtime.h>

#include <vector>

__global__ void move(float* places, const float* speeds, unsigned count) {
  const unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= count) return;
  places[i] = places[i] + 0.01f * speeds[i];
}

int main() {
  const unsigned count = 500, threads = 128;
  std::vector<float> host(count, 1.0f);
  float *places, *speeds;
  cudaMalloc(&places, count * sizeof(float));
  cudaMalloc(&speeds, count * sizeof(float));
  cudaMemcpy(places, host.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(speeds, host.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  for (int step = 0; step < 20; ++step) {
    move<<<count / threads, threads>>>(places, speeds, count);  // FAULT
  }
  cudaMemcpy(host.data(), places, count * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(places);
  cudaFree(speeds);
  return 0;
}
