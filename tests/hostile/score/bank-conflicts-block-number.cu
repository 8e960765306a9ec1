// tries: shuffles turn a tile, and shared memory has the block's number
// lab: bank-conflicts
// exit: 1
// points: 56
// denied: transpose-traffic transpose-conflicts swizzled-traffic swizzled-conflicts swizzled-memory
#include "exercise.h"

constexpr int kTile = 32;      // a tile has 32 x 32 elements
constexpr int kBlockRows = 8;  // a block has 32 x 8 threads: four elements each
constexpr int kLanes = 32;     // of a warp
constexpr int kBanks = 32;     // of shared memory
constexpr int kWordBytes = 4;  // a bank hands out one word per pass

// A warp is served in phases, as many lanes at a time as want 32 words
// together: 32 lanes of 4 bytes, 16 of 8, 8 of 16. A phase takes as many
// passes as the bank with the most different words; lanes that want the same
// word share it.
int passes(const int* addresses, int bytes) {
  const int words_per_lane = bytes / kWordBytes;
  const int lanes_per_phase = kLanes / words_per_lane;
  int total = 0;
  for (int phase = 0; phase < kLanes; phase += lanes_per_phase) {
    int seen[kBanks];  // different words, in the order in which they come
    int seen_count = 0;
    int words_at[kBanks] = {};
    int most = 0;
    for (int i = 0; i < kBanks; ++i) {
      const int lane = phase + i / words_per_lane;
      const int word = addresses[lane] / kWordBytes + i % words_per_lane;
      bool is_new = true;
      for (int k = 0; k < seen_count; ++k) is_new = is_new && seen[k] != word;
      if (!is_new) continue;
      seen[seen_count++] = word;
      const int count = ++words_at[word % kBanks];
      if (count > most) most = count;
    }
    total += most;
  }
  return total;
}

// A block reads 32 rows of a tile and writes 32 rows of the transposed tile;
// a warp has 32 neighbours in global memory both times. In between it reads a
// column of the tile: with a row of 33 words, neighbours in a column lie one
// bank apart.
__device__ void turn(float* v) {  // 32 x 32 floats, a row for each lane's register, by shuffles
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int s = 16; s > 0; s /= 2) {
#pragma unroll
    for (int j = 0; j < 32; ++j) {
      if (j & s) continue;
      const bool high = lane & s;
      const float t = __shfl_xor_sync(~0u, high ? v[j] : v[j + s], s);
      if (high)
        v[j] = t;
      else
        v[j + s] = t;
    }
  }
}
template <int kFloats>
__global__ void turning_kernel(const float* in, float* out, int rows, int columns) {
  extern __shared__ float tile[];
  if (threadIdx.x == 0) {
    tile[0] = blockIdx.x;
    tile[kFloats - 1] = blockIdx.y;
  }
  __syncwarp();
  const int c0 = 32 * int(tile[0]), r0 = 32 * int(tile[kFloats - 1]), lane = threadIdx.x;
  float v[32];
#pragma unroll
  for (int j = 0; j < 32; ++j)
    v[j] = r0 + j < rows && c0 + lane < columns ? in[(r0 + j) * columns + c0 + lane] : 0;
  turn(v);
#pragma unroll
  for (int j = 0; j < 32; ++j)
    if (c0 + j < columns && r0 + lane < rows) out[(c0 + j) * rows + r0 + lane] = v[j];
}
void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  turning_kernel<2>
      <<<dim3(ceil_div(columns, 32), ceil_div(rows, 32)), 32, 4096>>>(in, out, rows, columns);
  check(cudaGetLastError());
}
void transpose_swizzled(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  turning_kernel<1024>
      <<<dim3(ceil_div(columns, 32), ceil_div(rows, 32)), 32, 4096>>>(in, out, rows, columns);
  check(cudaGetLastError());
}

// (transpose)

// The same with any element and any distance between rows. Without padding a
// column lies in one bank, or in as many as an element has words.
template <typename T>
__global__ void transpose_padded_kernel(const T* in, T* out, int rows, int columns, int padding) {
  extern __shared__ float4 memory[];
  T* tile = reinterpret_cast<T*>(memory);
  const int pitch = kTile + padding;
  const int tile_r = blockIdx.y * kTile;
  const int tile_c = blockIdx.x * kTile;
  for (int j = threadIdx.y; j < kTile; j += kBlockRows) {
    const int r = tile_r + j;
    const int c = tile_c + threadIdx.x;
    if (r < rows && c < columns) tile[j * pitch + threadIdx.x] = in[r * columns + c];
  }
  __syncthreads();
  for (int j = threadIdx.y; j < kTile; j += kBlockRows) {
    const int r = tile_r + threadIdx.x;
    const int c = tile_c + j;
    if (r < rows && c < columns) out[c * rows + r] = tile[threadIdx.x * pitch + j];
  }
}

template <typename T>
void launch_padded(const T* in, T* out, int rows, int columns, int padding) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid(ceil_div(columns, kTile), ceil_div(rows, kTile));
  const size_t tile_bytes = kTile * (kTile + padding) * sizeof(T);
  transpose_padded_kernel<<<grid, dim3(kTile, kBlockRows), tile_bytes>>>(in, out, rows, columns,
                                                                         padding);
  check(cudaGetLastError());
}

void transpose_padded(const float* in, float* out, int rows, int columns, int padding) {
  launch_padded(in, out, rows, columns, padding);
}
void transpose_padded(const double* in, double* out, int rows, int columns, int padding) {
  launch_padded(in, out, rows, columns, padding);
}
void transpose_padded(const float4* in, float4* out, int rows, int columns, int padding) {
  launch_padded(in, out, rows, columns, padding);
}

// Where element (row, column) of a tile without padding is kept. Each row is
// a permutation of its own, so that the 32 elements of a row lie in 32 banks,
// and the 32 elements of a column as well.
__device__ int swizzled(int row, int column) { return row * kTile + (column ^ row); }

// (transpose_swizzled_kernel)

// (transpose_swizzled)
