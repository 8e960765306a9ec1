// Fault: C5 in-place-scan-race
// Finding: missing-trailing-barrier or missing-barrier or missing-syncwarp
// A scan adds the element d to the left in place: a warp may read what another has just written.
#include <cuda_runtime.h>

#include <vector>

__global__ void scan(int* data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (t >= d) s[t] += s[t - d];  // FAULT
    __syncthreads();
  }
  data[t] = s[t];
}

int main() {
  std::vector<int> host(256, 1);
  int* data;
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMemcpy(data, host.data(), 256 * sizeof(int), cudaMemcpyHostToDevice);
  scan<<<1, 256>>>(data);
  cudaMemcpy(host.data(), data, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(data);
  return 0;
}
