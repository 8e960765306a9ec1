// Correct: pieces in three streams, and one wait behind them all
#include <cuda_runtime.h>

__global__ void work(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = x[i];
  for (int k = 0; k < 200; ++k) value = value * 1.01f + 1;
  x[i] = value;
}

int main() {
  const int pieces = 6, streams = 3, n = 1 << 14;
  float *host, *device;
  cudaMallocHost(&host, pieces * n * sizeof(float));
  for (int i = 0; i < pieces * n; ++i) host[i] = i;
  cudaMalloc(&device, pieces * n * sizeof(float));
  cudaStream_t stream[streams];
  for (auto& one : stream) cudaStreamCreate(&one);
  for (int piece = 0; piece < pieces; ++piece) {
    const cudaStream_t mine = stream[piece % streams];
    float *to = device + piece * n, *from = host + piece * n;
    cudaMemcpyAsync(to, from, n * sizeof(float), cudaMemcpyHostToDevice, mine);
    work<<<n / 256, 256, 0, mine>>>(to, n);
    cudaMemcpyAsync(from, to, n * sizeof(float), cudaMemcpyDeviceToHost, mine);
  }
  cudaDeviceSynchronize();
  for (auto& one : stream) cudaStreamDestroy(one);
  cudaFree(device);
  cudaFreeHost(host);
  return 0;
}
