// step: transpose goes through a tile in shared memory.
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
// column of the tile, and a column lies in one bank.
__global__ void transpose_kernel(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[kTile][kTile];
  const int tile_r = blockIdx.y * kTile;
  const int tile_c = blockIdx.x * kTile;
  for (int j = threadIdx.y; j < kTile; j += kBlockRows) {
    const int r = tile_r + j;
    const int c = tile_c + threadIdx.x;
    if (r < rows && c < columns) tile[j][threadIdx.x] = in[r * columns + c];
  }
  __syncthreads();  // the column that a warp reads was written by all warps
  for (int j = threadIdx.y; j < kTile; j += kBlockRows) {
    const int r = tile_r + threadIdx.x;
    const int c = tile_c + j;
    if (r < rows && c < columns) out[c * rows + r] = tile[threadIdx.x][j];
  }
}

void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid(ceil_div(columns, kTile), ceil_div(rows, kTile));
  transpose_kernel<<<grid, dim3(kTile, kBlockRows)>>>(in, out, rows, columns);
  check(cudaGetLastError());
}

// Task 3. The same for elements of any type T. The tile's size is known only
// at the launch: the third value in <<< >>> gives its bytes, and the kernel
// finds it with
//     extern __shared__ float4 memory[];
//     T* tile = reinterpret_cast<T*>(memory);
// Let element (row, column) of the tile be tile[row * pitch + column].
template <typename T>
__global__ void transpose_padded_kernel(const T* in, T* out, int rows, int columns, int padding) {
  const int c = blockIdx.x * kTile + threadIdx.x;
  for (int j = threadIdx.y; j < kTile; j += kBlockRows) {
    const int r = blockIdx.y * kTile + j;
    if (r < rows && c < columns) out[c * rows + r] = in[r * columns + c];
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

// Task 4. No byte for padding. Give this function a kernel of its own.
void transpose_swizzled(const float* in, float* out, int rows, int columns) {
  transpose(in, out, rows, columns);
}
