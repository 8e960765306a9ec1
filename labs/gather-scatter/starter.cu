// Gather and scatter: five functions about rows that an index array names. Edit this file;
// exercise.h says what each function promises, cpu.h what it computes.
//
// Two give a wrong answer, three are right and do more than they have to. The handout says what to
// predict before each change.
#include "exercise.h"

constexpr unsigned kAllLanes = 0xffffffffu;

// Task 1. A thread takes a row, and copies it word by word. What is known does not matter to it.
// Ask: which addresses do the 32 lanes of a warp load at once?
__global__ void gather_kernel(Sizes sizes, const int* index, const std::uint32_t* table,
                              std::uint32_t* out, int count) {
  const int words = sizes.bytes / 4;
  const int left = count - blockIdx.x * sizes.elements;
  for (int k = threadIdx.x; k < min(sizes.elements, left); k += blockDim.x) {
    const int i = blockIdx.x * sizes.elements + k;
    for (int w = 0; w < words; ++w) out[i * words + w] = table[index[i] * words + w];
  }
}

void gather(Known known, const Sizes& sizes, const int* index, const void* table, void* out,
            int count) {
  if (count == 0) return;
  gather_kernel<<<ceil_div(count, sizes.elements), sizes.threads>>>(
      sizes, index, static_cast<const std::uint32_t*>(table), static_cast<std::uint32_t*>(out),
      count);
  check(cudaGetLastError());
}

constexpr int kTile = 128;          // elements of a block
constexpr int kParticleBytes = 32;  // in scatter()

// Task 2. The places are computed into shared memory, and an object carries the particles.
// Ask: which of the two pointers do the places count from?
__global__ void scatter_kernel(const int* cell, const int* rank, const int* begin,
                               const char* particles, char* out, int count) {
  __shared__ int place[kTile];
  const int first = blockIdx.x * kTile;
  const int i = first + threadIdx.x;
  if (i < count) place[threadIdx.x] = begin[cell[i]] + rank[i];
  __syncthreads();
  const cudaDMAIndirect<true, false, 4> carrier(kParticleBytes, min(kTile, count - first));
  carrier.execute_dma(place, particles, out + first * kParticleBytes);
}

void scatter(const int* cell, const int* rank, const int* begin, const void* particles, void* out,
             int count) {
  if (count == 0) return;
  scatter_kernel<<<ceil_div(count, kTile), kTile>>>(
      cell, rank, begin, static_cast<const char*>(particles), static_cast<char*>(out), count);
  check(cudaGetLastError());
}

// Task 3. Gather, add, scatter.
// Ask: what if two rows of values go to one row of sums?
__global__ void add_kernel(const int* index, const std::uint32_t* values, std::uint32_t* sums,
                           int count) {
  __shared__ uint4 row[kTile];
  const int first = blockIdx.x * kTile;
  const int i = first + threadIdx.x;
  const int rows = min(kTile, count - first);
  const cudaDMAIndirect<true, false, 16, 16, kTile> bring(rows);
  const cudaDMAIndirect<false, false, 16, 16, kTile> send(rows);
  bring.execute_dma(index + first, sums, row);
  __syncthreads();
  if (i < count) {
    const uint4 value = reinterpret_cast<const uint4*>(values)[i];
    uint4& sum = row[threadIdx.x];
    sum = make_uint4(sum.x + value.x, sum.y + value.y, sum.z + value.z, sum.w + value.w);
  }
  __syncthreads();
  send.execute_dma(index + first, row, sums);
}

void add(const int* index, const std::uint32_t* values, std::uint32_t* sums, int count) {
  if (count == 0) return;
  add_kernel<<<ceil_div(count, kTile), kTile>>>(index, values, sums, count);
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

// Task 4. Right: all threads carry a tile of neighbours to shared memory, wait for each other, and
// compute. While they carry nobody computes, and while they compute nothing is carried.
__global__ void near_kernel(Sizes sizes, const int* list, const char* particles, std::uint32_t* out,
                            int count) {
  __shared__ Buffer buffer;
  const int tile = sizes.elements, bytes = sizes.bytes;
  const int first = blockIdx.x * tile, step = gridDim.x * tile, end = count * kListed;
  const cudaDMAIndirect<true, false, 16> carrier(bytes, tile);
  for (int e = first; e + tile <= end; e += step) {
    carrier.execute_dma(list + e, particles, buffer.bytes);
    __syncthreads();
    const int p = (e + threadIdx.x) / kListed;
    add_up(share_of(particles + p * bytes, buffer.bytes + threadIdx.x * bytes), out + p);
    __syncthreads();
  }
  near_rest(list, particles, out, count, bytes, tile);
}

void near(Known known, const Sizes& sizes, const int* list, const void* particles,
          std::uint32_t* out, int count) {
  if (count == 0) return;
  const int blocks = blocks_for(ceil_div(count * kListed, sizes.elements));
  near_kernel<<<blocks, sizes.elements>>>(sizes, list, static_cast<const char*>(particles), out,
                                          count);
  check(cudaGetLastError());
}

constexpr int kSlots = 4;  // vectors that a thread has under way

// Task 5. A transfer of one's own, and all that it knows is found out anew in each round.
// Ask: what of it is the same in every field?
struct Reordering {
  __device__ void execute(int field, int bytes, const int* index, const char* in, char* out,
                          int count) const {
    const int vectors = bytes / 16;
    const int all = count * vectors;
    uint4 vector[kSlots];
    for (int s = 0; s < kSlots; ++s) {
      const int v = (blockIdx.x * kSlots + s) * kTile + threadIdx.x;
      if (v >= all) continue;
      const int row = v / vectors, column = v % vectors;
      const char* const from = in + (field * count + index[row]) * bytes + column * 16;
      vector[s] = *reinterpret_cast<const uint4*>(from);
    }
    for (int s = 0; s < kSlots; ++s) {
      const int v = (blockIdx.x * kSlots + s) * kTile + threadIdx.x;
      if (v < all) *reinterpret_cast<uint4*>(out + field * count * bytes + v * 16) = vector[s];
    }
  }
};

__global__ void reorder_kernel(const int* index, const char* in, char* out, int count, int bytes,
                               int fields) {
  const Reordering reordering;
  for (int f = 0; f < fields; ++f) reordering.execute(f, bytes, index, in, out, count);
}

void reorder(const int* index, const void* in, void* out, int count, int bytes, int fields) {
  if (count == 0) return;
  const int blocks = ceil_div(count * (bytes / 16), kSlots * kTile);
  reorder_kernel<<<blocks, kTile>>>(index, static_cast<const char*>(in), static_cast<char*>(out),
                                    count, bytes, fields);
  check(cudaGetLastError());
}
