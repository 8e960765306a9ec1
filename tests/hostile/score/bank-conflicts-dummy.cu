// tries: hides its bank conflicts behind those of a dummy kernel, which has none
// lab: bank-conflicts
// exit: 8
// output: 100000
// points: 23
// denied: transpose-conflicts
#include "exercise.h"

__device__ float sink[256];
__global__ void dummy() {
  __shared__ float tile[256];
  volatile float* free_of_conflicts = &tile[threadIdx.x];
  for (int i = 0; i < 40'000; ++i) *free_of_conflicts = i;
  sink[threadIdx.x] = *free_of_conflicts;
}

__global__ void conflicts(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[32][32];
  const int tile_r = blockIdx.y * 32;
  const int tile_c = blockIdx.x * 32;
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
  conflicts<<<dim3(ceil_div(columns, 32), ceil_div(rows, 32)), dim3(32, 8)>>>(in, out, rows,
                                                                              columns);
  dummy<<<8, 256>>>();
}
