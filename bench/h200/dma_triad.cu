// STREAM's triad, a = b + s * c, and SAXPY, y = a * x + y: one kernel, other pointers.
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

#include <cub/device/device_transform.cuh>
#include <cuda/std/tuple>

#include "dma_triad.cuh"

namespace dma_bench {
namespace triad {
namespace {

constexpr int kStayingTile = 2048;  // floats of each input in a stage of the pipeline

__global__ void plain(const float* b, const float* c, float* a, long long count) {
  const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (i < count) a[i] = b[i] + kFactor * c[i];
}

__global__ void plain_float4(const float4* b, const float4* c, float4* a, long long count) {
  const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (i < count) a[i] = triad(b[i], c[i]);
}

template <int kSize, int kStages>
__global__ void with_pipeline(const float* b, const float* c, float* a, long long tiles,
                              int per_block) {
  auto* buffer = reinterpret_cast<float*>(shared_memory);
  const auto block = cooperative_groups::this_thread_block();
  const Tiles mine = Tiles::of_block(tiles, per_block);
  run_pipeline<kStages>(
      mine.count(),
      [&](auto& pipeline, long long step, int stage) {
        float* to = buffer + stage * 2 * kSize;
        const cuda::aligned_size_t<16> bytes(kSize * 4);
        cuda::memcpy_async(block, to, b + mine[step] * kSize, bytes, pipeline);
        cuda::memcpy_async(block, to + kSize, c + mine[step] * kSize, bytes, pipeline);
      },
      [&](long long step, int stage) {
        use_tile<kSize>(buffer + stage * 2 * kSize, a + mine[step] * kSize,
                        static_cast<int>(blockDim.x));
      });
}

template <int kSize, int kStages>
void measure_pipeline(const Options& options, const Arrays& arrays, const std::string& name,
                      const Shape& shape, int threads) {
  const auto kernel = with_pipeline<kSize, kStages>;
  const long long tiles = arrays.count / kSize;
  const Grid grid = grid_of(options, shape, kernel, tiles, threads, kStages * 2 * kSize * 4);
  arrays.measure(options, {"", name, "-", 0, kStages}, [&] {
    kernel<<<grid.blocks, threads, grid.shared>>>(arrays.b.get(), arrays.c.get(), arrays.a.get(),
                                                  tiles, shape.per_block);
  });
}

void run(const Options& options, const Arrays& arrays) {
  const float *b = arrays.b.get(), *c = arrays.c.get();
  float* a = arrays.a.get();
  const long long count = arrays.count;
  const unsigned blocks = static_cast<unsigned>(count / 256);
  arrays.measure(options, {"", "plain"}, [&] { plain<<<blocks, 256>>>(b, c, a, count); });
  arrays.measure(options, {"", "plain_float4"}, [&] {
    plain_float4<<<blocks / 4, 256>>>(reinterpret_cast<const float4*>(b),
                                      reinterpret_cast<const float4*>(c),
                                      reinterpret_cast<float4*>(a), count / 4);
  });
  arrays.measure(options, {"", "thrust_transform"},
                 [&] { thrust::transform(thrust::cuda::par_nosync, b, b + count, c, a, Triad{}); });
  arrays.measure(options, {"", "cub_transform"}, [&] {
    cub::DeviceTransform::Transform(cuda::std::make_tuple(b, c), a, count, Triad{});
  });
  for_each_stages([&](auto stages) {
    constexpr int kStages = decltype(stages)::value;
    measure_pipeline<kStayingTile, kStages>(options, arrays, "memcpy_async_staying", {0, 8}, 256);
    for (const int in_flight : kInFlight) {
      measure_pipeline<kTile, kStages>(options, arrays,
                                       "memcpy_async_" + std::to_string(in_flight / 1024) + "K",
                                       short_lived(in_flight, kStages, kTileBytes), kThreads);
    }
  });
  run_vector(options, arrays);
  run_cp_async(options, arrays);
  run_bulk(options, arrays);
}

}  // namespace
}  // namespace triad

void run_triad(const Options& options) {
  const long long count = options.size(1LL << 27, 96 * triad::kTile);  // 512 MiB each
  DeviceArray<float> a(count), b(count), c(count), expected(count);
  fill(b, 15, 1);
  fill(c, 15, 2);
  triad::plain<<<static_cast<unsigned>(count / 256), 256>>>(b.get(), c.get(), expected.get(),
                                                            count);
  triad::run(options, {"triad", count, b, c, a, expected});
  triad::run(options, {"saxpy", count, b, c, b, expected});
}

}  // namespace dma_bench
