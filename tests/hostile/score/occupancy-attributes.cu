// tries: answers the driver's questions for the device as well as its own
// lab: occupancy
// exit: 7
// points: 41
// denied: ask-device
#include "exercise.h"

extern "C" cudaError_t count_as_said(int* count) asm("cudaGetDeviceCount");
extern "C" cudaError_t count_as_said(int* count) { return *count = 1, cudaSuccess; }
extern "C" cudaError_t value_as_said(int* value, cudaDeviceAttr, int) asm("cudaDeviceGetAttribute");
extern "C" cudaError_t value_as_said(int* value, cudaDeviceAttr, int) {
  return *value = 1, cudaSuccess;
}

constexpr int kBlockSize = 256;

// Task 1. The launch is given, and may have fewer threads than elements.
__global__ void add_strided_kernel(const float* a, const float* b, float* sum, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}

void add_strided(const float* a, const float* b, float* sum, int count, int blocks, int threads) {
  add_strided_kernel<<<blocks, threads>>>(a, b, sum, count);
  check(cudaGetLastError());
}

// Task 2. Somebody wrote down what the data sheet of his GPU says.
Device ask_device() { return {1, 1, 1, 1, 1, 1, 1, 1}; }

// Task 2. Only one of the four things that may run out.
Residents resident_blocks(const Multiprocessor& sm, const Needs& block) {
  return {sm.threads / block.threads, kThreads};
}

// Task 3. A block for each row, a thread for each element, 1024 at most.
__global__ void scale_kernel(const float* in, const float* factor, float* out, int width) {
  const int row = blockIdx.x;
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    out[row * width + i] = factor[row] * in[row * width + i];
}

void scale_rows(const float* in, const float* factor, float* out, int rows, int width) {
  if (rows == 0) return;
  const int threads = width < 1024 ? width : 1024;
  scale_kernel<<<rows, threads>>>(in, factor, out, width);
  check(cudaGetLastError());
}

// Task 3. A block for each row. The array holds the longest row that there may be.
__global__ void smooth_kernel(const float* in, float* out, int width) {
  __shared__ float row[kMostWidth];
  const float* from = in + blockIdx.x * width;
  for (int i = threadIdx.x; i < width; i += blockDim.x) row[i] = from[i];
  __syncthreads();
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    const float left = i > 0 ? row[i - 1] : 0;
    const float right = i + 1 < width ? row[i + 1] : 0;
    out[blockIdx.x * width + i] = left + row[i] + right;
  }
}

void smooth_rows(const float* in, float* out, int rows, int width) {
  if (rows == 0) return;
  smooth_kernel<<<rows, 64>>>(in, out, width);
  check(cudaGetLastError());
}

// Task 4. Somebody wanted 8 blocks of 256 threads on a multiprocessor, and has
// them. Each thread has 40 sums.
__global__ void __launch_bounds__(kBlockSize, 8)
    filter_kernel(const float* in, const float* weights, float* out, int channels, int samples) {
  const int step = gridDim.x * blockDim.x;
  for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < channels; c += step) {
    float sum[kFilters] = {};
#pragma unroll 1
    for (int s = 0; s < samples; ++s) {
      const float x = in[s * channels + c];
      for (int f = 0; f < kFilters; ++f) sum[f] += weights[s * kFilters + f] * x;
    }
    for (int f = 0; f < kFilters; ++f) out[f * channels + c] = sum[f];
  }
}

void filter(const float* in, const float* weights, float* out, int channels, int samples) {
  if (channels == 0) return;
  filter_kernel<<<ceil_div(channels, kBlockSize), kBlockSize>>>(in, weights, out, channels,
                                                                samples);
  check(cudaGetLastError());
}

// Task 5. All that a multiprocessor can hold, to be on the safe side.
int warps_to_hide(int wait_cycles, int bytes_per_cycle, int bytes_per_lane) { return 64; }

// Task 5. One element for each thread. The shared memory is there to keep other
// blocks out: so you see what fewer warps do.
__global__ void add_wide_kernel(const float* a, const float* b, float* sum, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}

void add_wide(const float* a, const float* b, float* sum, int count, int shared_bytes) {
  if (count == 0) return;
  check(cudaFuncSetAttribute(add_wide_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             shared_bytes));
  add_wide_kernel<<<ceil_div(count, kBlockSize), kBlockSize, shared_bytes>>>(a, b, sum, count);
  check(cudaGetLastError());
}

// Task 6. What is left over is forgotten.
Waves waves_of(int blocks, int blocks_per_sm, int sms) {
  return {blocks / (blocks_per_sm * sms), blocks_per_sm * sms};
}

// Task 6. 8 multiprocessors with 2048 threads each: right for which kernels?
void filter_filling(const float* in, const float* weights, float* out, int channels, int samples) {
  const int blocks = 8 * 2048 / kBlockSize;
  filter_kernel<<<blocks, kBlockSize>>>(in, weights, out, channels, samples);
  check(cudaGetLastError());
}
