// Correct: a scan of a warp by __shfl_up_sync; lanes below the distance ignore what they get
#include <cuda_runtime.h>

#include <vector>

__global__ void scan(const int* in, int* out) {
  int lane = threadIdx.x % 32, value = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    int left = __shfl_up_sync(0xffffffffu, value, d);
    if (lane >= d) value += left;
  }
  out[threadIdx.x] = value;
}

int main() {
  const int n = 96;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(2);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  scan<<<1, 96>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(2 * (i % 32 + 1))) return 1;
  }
  return 0;
}
