// Correct: a variable without a value at first that each thread sets before it uses it, on several
// ways
#include <cuda_runtime.h>

__global__ void largest(const int* in, int width, int* out, int* first_even) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  int most, sum, even;
  bool has_even = false;
  for (int k = 0; k < width; ++k) {
    const int value = in[row * width + k];
    if (k == 0) {
      most = value;
      sum = 0;
    } else if (value > most) {
      most = value;
    }
    sum += value;
    if (value % 2 == 0 && !has_even) {
      even = value + 1;
      has_even = true;
    }
  }
  out[row] = most * 1000 + sum;
  if (has_even) first_even[row] = even - 1;
}

int main() {
  const int width = 9, rows = 64;
  static int host[width * rows];
  for (int i = 0; i < width * rows; ++i) host[i] = i * 31 % 101;
  int *in, *out, *even;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, rows * sizeof(int));
  cudaMalloc(&even, rows * sizeof(int));
  cudaMemset(even, 0, rows * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  largest<<<2, 32>>>(in, width, out, even);
  cudaMemcpy(host, out, rows * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(even);
  return 0;
}
