// Fault: C12 activemask-as-meeting-place
// Finding: endless-loop says "__syncwarp"
// Both halves of a warp wait in a branch of their own until __activemask() has all lanes: neither
// comes to the other's loop.
#include <cuda_runtime.h>

#include <vector>

__device__ void wait_for_warp() {
  while (__popc(__activemask()) < warpSize) {  // FAULT
    __nanosleep(20);
  }
}

__global__ void sums_of_pairs(const int* in, int* out) {
  const int lane = threadIdx.x;
  if (lane < 16) {
    out[lane] = in[lane] * 3;
    wait_for_warp();
  } else {
    out[lane] = in[lane] + 1;
    wait_for_warp();
  }
  out[32 + lane] = out[lane] + out[lane ^ 1];
}

int main() {
  std::vector<int> in(32), out(64);
  for (int i = 0; i < 32; ++i) in[i] = i;
  int *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(int));
  cudaMalloc(&d_out, out.size() * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  sums_of_pairs<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
