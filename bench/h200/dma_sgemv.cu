// y = A x with A in rows of 8192 floats.
#include <dlfcn.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_segmented_reduce.cuh>

#include "dma_bench.cuh"

namespace dma_bench {
namespace {

constexpr int kComputeThreads = 256;
constexpr int kColumns = 8192;
constexpr int kTileRows = 8, kTileColumns = 1024;  // one row per warp
constexpr int kTileFloats = kTileRows * kTileColumns;
constexpr int kTileBytes = kTileFloats * 4;
constexpr int kSteps = kColumns / kTileColumns;  // tiles of a group of rows
constexpr int kXBytes = kColumns * 4;

__device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

__device__ float sum_of_warp(float value) {
  for (int distance = 16; distance != 0; distance /= 2)
    value += __shfl_xor_sync(~0u, value, distance);
  return value;
}

/// One warp per row.
__global__ void plain(const float4* a, const float4* x, float* y, int rows) {
  const int row = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  if (row >= rows) return;
  float total = 0;
#pragma unroll 8
  for (int i = threadIdx.x % 32; i < kColumns / 4; i += 32)
    total += dot(a[static_cast<long long>(row) * (kColumns / 4) + i], x[i]);
  total = sum_of_warp(total);
  if (threadIdx.x % 32 == 0) y[row] = total;
}

/// What a warp adds up of its row of a tile.
__device__ float use_tile(const float* tile, const float* x) {
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const auto* a = reinterpret_cast<const float4*>(tile + warp * kTileColumns);
  const auto* b = reinterpret_cast<const float4*>(x);
  float total = 0;
#pragma unroll
  for (int i = 0; i < kTileColumns / 128; ++i) total += dot(a[lane + i * 32], b[lane + i * 32]);
  return total;
}

/// Shared memory: x, then the tiles.
__device__ float* load_x(const float* x) {
  auto* shared = reinterpret_cast<float*>(shared_memory);
  for (unsigned i = threadIdx.x; i < kColumns; i += blockDim.x) shared[i] = x[i];
  return shared;
}

template <typename Engine, int kStages>
__global__ void __launch_bounds__(kComputeThreads + 256)
    with_dma(const float* a, const float* x, float* y, int groups, unsigned dma_threads) {
  __shared__ dma::RingStorage<kStages> storage;
  float* shared_x = load_x(x);
  float* buffer = shared_x + kColumns;
  dma::Ring ring(storage,
                 dma::Team(dma::fixed<kComputeThreads>, dma_threads, dma::fixed<kComputeThreads>),
                 Engine{});
  const dma::Tile tile(dma::fixed<kTileColumns * 4>, dma::fixed<kTileRows>,
                       dma::fixed<kColumns * 4>, dma::fixed<kTileColumns * 4>, dma::aligned<16>);
  if (ring.owns_this_thread()) {
    for (int group = blockIdx.x; group < groups; group += gridDim.x) {
      const float* from = a + static_cast<long long>(group) * kTileRows * kColumns;
      for (int step = 0; step < kSteps; ++step)
        ring.execute_dma(tile, from + step * kTileColumns, buffer + ring.dma_stage() * kTileFloats);
    }
    return;
  }
  for (int group = blockIdx.x; group < groups; group += gridDim.x) {
    float total = 0;
    for (int step = 0; step < kSteps; ++step) {
      ring.wait_for_dma_finish();
      total +=
          use_tile(buffer + ring.compute_stage() * kTileFloats, shared_x + step * kTileColumns);
      ring.start_async_dma();
    }
    total = sum_of_warp(total);
    if (threadIdx.x % 32 == 0) y[group * kTileRows + threadIdx.x / 32] = total;
  }
}

template <int kStages>
__global__ void __launch_bounds__(kComputeThreads)
    with_pipeline(const float* a, const float* x, float* y, int groups) {
  float* shared_x = load_x(x);
  float* buffer = shared_x + kColumns;
  __syncthreads();
  const auto warp =
      cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  const unsigned row = threadIdx.x / 32;
  float total = 0;
  run_pipeline<kStages>(
      tiles_of_block(groups) * kSteps,
      [&](auto& pipeline, long long step, int stage) {
        const long long group = blockIdx.x + step / kSteps * gridDim.x;
        cuda::memcpy_async(warp, buffer + stage * kTileFloats + row * kTileColumns,
                           a + (group * kTileRows + row) * kColumns + step % kSteps * kTileColumns,
                           cuda::aligned_size_t<16>(kTileColumns * 4), pipeline);
      },
      [&](long long step, int stage) {
        total += use_tile(buffer + stage * kTileFloats, shared_x + step % kSteps * kTileColumns);
        if (step % kSteps != kSteps - 1) return;
        const long long group = blockIdx.x + step / kSteps * gridDim.x;
        total = sum_of_warp(total);
        if (threadIdx.x % 32 == 0) y[group * kTileRows + row] = total;
        total = 0;
      });
}

struct Product {
  const float *a, *x;
  __device__ float operator()(long long i) const { return a[i] * x[i % kColumns]; }
};
struct RowBegin {
  __host__ __device__ long long operator()(long long row) const { return row * kColumns; }
};

/// cuBLAS, where the machine has it. It is not linked, so that the program starts without.
class Cublas {
 public:
  Cublas() {
    void* library = dlopen("libcublas.so.13", RTLD_NOW);
    if (library == nullptr) library = dlopen("libcublas.so.12", RTLD_NOW);
    if (library == nullptr) return;
    const auto create = reinterpret_cast<int (*)(void**)>(dlsym(library, "cublasCreate_v2"));
    sgemv_ = reinterpret_cast<Sgemv>(dlsym(library, "cublasSgemv_v2"));
    if (create == nullptr || create(&handle_) != 0) handle_ = nullptr;
  }
  bool is_there() const { return handle_ != nullptr && sgemv_ != nullptr; }
  /// The rows are the columns of cuBLAS's matrix.
  void run(const float* a, const float* x, float* y, int rows) const {
    const float one = 1, zero = 0;
    constexpr int kTransposed = 1;
    sgemv_(handle_, kTransposed, kColumns, rows, &one, a, kColumns, x, 1, &zero, y, 1);
  }

 private:
  using Sgemv = int (*)(void*, int, int, int, const float*, const float*, int, const float*, int,
                        const float*, float*, int);
  void* handle_ = nullptr;
  Sgemv sgemv_ = nullptr;
};

}  // namespace

void run_sgemv(const Options& options) {
  const int groups = static_cast<int>(options.size(4096, 4)), rows = groups * kTileRows;
  const long long floats = static_cast<long long>(rows) * kColumns;  // 1 GiB
  DeviceArray<float> a(floats), x(kColumns), y(rows), expected(rows);
  fill(a, 3, 1);
  fill(x, 3, 2);
  const auto run_plain = [&](float* result) {
    plain<<<static_cast<unsigned>(rows + 3) / 4, 128>>>(reinterpret_cast<const float4*>(a.get()),
                                                        reinterpret_cast<const float4*>(x.get()),
                                                        result, rows);
  };
  run_plain(expected.get());
  const auto with = [&](Variant variant, auto launch) {
    variant.benchmark = "sgemv";
    variant.bytes = 4 * (floats + kColumns + rows);
    y.clear();
    measure(options, variant, launch, [&] { return equal(y, expected); });
  };
  with({"", "plain"}, [&] { run_plain(y.get()); });
  const Cublas cublas;
  if (cublas.is_there()) {
    with({"", "cublas_sgemv"}, [&] { cublas.run(a.get(), x.get(), y.get(), rows); });
  } else {
    std::fprintf(stderr, "sgemv: no libcublas.so on this machine\n");
  }
  const thrust::counting_iterator<long long> numbers(0);
  const auto products = thrust::make_transform_iterator(numbers, Product{a.get(), x.get()});
  const auto begins = thrust::make_transform_iterator(numbers, RowBegin{});
  std::size_t temporary_bytes = 0;
  cub::DeviceSegmentedReduce::Sum(nullptr, temporary_bytes, products, y.get(), rows, begins,
                                  begins + 1);
  DeviceArray<char> temporary(static_cast<long long>(temporary_bytes) + 1);
  with({"", "cub_segmented_reduce"}, [&] {
    cub::DeviceSegmentedReduce::Sum(temporary.get(), temporary_bytes, products, y.get(), rows,
                                    begins, begins + 1);
  });
  for_each_stages([&](auto stages) {
    constexpr int kStages = decltype(stages)::value;
    const auto kernel = with_pipeline<kStages>;
    const int blocks =
        resident_blocks(options, kernel, kComputeThreads, kXBytes + kStages * kTileBytes, 8);
    with({"", "memcpy_async", "-", 0, kStages}, [&] {
      kernel<<<blocks, kComputeThreads, kXBytes + kStages * kTileBytes>>>(a.get(), x.get(), y.get(),
                                                                          groups);
    });
  });
  for_each_engine([&](const char* name, auto engine) {
    for_each_stages([&](auto stages) {
      constexpr int kStages = decltype(stages)::value;
      for (const int warps : options.dma_warps()) {
        const auto kernel = with_dma<decltype(engine), kStages>;
        const int blocks = resident_blocks(options, kernel, kComputeThreads + 32 * warps,
                                           kXBytes + kStages * kTileBytes, 8);
        with({"", "dma", name, warps, kStages}, [&] {
          kernel<<<blocks, kComputeThreads + 32 * warps, kXBytes + kStages * kTileBytes>>>(
              a.get(), x.get(), y.get(), groups, static_cast<unsigned>(32 * warps));
        });
      }
    });
  });
}

}  // namespace dma_bench
