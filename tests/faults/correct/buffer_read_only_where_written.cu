// Correct: a buffer is larger than what is compacted into it; only the written part is read and
// copied
#include <cuda_runtime.h>

#include <vector>

__global__ void keep_large(const int* in, int* out, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 90) out[atomicAdd(count, 1)] = in[i];
}

__global__ void add_up(const int* kept, const int* count, int* sum) {
  int total = 0;
  for (int i = 0; i < *count; ++i) total += kept[i];
  *sum = total;
}

int main() {
  const int n = 256;
  std::vector<int> in(n), kept(n);
  int expected = 0, expected_count = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = i * 37 % 100;
    if (in[i] > 90) {
      expected += in[i];
      ++expected_count;
    }
  }
  int *d_in, *d_out, *d_count, *d_sum, count = 0, sum = 0;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMalloc(&d_count, sizeof(int));
  cudaMalloc(&d_sum, sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_count, 0, sizeof(int));
  keep_large<<<4, 64>>>(d_in, d_out, d_count, n);
  add_up<<<1, 1>>>(d_out, d_count, d_sum);
  cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(kept.data(), d_out, count * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);
  for (int* array : {d_in, d_out, d_count, d_sum}) cudaFree(array);
  return sum == expected && count == expected_count ? 0 : 1;
}
