// tries: hides its bank conflicts behind many accesses without any, in the same launch
// lab: bank-conflicts
// exit: 8
// output: 100000
// points: 23
// denied: transpose-conflicts
#include "exercise.h"

__global__ void diluted(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[32][32];
  const int tile_r = blockIdx.y * 32;
  const int tile_c = blockIdx.x * 32;
  volatile float* free_of_conflicts = &tile[threadIdx.y][threadIdx.x];
  for (int i = 0; i < 400; ++i) *free_of_conflicts = i;
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) {
    const int r = tile_r + j;
    const int c = tile_c + threadIdx.x;
    if (r < rows && c < columns) tile[j][threadIdx.x] = in[r * columns + c];
  }
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) {
    const int r = tile_r + threadIdx.x;
    const int c = tile_c + j;
    if (r < rows && c < columns) out[c * rows + r] = tile[threadIdx.x][j];
  }
}

void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  diluted<<<dim3(ceil_div(columns, 32), ceil_div(rows, 32)), dim3(32, 8)>>>(in, out, rows, columns);
}
