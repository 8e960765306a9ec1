// Fault: C19 uninitialised-local
// Finding: uninitialised-local
// Eight filters at once: each thread has a sum for each, and none of them begins with 0.
#include <cuda_runtime.h>

constexpr int kFilters = 8;

__global__ void filter(const float* in, const float* weights, float* out, int channels,
                       int samples) {
  for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < channels; c += gridDim.x * blockDim.x) {
    float sum[kFilters];
    for (int s = 0; s < samples; ++s) {
      const float x = in[s * channels + c];
      for (int f = 0; f < kFilters; ++f) sum[f] += weights[s * kFilters + f] * x;  // FAULT
    }
    for (int f = 0; f < kFilters; ++f) out[f * channels + c] = sum[f];
  }
}

int main() {
  constexpr int kChannels = 500, kSamples = 9;
  float *in, *weights, *out;
  cudaMalloc(&in, kChannels * kSamples * sizeof(float));
  cudaMalloc(&weights, kSamples * kFilters * sizeof(float));
  cudaMalloc(&out, kFilters * kChannels * sizeof(float));
  cudaMemset(in, 0, kChannels * kSamples * sizeof(float));
  cudaMemset(weights, 0, kSamples * kFilters * sizeof(float));
  filter<<<2, 128>>>(in, weights, out, kChannels, kSamples);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(weights);
  cudaFree(out);
}
