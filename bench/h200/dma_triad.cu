// STREAM's triad, a = b + s * c, and SAXPY, y = a * x + y: one kernel, other pointers.
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

#include <cub/device/device_transform.cuh>
#include <cuda/std/tuple>

#include "dma_bench.cuh"

namespace dma_bench {
namespace {

constexpr int kComputeThreads = 256;
constexpr int kTile = 2048;  // floats of each input in a stage
constexpr int kTileBytes = kTile * 4;
constexpr float kFactor = 3;

struct Triad {
  __host__ __device__ float operator()(float b, float c) const { return b + kFactor * c; }
};

__device__ float4 triad(float4 b, float4 c) {
  const Triad f;
  return {f(b.x, c.x), f(b.y, c.y), f(b.z, c.z), f(b.w, c.w)};
}

__global__ void plain(const float* b, const float* c, float* a, long long count) {
  const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (i < count) a[i] = b[i] + kFactor * c[i];
}

__global__ void plain_float4(const float4* b, const float4* c, float4* a, long long count) {
  const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (i < count) a[i] = triad(b[i], c[i]);
}

__device__ void use_tile(const float* tile, float* a, int threads) {
  const auto* from = reinterpret_cast<const float4*>(tile);
  for (int i = threadIdx.x; i < kTile / 4; i += threads)
    reinterpret_cast<float4*>(a)[i] = triad(from[i], from[i + kTile / 4]);
}

template <typename Engine, int kStages>
__global__ void __launch_bounds__(kComputeThreads + 256)
    with_dma(const float* b, const float* c, float* a, long long tiles, unsigned dma_threads) {
  __shared__ dma::RingStorage<kStages> storage;
  auto* buffer = reinterpret_cast<float*>(shared_memory);
  dma::Ring ring(storage,
                 dma::Team(dma::fixed<kComputeThreads>, dma_threads, dma::fixed<kComputeThreads>),
                 Engine{});
  const dma::Sequential tile(dma::fixed<kTileBytes>, dma::aligned<16>);
  if (ring.owns_this_thread()) {
    for (long long t = blockIdx.x; t < tiles; t += gridDim.x) {
      float* to = buffer + ring.dma_stage() * 2 * kTile;
      ring.wait_for_dma_start();
      ring.execute_dma_no_sync(tile, b + t * kTile, to);
      ring.execute_dma_no_sync(tile, c + t * kTile, to + kTile);
      ring.finish_async_dma();
    }
    return;
  }
  for (long long t = blockIdx.x; t < tiles; t += gridDim.x) {
    ring.wait_for_dma_finish();
    use_tile(buffer + ring.compute_stage() * 2 * kTile, a + t * kTile, kComputeThreads);
    ring.start_async_dma();
  }
}

template <int kStages>
__global__ void with_pipeline(const float* b, const float* c, float* a, long long tiles) {
  auto* buffer = reinterpret_cast<float*>(shared_memory);
  const auto block = cooperative_groups::this_thread_block();
  run_pipeline<kStages>(
      tiles_of_block(tiles),
      [&](auto& pipeline, long long step, int stage) {
        const long long t = blockIdx.x + step * gridDim.x;
        float* to = buffer + stage * 2 * kTile;
        const cuda::aligned_size_t<16> bytes(kTileBytes);
        cuda::memcpy_async(block, to, b + t * kTile, bytes, pipeline);
        cuda::memcpy_async(block, to + kTile, c + t * kTile, bytes, pipeline);
      },
      [&](long long step, int stage) {
        const long long t = blockIdx.x + step * gridDim.x;
        use_tile(buffer + stage * 2 * kTile, a + t * kTile, static_cast<int>(blockDim.x));
      });
}

/// `c` is the scaled input; `a` may be `b`: then every repetition adds once more, and the first one
/// is checked against `expected`.
void run(const Options& options, const char* name, long long tiles, DeviceArray<float>& b,
         const DeviceArray<float>& c, DeviceArray<float>& a, const DeviceArray<float>& expected) {
  const long long count = tiles * kTile, bytes = 3 * 4 * count;
  const bool is_in_place = b.get() == a.get();
  const auto with = [&](Variant variant, auto launch) {
    variant.benchmark = name;
    variant.bytes = bytes;
    if (is_in_place) {
      fill(a, 15, 1);
    } else {
      a.clear();
    }
    measure(options, variant, launch, [&] { return equal(a, expected); });
  };
  const unsigned blocks = static_cast<unsigned>(count / 256);
  with({"", "plain"}, [&] { plain<<<blocks, 256>>>(b.get(), c.get(), a.get(), count); });
  with({"", "plain_float4"}, [&] {
    plain_float4<<<blocks / 4, 256>>>(reinterpret_cast<const float4*>(b.get()),
                                      reinterpret_cast<const float4*>(c.get()),
                                      reinterpret_cast<float4*>(a.get()), count / 4);
  });
  with({"", "thrust_transform"}, [&] {
    thrust::transform(thrust::cuda::par_nosync, b.get(), b.get() + count, c.get(), a.get(),
                      Triad{});
  });
  with({"", "cub_transform"}, [&] {
    cub::DeviceTransform::Transform(cuda::std::make_tuple(b.get(), c.get()), a.get(), count,
                                    Triad{});
  });
  for_each_stages([&](auto stages) {
    constexpr int kStages = decltype(stages)::value;
    const auto kernel = with_pipeline<kStages>;
    const int blocks = resident_blocks(options, kernel, 256, kStages * 2 * kTileBytes, 8);
    with({"", "memcpy_async", "-", 0, kStages}, [&] {
      kernel<<<blocks, 256, kStages * 2 * kTileBytes>>>(b.get(), c.get(), a.get(), tiles);
    });
  });
  for_each_engine([&](const char* engine_name, auto engine) {
    for_each_stages([&](auto stages) {
      constexpr int kStages = decltype(stages)::value;
      for (const int warps : options.dma_warps()) {
        const auto kernel = with_dma<decltype(engine), kStages>;
        const int blocks = resident_blocks(options, kernel, kComputeThreads + 32 * warps,
                                           kStages * 2 * kTileBytes, 8);
        with({"", "dma", engine_name, warps, kStages}, [&] {
          kernel<<<blocks, kComputeThreads + 32 * warps, kStages * 2 * kTileBytes>>>(
              b.get(), c.get(), a.get(), tiles, static_cast<unsigned>(32 * warps));
        });
      }
    });
  });
}

}  // namespace

void run_triad(const Options& options) {
  const long long tiles = options.size(65536, 96);  // 512 MiB each
  const long long count = tiles * kTile;
  DeviceArray<float> a(count), b(count), c(count), expected(count);
  fill(b, 15, 1);
  fill(c, 15, 2);
  plain<<<static_cast<unsigned>(count / 256), 256>>>(b.get(), c.get(), expected.get(), count);
  run(options, "triad", tiles, b, c, a, expected);
  run(options, "saxpy", tiles, b, c, b, expected);
}

}  // namespace dma_bench
