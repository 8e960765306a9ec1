// tries: asks a texture for the table again and again, beside a dummy kernel with a few loads
// lab: shuffle-reduction
// exit: 8
// points: 17
// denied: decode-requests pack-traffic
#include "exercise.h"

cudaTextureObject_t texture_of(const std::uint32_t* data, int count) {
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeLinear;
  what.res.linear.devPtr = const_cast<std::uint32_t*>(data);
  what.res.linear.desc = cudaCreateChannelDesc<unsigned>();
  what.res.linear.sizeInBytes = count * sizeof(std::uint32_t);
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &what, &how, nullptr));
  return texture;
}

__global__ void look_up(cudaTextureObject_t table, const std::uint32_t* codes, std::uint32_t* out,
                        int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = tex1Dfetch<unsigned>(table, codes[i]);
}

void decode(const std::uint32_t* table, const std::uint32_t* codes, std::uint32_t* out, int count) {
  if (count == 0) return;
  const auto texture = texture_of(table, 32);
  look_up<<<ceil_div(count, 256), 256>>>(texture, codes, out, count);
  check(cudaDestroyTextureObject(texture));
}

// A thread for each group of 32 numbers.
__global__ void group_by_group(cudaTextureObject_t in, std::uint32_t limit, std::uint32_t* bits,
                               std::uint32_t* kinds, int count) {
  const int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (32 * g >= count) return;
  std::uint32_t word = 0;
  const int numbers = min(32, count - 32 * g);
  for (int k = 0; k < numbers; ++k)
    word |= (tex1Dfetch<unsigned>(in, 32 * g + k) > limit ? 1u : 0u) << k;
  bits[g] = word;
  kinds[g] = __popc(word) == numbers ? 2 : word != 0 ? 1 : 0;
}

__device__ std::uint32_t sink[1 << 20];
__global__ void dummy(const std::uint32_t* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sink[i] = in[i];
}

void pack(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* bits, std::uint32_t* kinds,
          int count) {
  if (count == 0) return;
  const auto texture = texture_of(in, count);
  group_by_group<<<ceil_div(ceil_div(count, 32), 256), 256>>>(texture, limit, bits, kinds, count);
  dummy<<<ceil_div(count, 512), 256>>>(in, count / 2);
  check(cudaDestroyTextureObject(texture));
}
