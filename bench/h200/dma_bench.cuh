// What the benchmarks of warpscope::dma share: memory, time, comparison, a line per measurement.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda/pipeline>
#include <string>
#include <vector>

#include "kernels/dma/dma.cuh"

namespace dma_bench {

namespace dma = warpscope::dma;

inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

struct Options {
  bool is_quick = false;  ///< small inputs, one repetition: to see that everything works
  int repetitions = 11;
  int multiprocessors = 0;

  /// The full size, or with --quick one that the virtual GPU does in no time.
  long long size(long long full, long long quick) const { return is_quick ? quick : full; }
  std::vector<int> dma_warps() const {
    return is_quick ? std::vector<int>{1, 4} : std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8};
  }
};

/// Device memory that ends with the object.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(long long count) : count_(count) {
    check(cudaMalloc(&data_, static_cast<std::size_t>(count) * sizeof(T)), "cudaMalloc");
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  T* get() const { return data_; }
  long long count() const { return count_; }
  void clear() {
    check(cudaMemset(data_, 0xff, static_cast<std::size_t>(count_) * sizeof(T)), "cudaMemset");
  }

 private:
  T* data_ = nullptr;
  long long count_;
};

__device__ inline unsigned mixed(unsigned long long i) {
  i = (i ^ (i >> 31)) * 0x9e3779b97f4a7c15ULL;
  i = (i ^ (i >> 29)) * 0xbf58476d1ce4e5b9ULL;
  return static_cast<unsigned>(i >> 32);
}

/// Small integers, so that sums of products are exact in any order.
template <typename T>
__global__ void fill_kernel(T* data, long long count, unsigned most, unsigned seed) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < count;
       i += step)
    data[i] = static_cast<T>(mixed(i + seed * 0x100000001ULL) % (most + 1));
}

template <typename T>
void fill(const DeviceArray<T>& array, unsigned most, unsigned seed) {
  fill_kernel<<<1024, 256>>>(array.get(), array.count(), most, seed);
  check(cudaGetLastError(), "fill");
}

/// A permutation of the numbers below a power of two that jumps about.
static __global__ void permute_kernel(int* index, unsigned rows) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  unsigned x = i;
  for (int round = 0; round < 3; ++round) {
    x = (x * 0x9e3779b1u + 0x7f4a7c15u) & (rows - 1);
    x ^= x >> (32 - __clz(static_cast<int>(rows))) / 2;
  }
  index[i] = static_cast<int>(x);
}

inline void permute(const DeviceArray<int>& index) {
  const auto rows = static_cast<unsigned>(index.count());
  permute_kernel<<<(rows + 255) / 256, 256>>>(index.get(), rows);
  check(cudaGetLastError(), "permute");
}

static __global__ void differ_kernel(const unsigned* a, const unsigned* b, long long count,
                                     unsigned long long* result) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  unsigned long long differ = 0;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < count;
       i += step)
    differ += a[i] != b[i] ? 1 : 0;
  if (differ != 0) atomicAdd(result, differ);
}

/// Whether two arrays of 4-byte elements have the same bits.
template <typename T>
bool equal(const DeviceArray<T>& a, const DeviceArray<T>& b) {
  static_assert(sizeof(T) == 4);
  DeviceArray<unsigned long long> result(1);
  check(cudaMemset(result.get(), 0, 8), "cudaMemset");
  differ_kernel<<<1024, 256>>>(reinterpret_cast<const unsigned*>(a.get()),
                               reinterpret_cast<const unsigned*>(b.get()), a.count(), result.get());
  unsigned long long differ = 1;
  check(cudaMemcpy(&differ, result.get(), 8, cudaMemcpyDefault), "compare");
  return differ == 0;
}

struct Variant {
  std::string benchmark, name, engine = "-";
  int dma_warps = 0, stages = 0;
  long long bytes = 0;  ///< that must move at least once
};

/// Runs once, checks, then measures the median over the repetitions, and prints the line.
template <typename Launch, typename Check>
void measure(const Options& options, const Variant& v, Launch&& launch, Check&& is_right) {
  launch();  // warms up
  check(cudaGetLastError(), v.name.c_str());
  check(cudaDeviceSynchronize(), v.name.c_str());
  const bool ok = is_right();
  cudaEvent_t start{}, stop{};
  check(cudaEventCreate(&start), "event");
  check(cudaEventCreate(&stop), "event");
  std::vector<float> times;
  for (int i = 0; i < options.repetitions; ++i) {
    check(cudaEventRecord(start), "event");
    launch();
    check(cudaEventRecord(stop), "event");
    check(cudaEventSynchronize(stop), v.name.c_str());
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start, stop), "event");
    times.push_back(milliseconds);
  }
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  const double seconds = times[times.size() / 2] * 1e-3;
  std::printf("%s,%s,%s,%d,%d,%lld,%.9f,%.4f,%d\n", v.benchmark.c_str(), v.name.c_str(),
              v.engine.c_str(), v.dma_warps, v.stages, v.bytes, seconds,
              static_cast<double>(v.bytes) / seconds / 4.8e12, ok ? 1 : 0);
  std::fflush(stdout);
}

/// Calls f(name, engine) for each engine.
template <typename F>
void for_each_engine(F&& f) {
  f("vector", dma::vector_with<8>);
  f("cp_async", dma::cp_async);
  f("bulk", dma::bulk);
}

/// Calls f(fixed number) for 1 to 4 stages.
template <typename F>
void for_each_stages(F&& f) {
  f(dma::fixed<1>);
  f(dma::fixed<2>);
  f(dma::fixed<3>);
  f(dma::fixed<4>);
}

/// The blocks of a kernel that are on the device at once, at most `most_per_sm` per
/// multiprocessor. Not part of what is measured.
template <typename Kernel>
int resident_blocks(const Options& options, Kernel kernel, int threads, int shared_bytes,
                    int most_per_sm) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes),
        "shared memory");
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes),
        "occupancy");
  return std::clamp(blocks, 1, most_per_sm) * options.multiprocessors;
}

/// Dynamic shared memory of which at most `blocks` blocks fit on a multiprocessor, at least
/// `needed`: fewer bytes in flight can be faster.
inline int shared_for(int needed, int blocks) {
  int on_sm = 0, reserved = 0;
  check(cudaDeviceGetAttribute(&on_sm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0), "shared");
  check(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, 0), "shared");
  return std::max(needed, (on_sm / (blocks + 1) - reserved) / 128 * 128 + 128);
}

/// The tiles of a block: `per_block` neighbours, or with 0 all that are blockIdx.x modulo
/// gridDim.x.
struct Tiles {
  long long first, end, step;
  __device__ static Tiles of_block(long long tiles, int per_block) {
    if (per_block == 0) return {blockIdx.x, tiles, gridDim.x};
    const long long first = static_cast<long long>(blockIdx.x) * per_block;
    return {first, min(tiles, first + per_block), 1};
  }
  __device__ long long count() const { return (end - first + step - 1) / step; }
  __device__ long long operator[](long long i) const { return first + i * step; }
};

/// How a kernel that goes through tiles is launched.
struct Shape {
  int per_block = 0;  ///< see Tiles
  int resident = 8;   ///< blocks on a multiprocessor, at most
};

/// Blocks that live for `stages` tiles of `tile_bytes` bytes, as many as have `in_flight` bytes in
/// flight on a multiprocessor. Blocks that stay until the end drift apart, and memory then reads
/// and writes in more places at once.
inline Shape short_lived(int in_flight, int stages, int tile_bytes) {
  return {stages, std::max(1, in_flight / (stages * tile_bytes))};
}

/// The launch of a shape: blocks and dynamic shared memory.
struct Grid {
  unsigned blocks;
  int shared;
};
template <typename Kernel>
Grid grid_of(const Options& options, const Shape& shape, Kernel kernel, long long tiles,
             int threads, int shared_bytes) {
  const int shared = shared_for(shared_bytes, shape.resident);
  const int blocks = resident_blocks(options, kernel, threads, shared, shape.resident);
  if (shape.per_block == 0) return {static_cast<unsigned>(blocks), shared};
  return {static_cast<unsigned>((tiles + shape.per_block - 1) / shape.per_block), shared};
}

/// The tiles of this block when tile t belongs to block t % gridDim.x.
__device__ inline long long tiles_of_block(long long tiles) {
  return (tiles - blockIdx.x + gridDim.x - 1) / gridDim.x;
}

/// What a user of libcu++ would write: all threads of the block copy and compute, with `kStages`
/// steps in a cuda::pipeline. issue(pipeline, step, stage) copies, use(step, stage) computes.
template <int kStages, typename Issue, typename Use>
__device__ void run_pipeline(long long steps, Issue&& issue, Use&& use) {
  const auto block = cooperative_groups::this_thread_block();
// make_pipeline() initialises it (CUDA C++ Programming Guide, pipelines).
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
#pragma nv_diag_default static_var_with_dynamic_init
  auto pipeline = cuda::make_pipeline(block, &state);
  long long ahead = 0;
  int put = 0, get = 0;
  for (long long step = 0; step < steps; ++step) {
    for (; ahead < steps && ahead < step + kStages; ++ahead) {
      pipeline.producer_acquire();
      issue(pipeline, ahead, put);
      pipeline.producer_commit();
      put = put + 1 == kStages ? 0 : put + 1;
    }
    pipeline.consumer_wait();
    use(step, get);
    pipeline.consumer_release();
    get = get + 1 == kStages ? 0 : get + 1;
  }
}

extern __shared__ __align__(128) char shared_memory[];

/// The benchmarks, one file each.
void run_read(const Options&);
void run_triad(const Options&);
void run_sgemv(const Options&);
void run_stencil(const Options&);
void run_gather(const Options&);
void run_scatter(const Options&);
void run_cudadma_read(const Options&);
void run_cudadma_gather(const Options&);
void run_parameters(const Options&);

}  // namespace dma_bench
