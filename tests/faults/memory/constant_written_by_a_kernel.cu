// Fault: A7 wrong-address-space
// Finding: trap says "cudaMemcpyToSymbol"
// A kernel makes the weights of the next one.
#include <cuda_runtime.h>

constexpr int kWeights = 8;

__constant__ float weights[kWeights];

__global__ void make_weights(const float* distances) {
  const int k = threadIdx.x;
  if (k < kWeights) weights[k] = 1.0f / (1.0f + distances[k]);  // FAULT
}

__global__ void blur(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + kWeights > n) return;
  float sum = 0;
  for (int k = 0; k < kWeights; ++k) sum += weights[k] * in[i + k];
  out[i] = sum;
}

int main() {
  constexpr int kCount = 1000;
  float *distances, *in, *out;
  cudaMalloc(&distances, kWeights * sizeof(float));
  cudaMalloc(&in, kCount * sizeof(float));
  cudaMalloc(&out, kCount * sizeof(float));
  cudaMemset(distances, 0, kWeights * sizeof(float));
  cudaMemset(in, 0, kCount * sizeof(float));
  make_weights<<<1, 32>>>(distances);
  blur<<<(kCount + 255) / 256, 256>>>(in, out, kCount);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(distances);
  cudaFree(in);
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;
}
