// Correct: offsets in bytes are added to pointers to bytes, and sizes in bytes are divided before
// they are added to others.
#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

__global__ void scale(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * in[i];
}

int main() {
  const int n = 4096, parts = 4, part = n / parts;
  const std::size_t part_bytes = part * sizeof(float);
  std::vector<float> host(n, 1.0f);
  unsigned char* bytes;
  float* out;
  cudaMalloc(&bytes, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  for (int p = 0; p < parts; ++p) {
    cudaMemcpy(bytes + p * part * sizeof(float), &host[p * part], part_bytes,
               cudaMemcpyHostToDevice);
  }
  for (int p = 0; p < parts; ++p) {
    auto* in = reinterpret_cast<float*>(bytes);
    scale<<<part / 256, 256>>>(in + p * part_bytes / sizeof(float), out + p * part, part);
  }
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(bytes);
  cudaFree(out);
  return host[n - 1] == 2.0f ? 0 : 1;
}
