// tries: writes the tile's columns by asynchronous copies, or by atomics, and reads its rows
// lab: bank-conflicts
// exit: 8
// output: 100000
// points: 41
// denied: transpose-conflicts swizzled-conflicts
#include "exercise.h"

template <bool kCopies>
__global__ void scattered(const float* in, float* out, int rows, int columns) {
  __shared__ unsigned tile[32][32];
  const int tile_r = blockIdx.y * 32;
  const int tile_c = blockIdx.x * 32;
  for (int j = threadIdx.y; j < 32; j += 8) tile[j][threadIdx.x] = 0;
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) {
    const int r = tile_r + j;
    const int c = tile_c + threadIdx.x;
    if (r >= rows || c >= columns) continue;
    unsigned* const to = &tile[threadIdx.x][j];
    const float* const from = in + r * columns + c;
    if (kCopies) {
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                       static_cast<unsigned>(__cvta_generic_to_shared(to))),
                   "l"(from));
    } else {
      atomicOr(to, __float_as_uint(*from));
    }
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) {
    const int r = tile_r + threadIdx.x;
    const int c = tile_c + j;
    if (r < rows && c < columns) out[c * rows + r] = __uint_as_float(tile[j][threadIdx.x]);
  }
}

void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid(ceil_div(columns, 32), ceil_div(rows, 32));
  scattered<true><<<grid, dim3(32, 8)>>>(in, out, rows, columns);
}
void transpose_swizzled(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid(ceil_div(columns, 32), ceil_div(rows, 32));
  scattered<false><<<grid, dim3(32, 8)>>>(in, out, rows, columns);
}
