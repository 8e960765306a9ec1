// Fault: D23 pageable-copy
// Finding: pageable-copies-serialise
// Two streams copy from std::vector, whose memory is not page-locked.
#include <cuda_runtime.h>

#include <vector>

__global__ void add_one(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1.0f;
}

int main() {
  const int n = 1 << 15, half = n / 2;
  std::vector<float> host(n, 1.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreate(&stream);
  for (int s = 0; s < 2; ++s) {
    float* piece = host.data() + s * half;
    size_t bytes = half * sizeof(float);
    cudaMemcpyAsync(d + s * half, piece, bytes, cudaMemcpyHostToDevice, streams[s]);  // FAULT
    add_one<<<half / 256, 256, 0, streams[s]>>>(d + s * half, half);
    cudaMemcpyAsync(piece, d + s * half, bytes, cudaMemcpyDeviceToHost, streams[s]);  // FAULT
  }
  cudaDeviceSynchronize();
  for (auto& stream : streams) cudaStreamDestroy(stream);
  cudaFree(d);
  return 0;
}
