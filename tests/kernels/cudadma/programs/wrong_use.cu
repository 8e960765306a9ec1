// A kernel for each way to use an object wrongly; the first argument chooses one. The test finds
// the lines where threads must be reported by the words after "here:".
#include <cstdio>
#include <cstring>

#include "cudaDMA.h"
#include "cudaDMAv2.h"

constexpr int kCompute = 64;
constexpr int kDma = 32;

// The compute threads want one more buffer than the DMA threads fill.
__global__ void unequal_trips(const float* in, float* out, int rounds) {
  __shared__ float buffer[kCompute];
  cudaDMASequential<true, 16, sizeof(buffer), kDma> dma(1, kCompute, kCompute);
  if (dma.owns_this_thread()) {
    for (int i = 0; i < rounds - 1; ++i) dma.execute_dma(in, buffer);
  } else {
    for (int i = 0; i < rounds; ++i) {
      dma.start_async_dma();
      dma.wait_for_dma_finish();  // here: unequal_trips compute
      out[threadIdx.x] += buffer[threadIdx.x];
    }
  }
}

// The DMA threads fill the buffer once more than they are asked to.
__global__ void one_transfer_too_many(const float* in, float* out, int rounds) {
  __shared__ float buffer[kCompute];
  cudaDMASequential<true, 16, sizeof(buffer), kDma> dma(1, kCompute, kCompute);
  if (dma.owns_this_thread()) {
    for (int i = 0; i < rounds + 1; ++i)
      dma.execute_dma(in, buffer);  // here: one_transfer_too_many dma
  } else {
    for (int i = 0; i < rounds; ++i) {
      dma.start_async_dma();
      dma.wait_for_dma_finish();
      out[threadIdx.x] += buffer[threadIdx.x];
    }
  }
}

// Half of the DMA threads that the object is told of do not take part.
__global__ void wrong_dma_threads(const float* in, float* out, int rounds) {
  __shared__ float buffer[kCompute];
  cudaDMAStrided<true, 16> dma(2, 2 * kDma, kCompute, kCompute, 32, 8, 64);
  if (threadIdx.x >= kCompute + kDma) return;
  if (dma.owns_this_thread()) {
    for (int i = 0; i < rounds; ++i) dma.execute_dma(in, buffer);  // here: wrong_dma_threads dma
  } else {
    for (int i = 0; i < rounds; ++i) {
      dma.start_async_dma();
      dma.wait_for_dma_finish();  // here: wrong_dma_threads compute
      out[threadIdx.x] += buffer[threadIdx.x];
    }
  }
}

// Half of the compute threads that the object is told of do not take part.
__global__ void wrong_compute_threads(const float* in, float* out, int rounds) {
  __shared__ float buffer[kCompute];
  CudaDMASequential<true, 16, 64, sizeof(buffer), kDma> dma(3, kCompute, kCompute);
  if (dma.owns_this_thread()) {
    for (int i = 0; i < rounds; ++i) {
      dma.start_xfer_async(in);
      dma.wait_xfer_finish(buffer);  // here: wrong_compute_threads dma
    }
  } else if (threadIdx.x < kCompute / 2) {
    for (int i = 0; i < rounds; ++i) {
      dma.start_async_dma();
      dma.wait_for_dma_finish();  // here: wrong_compute_threads compute
      out[threadIdx.x] += buffer[threadIdx.x];
    }
  }
}

// Twice as many compute threads take part as the object is told of.
__global__ void more_compute_threads(const float* in, float* out, int rounds) {
  __shared__ float buffer[kCompute];
  cudaDMASequential<true, 16> dma(1, kDma, kCompute, 2 * kCompute, sizeof(buffer));
  if (dma.owns_this_thread()) {
    for (int i = 0; i < rounds; ++i) dma.execute_dma(in, buffer);  // here: more_compute_threads dma
  } else {
    for (int i = 0; i < rounds; ++i) {
      dma.start_async_dma();
      dma.wait_for_dma_finish();
      out[threadIdx.x] += buffer[threadIdx.x % kCompute];
    }
  }
}

// Two objects have the same number and so the same barriers.
__global__ void recycled_id(const float* in, float* out, int rounds) {
  __shared__ float x[kCompute], y[kCompute];
  cudaDMASequential<true, 16, sizeof(x), kDma> dma_x(1, kCompute, kCompute);
  cudaDMASequential<true, 16, sizeof(y), kDma> dma_y(1, kCompute, kCompute + kDma);
  if (dma_x.owns_this_thread()) {
    for (int i = 0; i < rounds; ++i) dma_x.execute_dma(in, x);  // here: recycled_id x
  } else if (dma_y.owns_this_thread()) {
    for (int i = 0; i < rounds; ++i) dma_y.execute_dma(in, y);  // here: recycled_id y
  } else {
    for (int i = 0; i < rounds; ++i) {
      dma_x.start_async_dma();
      dma_y.start_async_dma();
      dma_x.wait_for_dma_finish();  // here: recycled_id compute
      dma_y.wait_for_dma_finish();
      out[threadIdx.x] += x[threadIdx.x] + y[threadIdx.x];
    }
  }
}

// The compute threads read the buffer without having waited.
__global__ void forgotten_wait(const float* in, float* out, int rounds) {
  __shared__ float buffer[kCompute];
  cudaDMASequential<true, 16, sizeof(buffer), kDma> dma(1, kCompute, kCompute);
  if (dma.owns_this_thread()) {
    dma.execute_dma(in, buffer);  // here: forgotten_wait dma
  } else {
    dma.start_async_dma();
    out[threadIdx.x] += buffer[threadIdx.x] + rounds;
  }
}

// Nobody is wrong: what the test of the others is compared with.
__global__ void right_use(const float* in, float* out, int rounds) {
  __shared__ float buffer[kCompute];
  cudaDMASequential<true, 16, sizeof(buffer), kDma> dma(1, kCompute, kCompute);
  if (dma.owns_this_thread()) {
    for (int i = 0; i < rounds; ++i) dma.execute_dma(in, buffer);
  } else {
    for (int i = 0; i < rounds; ++i) {
      dma.start_async_dma();
      dma.wait_for_dma_finish();
      out[threadIdx.x] += buffer[threadIdx.x];
    }
  }
}

int main(int count, char** arguments) {
  struct {
    const char* name;
    void (*kernel)(const float*, float*, int);
    int dma_threads;
  } const all[] = {{"unequal_trips", unequal_trips, kDma},
                   {"one_transfer_too_many", one_transfer_too_many, kDma},
                   {"wrong_dma_threads", wrong_dma_threads, 2 * kDma},
                   {"wrong_compute_threads", wrong_compute_threads, kDma},
                   {"more_compute_threads", more_compute_threads, kCompute + kDma},
                   {"recycled_id", recycled_id, 2 * kDma},
                   {"forgotten_wait", forgotten_wait, kDma},
                   {"right_use", right_use, kDma}};
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  for (const auto& each : all) {
    if (count < 2 || std::strcmp(arguments[1], each.name) != 0) continue;
    each.kernel<<<1, kCompute + each.dma_threads>>>(in, out, 4);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorName(error));
    return error == cudaSuccess ? 0 : 1;
  }
  return 2;
}
