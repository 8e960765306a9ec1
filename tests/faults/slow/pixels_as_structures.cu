// Fault: D3 array-of-structs
// Finding: array-of-structs-stride
// A colour picture with four floats for each pixel is made grey, field by field.
#include <cuda_runtime.h>

#include <vector>

struct Pixel {
  float red, green, blue, alpha;
};

__device__ float luminance(const Pixel& p) {
  return 0.25f * p.red + 0.5f * p.green + 0.25f * p.blue;  // FAULT
}

__global__ void grey(const Pixel* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = luminance(in[i]);
}

int main() {
  const int n = 128 * 256;
  std::vector<Pixel> host(n, Pixel{1, 1, 1, 1});
  std::vector<float> out(n);
  Pixel* in;
  float* d_out;
  cudaMalloc(&in, n * sizeof(Pixel));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(Pixel), cudaMemcpyHostToDevice);
  grey<<<128, 256>>>(in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(d_out);
  return 0;
}
