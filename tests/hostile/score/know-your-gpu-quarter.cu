// tries: a kernel for a third of the columns, and one warp for each block that was asked for
// lab: know-your-gpu
// exit: 8
// points: 6
// denied: mirror places
#include "exercise.h"
#define CUDA_CHECK(call)                                              \
  do {                                                                \
    const cudaError_t error = (call);                                 \
    if (error != cudaSuccess) stop(__FILE__, __LINE__, #call, error); \
  } while (false)

int blocks_for(int count, int threads) { return count / threads + (count % threads != 0); }

__global__ void column(const int* in, int* out, int width, int height, int x) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < height) out[y * width + x] = in[y * width + width - 1 - x];
}

void mirror(const int* in, int* out, int width, int height) {
  for (int x = 0; x < width; ++x) {
    if (x <= width / 3) column<<<blocks_for(height, 32), 32>>>(in, out, width, height, x);
    else CUDA_CHECK(cudaMemcpy2D(out + x, 4 * width, in + width - 1 - x, 4 * width, 4, height, cudaMemcpyDeviceToDevice));
  }
}

__global__ void places_kernel(int* block, int* warp, int* lane, int count, int threads) {
  for (int t = threadIdx.x; t < threads; t += 32) {
    const int i = blockIdx.x * threads + t;
    if (i >= count) return;
    block[i] = blockIdx.x;
    warp[i] = t / 32;
    lane[i] = t % 32;
  }
}

void places(int* block, int* warp, int* lane, int count, int threads) {
  if (count == 0) return;
  places_kernel<<<blocks_for(count, threads), 32>>>(block, warp, lane, count, threads);
  CUDA_CHECK(cudaGetLastError());
}
