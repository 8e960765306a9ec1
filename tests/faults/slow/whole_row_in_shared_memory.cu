// Fault: D14 low-occupancy
// Finding: low-occupancy
// Two warps take a whole row of 100 KB into shared memory, so four are resident at a time.
#include <cuda_runtime.h>

#include <vector>

__global__ void turn_rows(const float* in, float* out, int cols) {  // FAULT
  extern __shared__ float row[];
  const float* from = in + (size_t)blockIdx.x * cols;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) row[c] = from[c];
  __syncthreads();
  float* to = out + (size_t)blockIdx.x * cols;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) to[c] = row[cols - 1 - c];
}

int main() {
  const int rows = 300, cols = 25600, bytes = cols * sizeof(float);
  std::vector<float> host((size_t)rows * cols, 1.0f);
  float *in, *out;
  cudaMalloc(&in, (size_t)rows * bytes);
  cudaMalloc(&out, (size_t)rows * bytes);
  cudaMemcpy(in, host.data(), (size_t)rows * bytes, cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(turn_rows, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  turn_rows<<<rows, 64, bytes>>>(in, out, cols);
  cudaMemcpy(host.data(), out, (size_t)rows * bytes, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
