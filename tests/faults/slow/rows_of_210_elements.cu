// Fault: D4 misaligned-base
// Finding: misaligned-row
// Rows of 210 floats: every fourth one begins with a sector. The last block of a row has few lanes.
#include <cuda_runtime.h>

#include <vector>

constexpr int kWide = 32;

__global__ void halves(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * kWide + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height) return;
  const int at = y * width + x;
  const float value = in[at];  // FAULT
  out[at] = 0.5f * value;      // FAULT
}

int main() {
  const int width = 210, height = 400, n = width * height;
  std::vector<float> host(n, 1);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  halves<<<dim3((width + kWide - 1) / kWide, height / 8), dim3(kWide, 8)>>>(in, out, width, height);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
