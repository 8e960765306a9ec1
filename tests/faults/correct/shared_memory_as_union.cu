// Correct: the same shared bytes hold first integers and, after a barrier, floats
#include <cuda_runtime.h>

#include <vector>

union Scratch {
  int keys[64];
  float values[64];
};

__global__ void two_uses(const int* in, float* out) {
  __shared__ Scratch scratch;
  int t = threadIdx.x;
  scratch.keys[t] = in[t];
  __syncthreads();
  int key = scratch.keys[63 - t];
  __syncthreads();
  scratch.values[t] = 0.5f * key;
  __syncthreads();
  out[t] = scratch.values[(t + 32) % 64];
}

int main() {
  std::vector<int> in(64);
  std::vector<float> out(64);
  for (int i = 0; i < 64; ++i) in[i] = i;
  int* d_in;
  float* d_out;
  cudaMalloc(&d_in, 64 * sizeof(int));
  cudaMalloc(&d_out, 64 * sizeof(float));
  cudaMemcpy(d_in, in.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  two_uses<<<1, 64>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int t = 0; t < 64; ++t) {
    if (out[t] != 0.5f * (63 - (t + 32) % 64)) return 1;
  }
  return 0;
}
