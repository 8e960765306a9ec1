// tries: of each block one warp works, and the others stand by; one thread adds by bulk copies
// lab: occupancy
// exit: 1
// points: 73
// denied: short-rows-full long-rows-full smooth-full one-wave add-wide
#include "exercise.h"

constexpr int kBlockSize = 256;

// All threads of the grid step over the data together, a grid's width at a time.
__global__ void add_strided_kernel(const float* a, const float* b, float* sum, int count) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) sum[i] = a[i] + b[i];
}

void add_strided(const float* a, const float* b, float* sum, int count, int blocks, int threads) {
  add_strided_kernel<<<blocks, threads>>>(a, b, sum, count);
  check(cudaGetLastError());
}

Device ask_device() {
  Device device{};
  int number = 0;
  cudaDeviceProp properties;
  check(cudaGetDeviceCount(&device.devices));
  check(cudaGetDevice(&number));
  check(cudaGetDeviceProperties(&properties, number));
  device.sms = properties.multiProcessorCount;
  device.copy_engines = properties.asyncEngineCount;
  device.warp_threads = properties.warpSize;
  device.threads_per_block = properties.maxThreadsPerBlock;
  device.threads_per_sm = properties.maxThreadsPerMultiProcessor;
  device.registers_per_sm = properties.regsPerMultiprocessor;
  device.shared_bytes_per_sm = properties.sharedMemPerMultiprocessor;
  return device;
}

// Four things may run out. The one that runs out first decides.
Residents resident_blocks(const Multiprocessor& sm, const Needs& block) {
  const int warps = ceil_div(block.threads, 32);
  const int registers_of_a_warp = 256 * ceil_div(32 * block.registers_per_thread, 256);
  const int shared_bytes = block.shared_bytes + sm.reserved_bytes;
  Residents least{sm.blocks, kBlocks};
  const auto limit = [&](int blocks, Limiter limiter) {
    if (blocks < least.blocks) least = {blocks, limiter};
  };
  limit(sm.threads / (32 * warps), kThreads);
  limit(sm.registers / (warps * registers_of_a_warp), kRegisters);
  if (shared_bytes > 0) limit(sm.shared_bytes / shared_bytes, kShared);
  return least;
}

// The size of a block has nothing to do with the width of a row.
__global__ void scale_kernel(const float* in, const float* factor, float* out, int rows,
                             int width) {
  if (threadIdx.x >= 32) return;
  const int each = blockDim.x / 32;
  for (int r = blockIdx.x * each; r < min(rows, blockIdx.x * each + each); ++r)
    for (int i = threadIdx.x; i < width; i += 32)
      out[r * width + i] = factor[r] * in[r * width + i];
}

void scale_rows(const float* in, const float* factor, float* out, int rows, int width) {
  if (rows == 0) return;
  scale_kernel<<<ceil_div(rows, 8), 256>>>(in, factor, out, rows, width);
  check(cudaGetLastError());
}

__global__ void smooth_kernel(const float* in, float* out, int rows, int width) {
  extern __shared__ float row[];
  if (threadIdx.x >= 32) return;
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    const float* from = in + r * width;
    for (int i = threadIdx.x; i < width; i += 32) row[i] = from[i];
    __syncwarp();
    for (int i = threadIdx.x; i < width; i += 32) {
      const float left = i > 0 ? row[i - 1] : 0;
      const float right = i + 1 < width ? row[i + 1] : 0;
      out[r * width + i] = left + row[i] + right;
    }
    __syncwarp();
  }
}

void smooth_rows(const float* in, float* out, int rows, int width) {
  if (rows == 0) return;
  smooth_kernel<<<min(rows, 32), 64, width * sizeof(float)>>>(in, out, rows, width);
  check(cudaGetLastError());
}

// 40 sums in registers. Four blocks on a multiprocessor leave 64 registers to a
// thread: enough for the sums and what belongs to them. Five would leave 48.
__global__ void __launch_bounds__(kBlockSize, 4)
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

// Bytes on the way = bytes of a cycle * cycles that each is on the way (Little).
int warps_to_hide(int wait_cycles, int bytes_per_cycle, int bytes_per_lane) {
  return ceil_div(wait_cycles * bytes_per_cycle, 32 * bytes_per_lane);
}

// Four elements in one load: a warp has four times the bytes on the way.
__global__ void add_wide_kernel(const float* a, const float* b, float* sum, int count) {
  extern __shared__ float4 t[];
  __shared__ float4 x[256], y[256];
  __shared__ unsigned long long bar;
  if (threadIdx.x) return;
  const int i = 1024 * blockIdx.x, n = min(1024, count - i) / 4 * 4;
  const unsigned m = __cvta_generic_to_shared(&bar), xs = __cvta_generic_to_shared(x),
                 ys = __cvta_generic_to_shared(y);
  if (n) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(m));
    asm volatile("fence.proxy.async.shared::cta;");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(m), "r"(8 * n));
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(xs),
        "l"(a + i), "r"(4 * n), "r"(m));
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(ys),
        "l"(b + i), "r"(4 * n), "r"(m));
    int done = 0;
    while (!done)
      asm volatile(
          "{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.b32 %0,1,0,p;}"
          : "=r"(done)
          : "r"(m)
          : "memory");
    float* p = (float*)x;
    const float* q = (float*)y;
    for (int k = 0; k < n; ++k) p[k] += q[k];
    asm volatile("fence.proxy.async.shared::cta;");
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(sum + i),
                 "r"(xs), "r"(4 * n)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
  }
  for (int k = i + n; k < min(count, i + 1024); ++k) sum[k] = a[k] + b[k];
}
void add_wide(const float* a, const float* b, float* sum, int count, int shared_bytes) {
  if (count == 0) return;
  const int bytes = std::max(0, shared_bytes - 8192 - 1024);
  check(cudaFuncSetAttribute(add_wide_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  add_wide_kernel<<<ceil_div(count, 4 * kBlockSize), kBlockSize, bytes>>>(a, b, sum, count);
  check(cudaGetLastError());
}

Waves waves_of(int blocks, int blocks_per_sm, int sms) {
  const int places = blocks_per_sm * sms;
  const int waves = ceil_div(blocks, places);
  return {waves, blocks - (waves - 1) * places};
}

// The runtime knows what limits this kernel on this device.
__global__ void __launch_bounds__(kBlockSize, 4)
    filling_kernel(const float* in, const float* weights, float* out, int channels, int samples) {
  if (threadIdx.x >= 32) return;
  for (int c = blockIdx.x * 32 + threadIdx.x; c < channels; c += gridDim.x * 32) {
    float sum[kFilters] = {};
#pragma unroll 1
    for (int s = 0; s < samples; ++s) {
      const float x = in[s * channels + c];
      for (int f = 0; f < kFilters; ++f) sum[f] += weights[s * kFilters + f] * x;
    }
    for (int f = 0; f < kFilters; ++f) out[f * channels + c] = sum[f];
  }
}

void filter_filling(const float* in, const float* weights, float* out, int channels, int samples) {
  int blocks_per_sm = 0;
  check(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, filling_kernel, kBlockSize, 0));
  const int blocks = blocks_per_sm * ask_device().sms;
  filling_kernel<<<blocks, kBlockSize>>>(in, weights, out, channels, samples);
  check(cudaGetLastError());
}
