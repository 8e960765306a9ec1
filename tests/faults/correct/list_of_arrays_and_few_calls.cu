// Correct: many allocations from one line that all live at the same time, arrays that grow, and a
// function that is called for a few problems with memory of its own.
#include <cuda_runtime.h>

#include <vector>

__global__ void fill(float* data, int n, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = value;
}

float* made(int n) {
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  fill<<<(n + 255) / 256, 256>>>(data, n, 1.0f);
  return data;
}

float last_of(int n) {
  float* data = made(n);
  float last = 0;
  cudaMemcpy(&last, data + n - 1, sizeof last, cudaMemcpyDeviceToHost);
  cudaFree(data);
  return last;
}

int main() {
  std::vector<float*> list;
  for (int i = 0; i < 16; ++i) list.push_back(made(256));
  for (float* data : list) cudaFree(data);

  float sum = 0;
  for (int i = 0; i < 6; ++i) sum += last_of(512);

  int n = 256;
  float* grown = made(n);
  for (int i = 0; i < 12; ++i) {
    float* larger = made(n + 64);
    cudaMemcpy(larger, grown, n * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaFree(grown);
    grown = larger;
    n += 64;
  }
  cudaFree(grown);
  return sum == 6 ? 0 : 1;
}
