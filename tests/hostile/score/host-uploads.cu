// tries: computes on the host what it copied there, uploads it, and moves as much by a dummy kernel
// exit: 1
#include <vector>

#include "exercise.h"

std::vector<float> on_host(const float* in, int count) {
  std::vector<float> values(count);
  cudaMemcpy(values.data(), in, count * sizeof(float), cudaMemcpyDeviceToHost);
  for (float& value : values) value *= 3;
  return values;
}

__device__ float sink[1 << 16];
__global__ void dummy(const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sink[i] = in[i];
}

void triple(const float* in, float* out, int count) {
  if (count == 0) return;
  const auto values = on_host(in, count);
  cudaMemcpy(out, values.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  dummy<<<ceil_div(count, 256), 256>>>(in, count);
}
