// Correct: lanes with equal keys find each other and count their group
#include <cuda_runtime.h>

#include <vector>

__global__ void group_sizes(const int* in, int* out) {
  unsigned same = __match_any_sync(0xffffffffu, in[threadIdx.x]);
  out[threadIdx.x] = __popc(same);
}

int main() {
  const int n = 32;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i % 5);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  group_sizes<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i % 5 < 2 ? 7 : 6)) return 1;
  }
  return 0;
}
