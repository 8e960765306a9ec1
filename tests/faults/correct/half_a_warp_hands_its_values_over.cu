// Correct: half of the lanes have a value, and shuffles take it from them alone
#include <cuda_runtime.h>

__global__ void double_up(const int* in, int* out, int n) {
  const int lane = threadIdx.x;
  int value, place;
  if (lane < n) value = in[lane];
  bool is_found = false;
  for (int k = 0; k < n; ++k) {
    if (in[k] == 3 * lane) {
      place = k;
      is_found = true;
    }
  }
  const int other = __shfl_sync(0xFFFFFFFF, value, lane % n);
  out[lane] = other + (is_found ? place : -1);
}

int main() {
  const int n = 16;
  int host[32], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
  double_up<<<1, 32>>>(in, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < 32; ++i)
    if (host[i] != i % n + (3 * i < n ? 3 * i : -1)) return 1;
  return 0;
}
