// Correct: a border that nothing writes and a buffer with room for more are copied as a whole
#include <cuda_runtime.h>

#include <vector>

__global__ void smooth(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

__global__ void keep_even(const int* in, int n, int* out, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 2 == 0) out[atomicAdd(count, 1)] = in[i];
}

int main() {
  const int n = 128;
  std::vector<float> values(n + 2, 3.0f), smoothed(n + 2);
  std::vector<int> numbers(n), even(n);
  for (int i = 0; i < n; ++i) numbers[i] = i < 100 ? 2 * i : 1;
  float *in, *out;
  int *all, *kept, *count, found = 0;
  cudaMalloc(&in, (n + 2) * sizeof(float));
  cudaMalloc(&out, (n + 2) * sizeof(float));
  cudaMalloc(&all, n * sizeof(int));
  cudaMalloc(&kept, n * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(in, values.data(), (n + 2) * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(all, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(count, 0, sizeof(int));
  smooth<<<2, 64>>>(in, out);
  keep_even<<<2, 64>>>(all, n, kept, count);
  cudaMemcpy(smoothed.data(), out, (n + 2) * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(even.data(), kept, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&found, count, sizeof(int), cudaMemcpyDeviceToHost);
  for (void* pointer : {(void*)in, (void*)out, (void*)all, (void*)kept, (void*)count}) {
    cudaFree(pointer);
  }
  for (int i = 1; i <= n; ++i) {
    if (smoothed[i] != 3.0f) return 1;
  }
  return found == 100 && even[99] % 2 == 0 ? 0 : 2;
}
