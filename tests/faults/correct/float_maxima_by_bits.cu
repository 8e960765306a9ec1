// Correct: maxima of floats by atomics on their bits: of numbers from 0 on, with the other atomic
// for negative ones, and with bits that are turned first; and one of integers.
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

__device__ unsigned turned(float x) {
  const unsigned bits = __float_as_uint(x);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

__device__ float turned_back(unsigned bits) {
  return __uint_as_float(bits & 0x80000000u ? bits & 0x7fffffffu : ~bits);
}

__global__ void largest(const float* in, int n, int* square, float* both, unsigned* turn,
                        int* number) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  atomicMax(square, __float_as_int(x * x));
  if (x >= 0.0f) {
    atomicMax(reinterpret_cast<int*>(both), __float_as_int(x));
  } else {
    atomicMin(reinterpret_cast<unsigned*>(both), __float_as_uint(x));
  }
  atomicMax(turn, turned(x));
  atomicMax(number, static_cast<int>(x));
}

__global__ void finish(unsigned* turn, float* out) { *out = turned_back(*turn); }

int main() {
  const int n = 1000;
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = -1.0f - (i * 37) % n;
  const float lowest = -3.402823466e+38f;
  const int least = -2000000000;
  float *in, *both, *out, result[2];
  int *square, *number, largest_number;
  unsigned* turn;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&both, sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMalloc(&square, sizeof(int));
  cudaMalloc(&number, sizeof(int));
  cudaMalloc(&turn, sizeof(unsigned));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(both, &lowest, sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(number, &least, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(square, 0, sizeof(int));
  cudaMemset(turn, 0, sizeof(unsigned));
  largest<<<4, 256>>>(in, n, square, both, turn, number);
  finish<<<1, 1>>>(turn, out);
  cudaMemcpy(&result[0], both, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(&result[1], out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(&largest_number, number, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(both);
  cudaFree(out);
  cudaFree(square);
  cudaFree(number);
  cudaFree(turn);
  return result[0] == -1.0f && result[1] == -1.0f && largest_number == -1 ? 0 : 1;
}
