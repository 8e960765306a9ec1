// Fault: B14 shared-index-out-of-range
// Finding: out-of-bounds
// A filter of radius 2 has five coefficients; the loop reads a sixth.
#include <cuda_runtime.h>

#include <vector>

constexpr int kTaps = 5;
__constant__ float coefficients[kTaps];

__global__ void filter(const float* in, float* out, int taps) {
  int i = threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t <= taps; ++t) {
    float c = coefficients[t];  // FAULT
    sum += c * in[i + t];
  }
  out[i] = sum;
}

int main() {
  const int n = 64;
  std::vector<float> in(n + kTaps + 1, 1.0f), taps(kTaps, 0.2f), out(n);
  float *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(coefficients, taps.data(), kTaps * sizeof(float));
  filter<<<1, n>>>(d_in, d_out, kTaps);
  cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
