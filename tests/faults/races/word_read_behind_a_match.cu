// Fault: C9 missing-syncwarp
// Finding: missing-syncwarp
// The first lane of each group of equal keys stores where the group begins, in global memory; the
// match that found the groups comes before the store, and a ballot behind it orders nothing.
#include <cuda_runtime.h>

__global__ void places(const int* keys, int* begins, int* out) {
  int t = threadIdx.x, lane = t % 32;
  unsigned same = __match_any_sync(~0u, keys[t]);
  int leader = __ffs(same) - 1;
  if (lane == leader) begins[t - lane + leader] = 8 * keys[t];  // FAULT
  unsigned leaders = __ballot_sync(~0u, lane == leader);
  out[t] = begins[t - lane + leader] + __popc(leaders);  // FAULT
}

int main() {
  int host[128], *keys, *begins, *out;
  for (int i = 0; i < 128; ++i) host[i] = i % 5;
  cudaMalloc(&keys, sizeof host);
  cudaMalloc(&begins, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(keys, host, sizeof host, cudaMemcpyHostToDevice);
  places<<<1, 128>>>(keys, begins, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(keys);
  cudaFree(begins);
  cudaFree(out);
  return 0;
}
