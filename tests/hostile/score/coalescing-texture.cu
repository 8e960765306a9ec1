// tries: reads records far apart by a texture, and makes requests of 16 bytes of its rest
// lab: coalescing
// exit: 8
// points: 26.1
// denied: scale-records-traffic add-one-traffic
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

// A thread for each record.
__global__ void apart(cudaTextureObject_t in, float* out, int records, int fields, float factor) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= records) return;
  for (int f = 0; f < fields; ++f)
    out[r * fields + f] = factor * tex1Dfetch<float>(in, r * fields + f);
}

void scale_records(const float* in, float* out, int records, int fields, float factor) {
  if (records == 0) return;
  const auto texture = texture_of(in, records * fields);
  apart<<<ceil_div(records, 256), 256>>>(texture, out, records, fields, factor);
  check(cudaDestroyTextureObject(texture));
}

__global__ void four_at_a_time(cudaTextureObject_t in, float* data, int offset, int end) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= offset && i + 4 <= end) {
    reinterpret_cast<float4*>(data)[i / 4] =
        make_float4(tex1Dfetch<float>(in, i) + 1, tex1Dfetch<float>(in, i + 1) + 1,
                    tex1Dfetch<float>(in, i + 2) + 1, tex1Dfetch<float>(in, i + 3) + 1);
  } else {
    for (int k = max(i, offset); k < min(i + 4, end); ++k) data[k] += 1;
  }
}

void add_one(float* data, int offset, int count) {
  if (count == 0) return;
  const auto texture = texture_of(data, offset + count);
  four_at_a_time<<<ceil_div(offset + count, 1024), 256>>>(texture, data, offset, offset + count);
  check(cudaDestroyTextureObject(texture));
}
