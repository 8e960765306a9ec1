// tries: loads one float at a time by textures, and what is counted by a dummy kernel
// lab: dma-warps
// exit: 8
// points: 10
// denied: objects-loads
#include "exercise.h"

cudaTextureObject_t texture_of(const float* data, int count) {
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeLinear;
  what.res.linear.devPtr = const_cast<float*>(data);
  what.res.linear.desc = cudaCreateChannelDesc<float>();
  what.res.linear.sizeInBytes = count * sizeof(float);
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &what, &how, nullptr));
  return texture;
}

__device__ float4 sink[1 << 15];
__global__ void dummy(const float4* x, const float4* y, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float4 a = x[i], b = y[i];
  sink[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__global__ void one_by_one(float a, cudaTextureObject_t x, cudaTextureObject_t old, float* y,
                           int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) y[i] = a * tex1Dfetch<float>(x, i) + tex1Dfetch<float>(old, i);
}

void saxpy_objects(float a, const float* x, float* y, int count) {
  if (count == 0) return;
  const auto texture_x = texture_of(x, count), texture_y = texture_of(y, count);
  dummy<<<ceil_div(count / 4, 256) + 1, 256>>>(reinterpret_cast<const float4*>(x),
                                               reinterpret_cast<const float4*>(y), count / 4);
  one_by_one<<<ceil_div(count, 256), 256>>>(a, texture_x, texture_y, y, count);
  check(cudaDestroyTextureObject(texture_x));
  check(cudaDestroyTextureObject(texture_y));
}
