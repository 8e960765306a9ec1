// tries: a thread reads only what it wrote itself; a smaller tile with padding; two paddings only
// lab: bank-conflicts
// exit: 8
// points: 48
// denied: transpose-traffic transpose-conflicts swizzled-memory padded-others
#include "exercise.h"

// Each warp takes 8 x 8 elements, and keeps them in registers: shared memory is for show.
__global__ void small_blocks(const float* in, float* out, int rows, int columns) {
  __shared__ float slot[256];
  const int warp = (blockIdx.x * 256 + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const int across = ceil_div(columns, 8);
  const int r = warp / across * 8 + lane / 8 * 2, c = warp % across * 8 + lane % 8;
  if (c >= columns || r >= rows) return;
  const bool has_two = r + 1 < rows;
  volatile float* const mine = &slot[threadIdx.x];
  *mine = in[r * columns + c];
  const float above = *mine;
  *mine = has_two ? in[(r + 1) * columns + c] : 0.0f;
  const float below = *mine;
  if (has_two && rows % 2 == 0) {
    *reinterpret_cast<float2*>(out + c * rows + r) = make_float2(above, below);
  } else {
    out[c * rows + r] = above;
    if (has_two) out[c * rows + r + 1] = below;
  }
}

void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const int warps = ceil_div(rows, 8) * ceil_div(columns, 8);
  small_blocks<<<ceil_div(warps, 8), 256>>>(in, out, rows, columns);
  check(cudaGetLastError());
}

template <typename T>
__global__ void with_padding(const T* in, T* out, int rows, int columns, int padding) {
  extern __shared__ float4 memory[];
  T* tile = reinterpret_cast<T*>(memory);
  const int pitch = 32 + min(padding, 1);
  const int tile_r = blockIdx.y * 32, tile_c = blockIdx.x * 32;
  for (int j = threadIdx.y; j < 32; j += 8) {
    const int r = tile_r + j, c = tile_c + threadIdx.x;
    if (r < rows && c < columns) tile[j * pitch + threadIdx.x] = in[r * columns + c];
  }
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) {
    const int r = tile_r + threadIdx.x, c = tile_c + j;
    if (r < rows && c < columns) out[c * rows + r] = tile[threadIdx.x * pitch + j];
  }
}

template <typename T>
void launch(const T* in, T* out, int rows, int columns, int padding) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid(ceil_div(columns, 32), ceil_div(rows, 32));
  with_padding<<<grid, dim3(32, 8), 32 * 33 * sizeof(T)>>>(in, out, rows, columns, padding);
  check(cudaGetLastError());
}

void transpose_padded(const float* in, float* out, int rows, int columns, int padding) {
  launch(in, out, rows, columns, padding);
}
void transpose_padded(const double* in, double* out, int rows, int columns, int padding) {
  launch(in, out, rows, columns, padding);
}
void transpose_padded(const float4* in, float4* out, int rows, int columns, int padding) {
  launch(in, out, rows, columns, padding);
}

__global__ void half_tiles(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[16][34];
  const int tile_r = blockIdx.y * 16, tile_c = blockIdx.x * 32;
  for (int j = threadIdx.y; j < 16; j += 8) {
    const int r = tile_r + j, c = tile_c + threadIdx.x;
    if (r < rows && c < columns) tile[j][threadIdx.x] = in[r * columns + c];
  }
  __syncthreads();
  for (int k = threadIdx.y * 32 + threadIdx.x; k < 512; k += 256) {
    const int r = tile_r + k % 16, c = tile_c + k / 16;
    if (r < rows && c < columns) out[c * rows + r] = tile[k % 16][k / 16];
  }
}

void transpose_swizzled(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid(ceil_div(columns, 32), ceil_div(rows, 16));
  half_tiles<<<grid, dim3(32, 8)>>>(in, out, rows, columns);
  check(cudaGetLastError());
}
