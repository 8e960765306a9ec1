// A user's program after "Getting Started" and "Programming Model" of the original's documentation:
// y = a x + y with single, double and manual buffering, and without DMA threads of its own.
#include <cstdio>
#include <cstdlib>

#include "cudaDMA.h"

#define NUM_COMPUTE_THREADS 128
#define DMA_THREADS_PER_LD 32
#define ELMT_PER_BLOCK (NUM_COMPUTE_THREADS * 6)
#define NUM_BLOCKS 5

// Single buffering: a buffer and an object for each input. As in "Getting Started", without
// DO_SYNC.
__global__ void saxpy_single(float* y, float* x, float a) {
  __shared__ float sdata_x[NUM_COMPUTE_THREADS];
  __shared__ float sdata_y[NUM_COMPUTE_THREADS];
  cudaDMASequential<16, NUM_COMPUTE_THREADS * sizeof(float), DMA_THREADS_PER_LD> dma_ld_x(
      0, NUM_COMPUTE_THREADS, NUM_COMPUTE_THREADS);
  cudaDMASequential<16, NUM_COMPUTE_THREADS * sizeof(float), DMA_THREADS_PER_LD> dma_ld_y(
      1, NUM_COMPUTE_THREADS, NUM_COMPUTE_THREADS + DMA_THREADS_PER_LD);
  if (dma_ld_x.owns_this_thread()) {
    for (int i = 0; i < ELMT_PER_BLOCK / NUM_COMPUTE_THREADS; i++) {
      int idx = blockIdx.x * ELMT_PER_BLOCK + i * NUM_COMPUTE_THREADS;
      dma_ld_x.execute_dma(&x[idx], sdata_x);
    }
  } else if (dma_ld_y.owns_this_thread()) {
    for (int i = 0; i < ELMT_PER_BLOCK / NUM_COMPUTE_THREADS; i++) {
      int idx = blockIdx.x * ELMT_PER_BLOCK + i * NUM_COMPUTE_THREADS;
      dma_ld_y.execute_dma(&y[idx], sdata_y);
    }
  } else {
    float tmp_x, tmp_y;
    int i;
    dma_ld_x.start_async_dma();
    dma_ld_y.start_async_dma();
    for (i = 0; i < ELMT_PER_BLOCK / NUM_COMPUTE_THREADS - 1; i++) {
      dma_ld_x.wait_for_dma_finish();
      tmp_x = sdata_x[threadIdx.x];
      dma_ld_x.start_async_dma();
      dma_ld_y.wait_for_dma_finish();
      tmp_y = sdata_y[threadIdx.x];
      dma_ld_y.start_async_dma();
      int idx = blockIdx.x * ELMT_PER_BLOCK + i * NUM_COMPUTE_THREADS + threadIdx.x;
      y[idx] = a * tmp_x + tmp_y;
    }
    dma_ld_x.wait_for_dma_finish();
    tmp_x = sdata_x[threadIdx.x];
    dma_ld_y.wait_for_dma_finish();
    tmp_y = sdata_y[threadIdx.x];
    int idx = blockIdx.x * ELMT_PER_BLOCK + i * NUM_COMPUTE_THREADS + threadIdx.x;
    y[idx] = a * tmp_x + tmp_y;
  }
}

// Double buffering: two buffers for each input, each with an object and DMA threads of its own.
__global__ void saxpy_double(float* y, float* x, float a) {
  __shared__ float sdata_x[2][NUM_COMPUTE_THREADS];
  __shared__ float sdata_y[2][NUM_COMPUTE_THREADS];
  const int bytes = NUM_COMPUTE_THREADS * sizeof(float);
  const int first = NUM_COMPUTE_THREADS;
  cudaDMASequential<true, 16, bytes> dma_ld_x_0(1, DMA_THREADS_PER_LD, NUM_COMPUTE_THREADS, first);
  cudaDMASequential<true, 16, bytes> dma_ld_y_0(2, DMA_THREADS_PER_LD, NUM_COMPUTE_THREADS,
                                                first + DMA_THREADS_PER_LD);
  cudaDMASequential<true, 16, bytes> dma_ld_x_1(3, DMA_THREADS_PER_LD, NUM_COMPUTE_THREADS,
                                                first + 2 * DMA_THREADS_PER_LD);
  cudaDMASequential<true, 16, bytes> dma_ld_y_1(4, DMA_THREADS_PER_LD, NUM_COMPUTE_THREADS,
                                                first + 3 * DMA_THREADS_PER_LD);
  const int iterations = ELMT_PER_BLOCK / NUM_COMPUTE_THREADS;
  float* const block_x = x + blockIdx.x * ELMT_PER_BLOCK;
  float* const block_y = y + blockIdx.x * ELMT_PER_BLOCK;
  if (threadIdx.x < NUM_COMPUTE_THREADS) {
    dma_ld_x_0.start_async_dma();
    dma_ld_y_0.start_async_dma();
    dma_ld_x_1.start_async_dma();
    dma_ld_y_1.start_async_dma();
    for (int i = 0; i < iterations; i += 2) {
      dma_ld_x_0.wait_for_dma_finish();
      float tmp_x = sdata_x[0][threadIdx.x];
      dma_ld_x_0.start_async_dma();
      dma_ld_y_0.wait_for_dma_finish();
      float tmp_y = sdata_y[0][threadIdx.x];
      dma_ld_y_0.start_async_dma();
      block_y[i * NUM_COMPUTE_THREADS + threadIdx.x] = a * tmp_x + tmp_y;
      dma_ld_x_1.wait_for_dma_finish();
      tmp_x = sdata_x[1][threadIdx.x];
      dma_ld_x_1.start_async_dma();
      dma_ld_y_1.wait_for_dma_finish();
      tmp_y = sdata_y[1][threadIdx.x];
      dma_ld_y_1.start_async_dma();
      block_y[(i + 1) * NUM_COMPUTE_THREADS + threadIdx.x] = a * tmp_x + tmp_y;
    }
  } else if (dma_ld_x_0.owns_this_thread()) {
    for (int i = 0; i < iterations; i += 2)
      dma_ld_x_0.execute_dma(block_x + i * NUM_COMPUTE_THREADS, sdata_x[0]);
    dma_ld_x_0.wait_for_dma_start();
  } else if (dma_ld_y_0.owns_this_thread()) {
    for (int i = 0; i < iterations; i += 2)
      dma_ld_y_0.execute_dma(block_y + i * NUM_COMPUTE_THREADS, sdata_y[0]);
    dma_ld_y_0.wait_for_dma_start();
  } else if (dma_ld_x_1.owns_this_thread()) {
    for (int i = 1; i < iterations; i += 2)
      dma_ld_x_1.execute_dma(block_x + i * NUM_COMPUTE_THREADS, sdata_x[1]);
    dma_ld_x_1.wait_for_dma_start();
  } else if (dma_ld_y_1.owns_this_thread()) {
    for (int i = 1; i < iterations; i += 2)
      dma_ld_y_1.execute_dma(block_y + i * NUM_COMPUTE_THREADS, sdata_y[1]);
    dma_ld_y_1.wait_for_dma_start();
  }
}

// Manual double buffering: two buffers and objects for each input, and one set of DMA threads.
__global__ void saxpy_manual(float* y, float* x, float a) {
  __shared__ float sdata_x[2][NUM_COMPUTE_THREADS];
  __shared__ float sdata_y[2][NUM_COMPUTE_THREADS];
  const int bytes = NUM_COMPUTE_THREADS * sizeof(float);
  const int first = NUM_COMPUTE_THREADS;
  cudaDMASequential<true, 16> dma_ld_x_0(1, DMA_THREADS_PER_LD, NUM_COMPUTE_THREADS, first, bytes);
  cudaDMASequential<true, 16> dma_ld_x_1(2, DMA_THREADS_PER_LD, NUM_COMPUTE_THREADS, first, bytes);
  cudaDMASequential<true, 16> dma_ld_y_0(3, DMA_THREADS_PER_LD, NUM_COMPUTE_THREADS,
                                         first + DMA_THREADS_PER_LD, bytes);
  cudaDMASequential<true, 16> dma_ld_y_1(4, DMA_THREADS_PER_LD, NUM_COMPUTE_THREADS,
                                         first + DMA_THREADS_PER_LD, bytes);
  const int iterations = ELMT_PER_BLOCK / NUM_COMPUTE_THREADS;
  float* const block_x = x + blockIdx.x * ELMT_PER_BLOCK;
  float* const block_y = y + blockIdx.x * ELMT_PER_BLOCK;
  if (dma_ld_x_0.owns_this_thread()) {
    for (int i = 0; i < iterations; i += 2) {
      dma_ld_x_0.execute_dma(block_x + i * NUM_COMPUTE_THREADS, sdata_x[0]);
      dma_ld_x_1.execute_dma(block_x + (i + 1) * NUM_COMPUTE_THREADS, sdata_x[1]);
    }
    dma_ld_x_0.wait_for_dma_start();
    dma_ld_x_1.wait_for_dma_start();
  } else if (dma_ld_y_0.owns_this_thread()) {
    for (int i = 0; i < iterations; i += 2) {
      dma_ld_y_0.execute_dma(block_y + i * NUM_COMPUTE_THREADS, sdata_y[0]);
      dma_ld_y_1.execute_dma(block_y + (i + 1) * NUM_COMPUTE_THREADS, sdata_y[1]);
    }
    dma_ld_y_0.wait_for_dma_start();
    dma_ld_y_1.wait_for_dma_start();
  } else {
    dma_ld_x_0.start_async_dma();
    dma_ld_y_0.start_async_dma();
    dma_ld_x_1.start_async_dma();
    dma_ld_y_1.start_async_dma();
    for (int i = 0; i < iterations; i += 2) {
      dma_ld_x_0.wait_for_dma_finish();
      dma_ld_y_0.wait_for_dma_finish();
      block_y[i * NUM_COMPUTE_THREADS + threadIdx.x] =
          a * sdata_x[0][threadIdx.x] + sdata_y[0][threadIdx.x];
      dma_ld_x_0.start_async_dma();
      dma_ld_y_0.start_async_dma();
      dma_ld_x_1.wait_for_dma_finish();
      dma_ld_y_1.wait_for_dma_finish();
      block_y[(i + 1) * NUM_COMPUTE_THREADS + threadIdx.x] =
          a * sdata_x[1][threadIdx.x] + sdata_y[1][threadIdx.x];
      dma_ld_x_1.start_async_dma();
      dma_ld_y_1.start_async_dma();
    }
  }
}

// No DMA threads: all threads move, then all compute.
__global__ void saxpy_not_specialised(float* y, float* x, float a) {
  __shared__ float sdata_x[NUM_COMPUTE_THREADS];
  __shared__ float sdata_y[NUM_COMPUTE_THREADS];
  cudaDMASequential<false, 16, NUM_COMPUTE_THREADS * sizeof(float)> dma_ld_x;
  cudaDMASequential<true, 16> dma_ld_y(0, NUM_COMPUTE_THREADS, NUM_COMPUTE_THREADS, 0,
                                       NUM_COMPUTE_THREADS * sizeof(float));
  for (int i = 0; i < ELMT_PER_BLOCK / NUM_COMPUTE_THREADS; i++) {
    int idx = blockIdx.x * ELMT_PER_BLOCK + i * NUM_COMPUTE_THREADS;
    dma_ld_x.execute_dma(&x[idx], sdata_x);
    dma_ld_y.execute_dma_no_sync(&y[idx], sdata_y);
    __syncthreads();
    y[idx + threadIdx.x] = a * sdata_x[threadIdx.x] + sdata_y[threadIdx.x];
    __syncthreads();
  }
}

template <typename Kernel>
static int check(const char* name, Kernel kernel, int threads) {
  const int n = NUM_BLOCKS * ELMT_PER_BLOCK;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; i++) {
    x[i] = (float)i;
    y[i] = (float)(3 * i + 1);
  }
  kernel<<<NUM_BLOCKS, threads>>>(y, x, 2.0f);
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    printf("%s: %s\n", name, cudaGetErrorString(error));
    return 1;
  }
  int wrong = 0;
  for (int i = 0; i < n; i++)
    if (y[i] != (float)(5 * i + 1)) wrong++;
  printf("%s: %d of %d wrong\n", name, wrong, n);
  cudaFree(x);
  cudaFree(y);
  return wrong != 0;
}

int main() {
  int failed = 0;
  failed += check("single", saxpy_single, NUM_COMPUTE_THREADS + 2 * DMA_THREADS_PER_LD);
  failed += check("double", saxpy_double, NUM_COMPUTE_THREADS + 4 * DMA_THREADS_PER_LD);
  failed += check("manual", saxpy_manual, NUM_COMPUTE_THREADS + 2 * DMA_THREADS_PER_LD);
  failed += check("not specialised", saxpy_not_specialised, NUM_COMPUTE_THREADS);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
