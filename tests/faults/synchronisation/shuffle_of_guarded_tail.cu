// Fault: C12 shuffle-partial-last-warp
// Finding: shuffle-from-inactive-lane
// Lanes beyond the end have left; the last elements still ask their right neighbours.
#include <cuda_runtime.h>

#include <vector>

template <typename T>
__global__ void differences(const T* in, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T here = in[i];
  T next = __shfl_down_sync(__activemask(), here, 1);  // FAULT
  out[i] = next - here;
}

int main() {
  const int n = 52;
  std::vector<int> host(n, 1);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  differences<<<1, 64>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
