// Fault: C7 non-atomic-accumulate
// Finding: broken-lock
// Threads take a word in shared memory by exchanging it, and give it back the same way: no fence on
// either side.
#include <cuda_runtime.h>

__global__ void add_all(const float* in, float* out) {
  __shared__ float total;
  __shared__ int busy;
  if (threadIdx.x == 0) {
    busy = 0;
    total = 0;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    int mine = 1;
    while (mine != 0) mine = atomicExch(&busy, mine);  // FAULT
    total += in[threadIdx.x];
    mine = atomicExch(&busy, mine);
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}

int main() {
  float host[128], *in, *out, result = 0;
  for (int i = 0; i < 128; ++i) host[i] = 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  add_all<<<1, 128>>>(in, out);
  cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
