// Correct: all members of each record are written; between them and behind the last lies padding
#include <cuda_runtime.h>

struct Result {
  int packet, action, matches;
  long long finished;
};
struct Mean {
  double sum;
  int count;
};
struct alignas(16) Place {
  float x, y, z;
};
struct Mark {
  char kind;
  int place;
};

__global__ void inspect(Result* results, Mark* marks, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  results[i].packet = i;
  results[i].action = i % 3;
  results[i].matches = i % 5;
  results[i].finished = 7ll * i;
  marks[i].kind = i % 2 ? 'a' : 'b';
  marks[i].place = i;
}

__global__ void put(Place* places) { places[threadIdx.x] = {1.0f * threadIdx.x, 2, 3}; }

__global__ void mean_of(const Result* results, int n, Mean* mean) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += results[i].matches;
  mean->sum = sum;
  mean->count = n;
}

int main() {
  const int n = 64;
  static Result results[n];
  static Mark marks[n];
  static Place places[n];
  Mean mean;
  Result* results_on_device;
  Mark* marks_on_device;
  Place* places_on_device;
  Mean* mean_on_device;
  cudaMalloc(&results_on_device, sizeof results);
  cudaMalloc(&marks_on_device, sizeof marks);
  cudaMalloc(&places_on_device, sizeof places);
  cudaMalloc(&mean_on_device, sizeof mean);
  inspect<<<1, n>>>(results_on_device, marks_on_device, n);
  put<<<1, n>>>(places_on_device);
  mean_of<<<1, 1>>>(results_on_device, n, mean_on_device);
  cudaMemcpy(results, results_on_device, sizeof results, cudaMemcpyDeviceToHost);
  cudaMemcpy(marks, marks_on_device, sizeof marks, cudaMemcpyDeviceToHost);
  cudaMemcpy(places, places_on_device, sizeof places, cudaMemcpyDeviceToHost);
  cudaMemcpy(&mean, mean_on_device, sizeof mean, cudaMemcpyDeviceToHost);
  cudaFree(results_on_device);
  cudaFree(marks_on_device);
  cudaFree(places_on_device);
  cudaFree(mean_on_device);
  return mean.count == n ? 0 : 1;
}
