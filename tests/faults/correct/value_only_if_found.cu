// Correct: a function writes a value only where it finds one, and the caller uses it only then; the
// compiler loads it in any case and selects
#include <cuda_runtime.h>

__device__ __noinline__ bool take(const int* list, int count, int index, int& value) {
  if (index >= count) return false;
  value = list[index];
  return true;
}

__global__ void take_all(const int* list, int count, int* out) {
  int value;
  if (take(list, count, threadIdx.x, value))
    out[threadIdx.x] = value;
  else
    out[threadIdx.x] = -1;
}

int main() {
  int list[40], taken[64], *in, *out;
  for (int i = 0; i < 40; ++i) list[i] = 3 * i;
  cudaMalloc(&in, sizeof list);
  cudaMalloc(&out, sizeof taken);
  cudaMemcpy(in, list, sizeof list, cudaMemcpyHostToDevice);
  take_all<<<1, 64>>>(in, 40, out);
  cudaMemcpy(taken, out, sizeof taken, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return taken[39] == 117 && taken[40] == -1 ? 0 : 1;
}
