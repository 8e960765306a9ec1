// Correct: a vote, and then __syncwarp(), between what one lane stores and the others read; values
// that go by shuffle need no order of memory
#include <cuda_runtime.h>

__global__ void pick(const int* in, int* out) {
  __shared__ int base[4];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int value = in[threadIdx.x];
  if (lane == 0) base[warp] = value * 100;
  bool is_any = __any_sync(~0u, value > 3);
  __syncwarp();
  int first = is_any ? base[warp] : 0;
  out[threadIdx.x] = first + __shfl_sync(~0u, value, 31);
}

int main() {
  int host[128], *in, *out;
  for (int i = 0; i < 128; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  pick<<<1, 128>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
