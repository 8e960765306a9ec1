// Correct: threads past the end have no value, they only copy what they hold to where nobody looks;
// the compiler makes of `if (...) x += y` a sum with a selected 0
#include <cuda_runtime.h>

__global__ void sum(const int* list, int count, int* out) {
  const int lane = threadIdx.x;
  int x;
  if (lane < count) x = list[lane];
  for (int i = 16; i > 0; i /= 2) {
    const int y = __shfl_down_sync(0xffffffff, x, i);
    if (lane + i < count) x += y;
  }
  out[lane] = x;
}

int main() {
  int list[40], sums[64], *in, *out;
  for (int i = 0; i < 40; ++i) list[i] = i;
  cudaMalloc(&in, sizeof list);
  cudaMalloc(&out, sizeof sums);
  cudaMemcpy(in, list, sizeof list, cudaMemcpyHostToDevice);
  sum<<<1, 64>>>(in, 40, out);
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return sums[0] == 496 ? 0 : 1;
}
