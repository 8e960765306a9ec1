// Fault: D20 scalar-loads-where-vector-possible
// Finding: scalar-loads-where-vector-possible
// A sum reads one int at a time, four rounds one behind the other.
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const int* in, int* out, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x, sum = 0;
  for (int r = 0; r < rounds; ++r) {
    sum += in[r * threads + i];  // FAULT
  }
  out[i] = sum;
}

int main() {
  const int threads = 64 * 256, rounds = 16;
  std::vector<int> in(threads * rounds, 1), out(threads);
  int *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(int));
  cudaMalloc(&d_out, threads * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  sums<<<64, 256>>>(d_in, d_out, rounds);
  cudaMemcpy(out.data(), d_out, threads * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
