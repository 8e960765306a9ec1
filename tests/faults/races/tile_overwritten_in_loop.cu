// Fault: C2 missing-trailing-barrier-in-loop
// Finding: missing-trailing-barrier or missing-syncwarp
// A block reads rows through one shared row and loads the next while slow warps still read.
#include <cuda_runtime.h>

#include <vector>

__global__ void mirror_rows(const int* in, int* out, int rows) {
  extern __shared__ int line[];
  int t = threadIdx.x, n = blockDim.x;
  for (int r = 0; r < rows; ++r) {
    line[t] = in[r * n + t];  // FAULT
    __syncthreads();
    out[r * n + t] = line[n - 1 - t];  // FAULT
  }
}

int main() {
  const int rows = 3, cols = 96;
  std::vector<int> m(rows * cols, 4);
  int *in, *out;
  cudaMalloc(&in, m.size() * sizeof(int));
  cudaMalloc(&out, m.size() * sizeof(int));
  cudaMemcpy(in, m.data(), m.size() * sizeof(int), cudaMemcpyHostToDevice);
  mirror_rows<<<1, cols, cols * sizeof(int)>>>(in, out, rows);
  cudaMemcpy(m.data(), out, m.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
