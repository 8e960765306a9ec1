// Gather and scatter, solved: objects that know what can be known, an index array where all threads
// that carry see it, DMA warps that bring neighbours, arithmetic that is done once, and sums that
// may meet.
#include "exercise.h"

constexpr unsigned kAllLanes = 0xffffffffu;

// Task 1. An object without threads of its own, by what is known of it.
template <Known KNOWN, int ALIGNMENT>
__device__ auto gatherer(const Sizes& sizes, int elements) {
  constexpr Sizes k = kGathered;
  if constexpr (KNOWN == Known::alignment) {
    return cudaDMAIndirect<true, false, ALIGNMENT>(sizes.bytes, elements);
  } else if constexpr (KNOWN == Known::bytes) {
    return cudaDMAIndirect<true, false, ALIGNMENT, k.bytes>(elements);
  } else if constexpr (KNOWN == Known::threads) {
    return cudaDMAIndirect<true, false, ALIGNMENT, k.bytes, k.threads>(elements);
  } else {
    return cudaDMAIndirect<true, false, ALIGNMENT, k.bytes, k.threads, k.elements>();
  }
}

template <Known KNOWN, int ALIGNMENT>
__global__ void gather_kernel(Sizes sizes, const int* index, const char* table, char* out,
                              int count) {
  const int tile = KNOWN == Known::elements ? kGathered.elements : sizes.elements;
  const int bytes = KNOWN >= Known::bytes ? kGathered.bytes : sizes.bytes;
  const int first = blockIdx.x * tile;
  const int left = count - first;
  char* const to = out + first * bytes;
  if (KNOWN == Known::elements && left < tile) {  // the last tile has fewer than are known
    gatherer<Known::threads, ALIGNMENT>(sizes, left).execute_dma(index + first, table, to);
  } else {
    gatherer<KNOWN, ALIGNMENT>(sizes, min(tile, left)).execute_dma(index + first, table, to);
  }
}

void gather(Known known, const Sizes& sizes, const int* index, const void* table, void* out,
            int count) {
  if (count == 0) return;
  const int blocks = ceil_div(count, sizes.elements);
  const auto* const from = static_cast<const char*>(table);
  auto* const to = static_cast<char*>(out);
  if (known == Known::alignment) {
    with_alignment(sizes.alignment, [&](auto a) {
      gather_kernel<Known::alignment, decltype(a)::value>
          <<<blocks, sizes.threads>>>(sizes, index, from, to, count);
    });
  } else {
    with_known(known, [&](auto k) {
      gather_kernel<decltype(k)::value, 16>
          <<<blocks, sizes.threads>>>(sizes, index, from, to, count);
    });
  }
  check(cudaGetLastError());
}

constexpr int kTile = 128;          // elements of a block
constexpr int kParticleBytes = 32;  // in scatter()

// Task 2. The places are computed by all threads and stand where all of them see them.
__global__ void scatter_kernel(const int* cell, const int* rank, const int* begin,
                               const char* particles, char* out, int count) {
  __shared__ int place[kTile];
  const int first = blockIdx.x * kTile;
  const int i = first + threadIdx.x;
  if (i < count) place[threadIdx.x] = begin[cell[i]] + rank[i];
  __syncthreads();
  const cudaDMAIndirect<false, false, 16, kParticleBytes, kTile> scatterer(
      min(kTile, count - first));
  scatterer.execute_dma(place, particles + first * kParticleBytes, out);
}

void scatter(const int* cell, const int* rank, const int* begin, const void* particles, void* out,
             int count) {
  if (count == 0) return;
  scatter_kernel<<<ceil_div(count, kTile), kTile>>>(
      cell, rank, begin, static_cast<const char*>(particles), static_cast<char*>(out), count);
  check(cudaGetLastError());
}

// Task 3. Two that go to one row must both arrive: an addition that memory does.
__global__ void add_kernel(const int* index, const std::uint32_t* values, std::uint32_t* sums,
                           int count) {
  const int w = blockIdx.x * kTile + threadIdx.x;
  if (w < count * 4) atomicAdd(&sums[index[w / 4] * 4 + w % 4], values[w]);
}

void add(const int* index, const std::uint32_t* values, std::uint32_t* sums, int count) {
  if (count == 0) return;
  add_kernel<<<ceil_div(count * 4, kTile), kTile>>>(index, values, sums, count);
  check(cudaGetLastError());
}

constexpr int kMostBytes = 32, kMostElements = 128;  // of a particle, of a tile
struct Buffer {
  __align__(16) char bytes[kMostElements * kMostBytes];
};

__device__ std::uint32_t share_of(const char* mine, const char* other) {
  const uint4 a = *reinterpret_cast<const uint4*>(mine);
  const uint4 b = *reinterpret_cast<const uint4*>(other);
  const std::uint32_t x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
  return b.w * (x * x + y * y + z * z);
}

// Four neighbouring lanes have the neighbours of one particle.
__device__ void add_up(std::uint32_t share, std::uint32_t* out) {
  share += __shfl_xor_sync(kAllLanes, share, 1);
  share += __shfl_xor_sync(kAllLanes, share, 2);
  if (threadIdx.x % kListed == 0) *out = share;
}

// What fills no tile: by the last block, without a buffer.
__device__ void near_rest(const int* list, const char* particles, std::uint32_t* out, int count,
                          int bytes, int tile) {
  if (blockIdx.x != gridDim.x - 1) return;
  for (int p = count * kListed / tile * tile / kListed + threadIdx.x; p < count; p += tile) {
    std::uint32_t sum = 0;
    for (int k = 0; k < kListed; ++k) {
      const int other = list[p * kListed + k];
      sum += share_of(particles + p * bytes, particles + other * bytes);
    }
    out[p] = sum;
  }
}

// Task 4. An object with DMA threads of its own, by what is known of it. The compute threads come
// first; there is one for each neighbour of a tile.
template <Known KNOWN>
__device__ auto bringer(int id, const Sizes& sizes) {
  constexpr Sizes k = kNear;
  const int compute = sizes.elements;
  if constexpr (KNOWN == Known::alignment) {
    return cudaDMAIndirect<true, true, 16>(id, sizes.threads, compute, compute, sizes.bytes,
                                           sizes.elements);
  } else if constexpr (KNOWN == Known::bytes) {
    return cudaDMAIndirect<true, true, 16, k.bytes>(id, sizes.threads, compute, compute,
                                                    sizes.elements);
  } else if constexpr (KNOWN == Known::threads) {
    return cudaDMAIndirect<true, true, 16, k.bytes, k.threads>(id, compute, compute,
                                                               sizes.elements);
  } else {
    return cudaDMAIndirect<true, true, 16, k.bytes, k.threads, k.elements>(id, k.elements,
                                                                           k.elements);
  }
}

template <Known KNOWN>
__global__ void near_kernel(Sizes sizes, const int* list, const char* particles, std::uint32_t* out,
                            int count) {
  __shared__ Buffer buffer[2];
  auto even = bringer<KNOWN>(1, sizes), odd = bringer<KNOWN>(2, sizes);
  const int tile = KNOWN == Known::elements ? kNear.elements : sizes.elements;
  const int bytes = KNOWN >= Known::bytes ? kNear.bytes : sizes.bytes;
  const int first = blockIdx.x * tile, step = gridDim.x * tile, end = count * kListed;
  if (even.owns_this_thread()) {
    for (int e = first; e + tile <= end; e += 2 * step) {
      even.execute_dma(list + e, particles, buffer[0].bytes);
      if (e + step + tile <= end) odd.execute_dma(list + e + step, particles, buffer[1].bytes);
    }
    even.wait_for_dma_start();  // the compute warps say once more that a buffer is empty
    odd.wait_for_dma_start();
  } else {
    even.start_async_dma();
    odd.start_async_dma();
    const auto use = [&](auto& object, const Buffer& from, int e) {
      const int p = (e + threadIdx.x) / kListed;
      object.wait_for_dma_finish();
      const std::uint32_t share = share_of(particles + p * bytes, from.bytes + threadIdx.x * bytes);
      object.start_async_dma();
      add_up(share, out + p);
    };
    for (int e = first; e + tile <= end; e += 2 * step) {
      use(even, buffer[0], e);
      if (e + step + tile <= end) use(odd, buffer[1], e + step);
    }
    near_rest(list, particles, out, count, bytes, tile);
  }
}

void near(Known known, const Sizes& sizes, const int* list, const void* particles,
          std::uint32_t* out, int count) {
  if (count == 0) return;
  const int blocks = blocks_for(ceil_div(count * kListed, sizes.elements));
  with_known(known, [&](auto k) {
    near_kernel<decltype(k)::value><<<blocks, sizes.elements + sizes.threads>>>(
        sizes, list, static_cast<const char*>(particles), out, count);
  });
  check(cudaGetLastError());
}

constexpr int kSlots = 4;  // vectors that a thread has under way

// Task 5. A transfer of one's own. The constructor finds out where each vector comes from and goes
// to, in every field alike; a round adds the field's pointer.
class Rounds {
 public:
  __device__ void execute(const char* from, char* to) const {
    uint4 vector[kSlots];
#pragma unroll
    for (int s = 0; s < kSlots; ++s)
      if (s < slots_) vector[s] = *reinterpret_cast<const uint4*>(from + from_[s]);
#pragma unroll
    for (int s = 0; s < kSlots; ++s)
      if (s < slots_) *reinterpret_cast<uint4*>(to + to_[s]) = vector[s];
  }

 protected:
  __device__ Rounds(int bytes, const int* index, int count) {
    const unsigned vectors = bytes / 16;
    const unsigned all = count * vectors;
    slots_ = 0;
    for (int s = 0; s < kSlots; ++s) {
      const unsigned v = (blockIdx.x * kSlots + s) * kTile + threadIdx.x;
      if (v >= all) continue;
      const unsigned row = v / vectors, column = v % vectors;
      from_[s] = index[row] * bytes + column * 16;
      to_[s] = v * 16;
      slots_ = s + 1;
    }
  }

 private:
  int slots_;
  int from_[kSlots], to_[kSlots];
};

/// Rows of BYTES bytes.
template <int BYTES = 0>
class Reordering : public Rounds {
 public:
  __device__ Reordering(const int* index, int count) : Rounds(BYTES, index, count) {}
};
/// 0, which no row has: the constructor takes what is not known.
template <>
class Reordering<0> : public Rounds {
 public:
  __device__ Reordering(int bytes, const int* index, int count) : Rounds(bytes, index, count) {}
};

template <typename Object>
__device__ void all_fields(const Object& object, const char* in, char* out, long long field_bytes,
                           int fields) {
  for (int f = 0; f < fields; ++f, in += field_bytes, out += field_bytes) object.execute(in, out);
}

template <int BYTES>
__global__ void reorder_kernel(const int* index, const char* in, char* out, int count, int bytes,
                               int fields) {
  const long long field_bytes = static_cast<long long>(count) * bytes;
  if constexpr (BYTES != 0) {
    all_fields(Reordering<BYTES>(index, count), in, out, field_bytes, fields);
  } else {
    all_fields(Reordering<>(bytes, index, count), in, out, field_bytes, fields);
  }
}

void reorder(const int* index, const void* in, void* out, int count, int bytes, int fields) {
  if (count == 0) return;
  const int blocks = ceil_div(count * (bytes / 16), kSlots * kTile);
  const auto* const from = static_cast<const char*>(in);
  auto* const to = static_cast<char*>(out);
  if (bytes == 64) {
    reorder_kernel<64><<<blocks, kTile>>>(index, from, to, count, bytes, fields);
  } else {
    reorder_kernel<0><<<blocks, kTile>>>(index, from, to, count, bytes, fields);
  }
  check(cudaGetLastError());
}
