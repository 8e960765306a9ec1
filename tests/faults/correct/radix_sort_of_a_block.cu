// Correct: eight rounds of a stable split by one bit, with barriers around the exchange
#include <cuda_runtime.h>

#include <vector>

__global__ void sort(const int* in, int* out) {
  __shared__ int keys[128], zeros_before[128];
  int t = threadIdx.x;
  keys[t] = in[t];
  for (int bit = 0; bit < 8; ++bit) {
    __syncthreads();
    int key = keys[t], is_zero = (key >> bit & 1) == 0;
    zeros_before[t] = is_zero;
    __syncthreads();
    int before = 0, all = 0;
    for (int i = 0; i < 128; ++i) {
      before += i < t ? zeros_before[i] : 0;
      all += zeros_before[i];
    }
    keys[is_zero ? before : all + t - before] = key;
  }
  __syncthreads();
  out[t] = keys[t];
}

int main() {
  const int n = 128;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i * 77 % 128);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sort<<<1, 128>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i)) return 1;
  }
  return 0;
}
