// Correct: a loop with a barrier whose number of rounds comes from memory and is the same for all
// threads of a block
#include <cuda_runtime.h>

#include <vector>

__global__ void turn(const int* in, int* out) {
  __shared__ int s[2][32];
  int t = threadIdx.x, value = in[t], rounds = in[5];
  for (int r = 0; r < rounds; ++r) {
    s[r % 2][t] = value;
    __syncthreads();
    value = s[r % 2][(t + 1) % 32];
  }
  out[t] = value;
}

int main() {
  const int n = 32;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  turn<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(in[(i + 5) % 32])) return 1;
  }
  return 0;
}
