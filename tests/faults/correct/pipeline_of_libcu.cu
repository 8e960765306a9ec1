// Correct: cuda::pipeline of two stages: acquire, copy, commit, wait, use, release
#include <cuda_runtime.h>

#include <cuda/pipeline>
#include <vector>

__global__ void doubled(const int* in, int* out, int rounds) {
  __shared__ int stage[2][32];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  for (int r = 0, fetched = 0; r < rounds; ++r) {
    for (; fetched < rounds && fetched < r + 2; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stage[fetched % 2][t], &in[32 * fetched + t], sizeof(int), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[32 * r + t] = 2 * stage[r % 2][t];
    pipe.consumer_release();
  }
}

int main() {
  const int n = 160;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  doubled<<<1, 32>>>(d_in, d_out, n / 32);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(2 * i)) return 1;
  }
  return 0;
}
