// Correct: two shared buffers take turns, so that one barrier per round is enough
#include <cuda_runtime.h>

#include <vector>

__global__ void turn(const int* in, int* out, int rounds) {
  __shared__ int buffer[2][96];
  int t = threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    buffer[r % 2][t] = in[r * 96 + t];
    __syncthreads();
    out[r * 96 + t] = buffer[r % 2][95 - t];
  }
}

int main() {
  const int rounds = 7, n = rounds * 96;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = i;
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  turn<<<1, 96>>>(d_in, d_out, rounds);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != i / 96 * 96 + 95 - i % 96) return 1;
  }
  return 0;
}
