// Fault: C19 uninitialised-local
// Finding: uninitialised-local
// A thread sorts eight values of its own array and has filled only as many as there were.
#include <cuda_runtime.h>

#include <vector>

__global__ void smallest(const int* in, int* out, int count) {
  int values[8];
  for (int i = 0; i < count; ++i) values[(i * 5) % 8] = in[threadIdx.x * count + i];
  int best = values[threadIdx.x % 8];  // FAULT
  for (int i = 0; i < count; ++i) best = min(best, values[(i * 5) % 8]);
  out[threadIdx.x] = best;
}

int main() {
  const int count = 6;
  std::vector<int> in(32 * count, 9), out(32);
  int *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(int));
  cudaMalloc(&d_out, 32 * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  smallest<<<1, 32>>>(d_in, d_out, count);
  cudaMemcpy(out.data(), d_out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
