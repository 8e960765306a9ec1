// Adds two vectors in pageable memory; prints how many sums are wrong.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void add(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::vector<float> a(n), b(n), sum(n, -1.0f);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(2 * i);
  }
  const std::size_t bytes = n * sizeof(float);
  float *device_a = nullptr, *device_b = nullptr, *device_sum = nullptr;
  cudaMalloc(&device_a, bytes);
  cudaMalloc(&device_b, bytes);
  cudaMalloc(&device_sum, bytes);
  cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyDefault);
  add<<<(n + 255) / 256, 256>>>(device_a, device_b, device_sum, n);
  cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += sum[i] != static_cast<float>(3 * i);
  std::printf("%d wrong, %s\n", wrong, cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_sum);
  return 0;
}
