// Fault: B1 uninitialised-global
// Finding: race-between-blocks and uninitialised-global
// The second launch begins with generation 4, which nothing has written; each one also reads what
// other blocks write in the same launch. Neither explains the other.
#include <cuda_runtime.h>

__device__ int around(const bool* s, int o, int i, int n) {
  int a = i ? i - 1 : n - 1, b = i + 1 < n ? i + 1 : 0;
  return s[o + a] + s[o + b];  // FAULT
}

__global__ void step(bool* s, int from, int to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = from; j < to - 1; j++) {
    int c = around(s, j * n, i, n);
    if (c == 2) {
      s[(j + 1) * n + i] = s[j * n + i];  // FAULT
    } else {
      s[(j + 1) * n + i] = c == 1;  // FAULT
    }
    __syncthreads();
  }
}

int main() {
  const int n = 512;
  bool first[n], last[n], *s;
  cudaMalloc(&s, 8 * n);
  for (int i = 0; i < n; i++) first[i] = i % 3 == 0;
  cudaMemcpy(s, first, n, cudaMemcpyHostToDevice);
  step<<<n / 128, 128>>>(s, 0, 4, n);
  step<<<n / 128, 128>>>(s, 4, 8, n);
  cudaMemcpy(last, s + 7 * n, n, cudaMemcpyDeviceToHost);
  cudaFree(s);
  return 0;
}
