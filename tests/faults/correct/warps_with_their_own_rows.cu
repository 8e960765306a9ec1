// Correct: each warp has a row of shared memory of its own and needs __syncwarp only
#include <cuda_runtime.h>

#include <vector>

__global__ void reverse(const int* in, int* out) {
  __shared__ int rows[4][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int r = 0; r < 3; ++r) {
    rows[warp][lane] = in[threadIdx.x] + r;
    __syncwarp();
    out[threadIdx.x] = rows[warp][31 - lane];
    __syncwarp();
  }
}

int main() {
  const int n = 128;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<1, 128>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(in[i / 32 * 32 + 31 - i % 32] + 2)) return 1;
  }
  return 0;
}
