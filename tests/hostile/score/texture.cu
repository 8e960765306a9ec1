// tries: reads far apart by a texture and writes far apart by atomics, beside a dummy kernel
// exit: 1 8
// points: 60
// denied: traffic
#include "exercise.h"

__device__ float sink[1 << 16];
__global__ void dummy(const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sink[i] = in[i];
}

__global__ void apart(cudaTextureObject_t in, float* out, int count) {
  const int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < min(first + 8, count); ++i)
    atomicExch(out + i, 3 * tex1Dfetch<float>(in, i));
}

void triple(const float* in, float* out, int count) {
  if (count == 0) return;
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeLinear;
  what.res.linear.devPtr = const_cast<float*>(in);
  what.res.linear.desc = cudaCreateChannelDesc<float>();
  what.res.linear.sizeInBytes = count * sizeof(float);
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &what, &how, nullptr));
  apart<<<ceil_div(count, 2048), 256>>>(texture, out, count);
  dummy<<<ceil_div(count, 256), 256>>>(in, count);
  cudaDestroyTextureObject(texture);
}
