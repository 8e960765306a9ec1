// Fault: C1 missing-barrier-after-shared-write
// Finding: missing-barrier or missing-syncwarp
// The tree of a reduction has a barrier before it, and none between its levels.
#include <cuda_runtime.h>

#include <vector>

template <int kThreads>
__global__ void sum(const int* in, int* out) {
  __shared__ int partial[kThreads];
  unsigned t = threadIdx.x;
  partial[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (unsigned s = kThreads / 2; s > 0; s /= 2) {
    if (t < s) partial[t] += partial[t + s];  // FAULT
    if (s <= 32) __syncwarp();
  }
  if (t == 0) out[blockIdx.x] = partial[0];
}

int main() {
  const int n = 512;
  std::vector<int> in(n, 1), out(2);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, 2 * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sum<256><<<2, 256>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
