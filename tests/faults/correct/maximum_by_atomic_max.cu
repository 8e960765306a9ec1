// Correct: a maximum over blocks by atomicMax, set to the lowest value before
#include <cuda_runtime.h>

#include <vector>

__global__ void maximum(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(&out[i % 4], in[i]);
}

static int best(const std::vector<int>& in, int rest) {
  int result = -1;
  for (size_t i = rest; i < in.size(); i += 4) result = in[i] > result ? in[i] : result;
  return result;
}

int main() {
  const int n = 100;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i * 31 % 101);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0xff, n * sizeof(int));
  maximum<<<2, 64>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i < 4 ? best(in, i) : -1)) return 1;
  }
  return 0;
}
