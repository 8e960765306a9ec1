// Correct: walks whose next place is what was loaded, and sums over neighbours by index arrays: no
// tile can be filled before the places are known.
// Without: no-tiling
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void walk(const int* next, int steps, int* last) {
  int at = blockIdx.x;
  for (int step = 0; step < steps; ++step) at = next[at];
  if (threadIdx.x == 0) last[blockIdx.x] = at;
}

__global__ void sums_over_neighbours(const int* columns, const float* values, int degree,
                                     float* sums) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < degree; ++k) sum += values[columns[k * 256 + row]];
  sums[row] = sum;
}

int main() {
  constexpr int kPlaces = 64, kSteps = 4096, kRows = 256, kDegree = 64;
  std::vector<int> next(kPlaces), columns(kRows * kDegree);
  for (int i = 0; i < kPlaces; ++i) next[i] = (i + 8) % kPlaces;
  for (int i = 0; i < kRows * kDegree; ++i) columns[i] = i % kPlaces;
  std::vector<float> values(kPlaces, 1.0f), sums(kRows);
  int *d_next, *d_last, *d_columns;
  float *d_values, *d_sums;
  cudaMalloc(&d_next, kPlaces * sizeof(int));
  cudaMalloc(&d_last, 4 * sizeof(int));
  cudaMalloc(&d_columns, columns.size() * sizeof(int));
  cudaMalloc(&d_values, kPlaces * sizeof(float));
  cudaMalloc(&d_sums, kRows * sizeof(float));
  cudaMemcpy(d_next, next.data(), kPlaces * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_columns, columns.data(), columns.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_values, values.data(), kPlaces * sizeof(float), cudaMemcpyHostToDevice);
  walk<<<4, 32>>>(d_next, kSteps, d_last);
  sums_over_neighbours<<<kRows / 128, 128>>>(d_columns, d_values, kDegree, d_sums);
  int last[4];
  cudaMemcpy(last, d_last, sizeof last, cudaMemcpyDeviceToHost);
  cudaMemcpy(sums.data(), d_sums, kRows * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_next);
  cudaFree(d_last);
  cudaFree(d_columns);
  cudaFree(d_values);
  cudaFree(d_sums);
  std::printf("%d %g\n", last[1], sums[0]);
  return last[1] == 1 && sums[0] == kDegree ? 0 : 1;
}
