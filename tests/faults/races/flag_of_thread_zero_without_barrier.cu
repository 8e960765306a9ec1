// Fault: C1 missing-barrier-after-shared-write
// Finding: missing-barrier or missing-syncwarp
// Thread 0 looks up the block's offset, and the others use it at once.
#include <cuda_runtime.h>

#include <vector>

__device__ int offset_of(const int* offsets) {
  __shared__ int offset;
  if (threadIdx.x == 0) offset = offsets[blockIdx.x];  // FAULT
  return offset;                                       // FAULT
}

__global__ void scatter(const int* offsets, const float* in, float* out) {
  int begin = offset_of(offsets);
  out[begin + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

int main() {
  std::vector<int> offsets{64, 0};
  std::vector<float> values(128, 1.5f);
  int* d_offsets;
  float *in, *out;
  cudaMalloc(&d_offsets, 2 * sizeof(int));
  cudaMalloc(&in, 128 * sizeof(float));
  cudaMalloc(&out, 128 * sizeof(float));
  cudaMemcpy(d_offsets, offsets.data(), 2 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(in, values.data(), 128 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 128 * sizeof(float));
  scatter<<<2, 64>>>(d_offsets, in, out);
  cudaMemcpy(values.data(), out, 128 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_offsets);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
