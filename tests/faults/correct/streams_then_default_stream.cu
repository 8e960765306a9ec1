// Correct: two streams overlap, and a kernel in the default stream needs what both made. The second
// half of the program works in the default stream alone, with copies that wait.
#include <cuda_runtime.h>

__global__ void scale(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f; }

__global__ void add_halves(float* data, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] += data[half + i];
}

int main() {
  const int n = 1 << 15, half = n / 2;
  const size_t bytes = half * sizeof(float);
  float *d, *host;
  cudaMalloc(&d, n * sizeof(float));
  cudaMallocHost(&host, n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = 1.0f;
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreate(&stream);
  for (int s = 0; s < 2; ++s) {
    cudaMemcpyAsync(d + s * half, host + s * half, bytes, cudaMemcpyHostToDevice, streams[s]);
    scale<<<half / 256, 256, 0, streams[s]>>>(d + s * half);
    cudaMemcpyAsync(host + s * half, d + s * half, bytes, cudaMemcpyDeviceToHost, streams[s]);
  }
  add_halves<<<half / 256, 256>>>(d, half);
  cudaDeviceSynchronize();
  for (auto& stream : streams) cudaStreamDestroy(stream);
  for (int round = 0; round < 3; ++round) {
    cudaMemcpy(host, d, bytes, cudaMemcpyDeviceToHost);
    host[round] = 0.0f;
    cudaMemcpy(d, host, bytes, cudaMemcpyHostToDevice);
    scale<<<half / 256, 256>>>(d);
  }
  cudaMemcpy(host, d, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d);
  const bool is_right = host[half - 1] == 32.0f;
  cudaFreeHost(host);
  return is_right ? 0 : 1;
}
