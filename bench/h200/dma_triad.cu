// STREAM's triad, a = b + s * c, and SAXPY, y = a * x + y: one kernel, other pointers.
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

#include <cub/device/device_transform.cuh>
#include <cuda/std/tuple>

#include "dma_triad.cuh"

namespace dma_bench {
namespace triad {
namespace {

constexpr int kTile = 2048;  // floats of each input in a stage of the pipeline
constexpr int kTileBytes = kTile * 4;

__global__ void plain(const float* b, const float* c, float* a, long long count) {
  const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (i < count) a[i] = b[i] + kFactor * c[i];
}

__global__ void plain_float4(const float4* b, const float4* c, float4* a, long long count) {
  const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (i < count) a[i] = triad(b[i], c[i]);
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
        use_tile<kTile>(buffer + stage * 2 * kTile, a + t * kTile, static_cast<int>(blockDim.x));
      });
}

void run(const Options& options, const Arrays& arrays) {
  const float *b = arrays.b.get(), *c = arrays.c.get();
  float* a = arrays.a.get();
  const long long count = arrays.count, tiles = count / kTile;
  const unsigned blocks = static_cast<unsigned>(count / 256);
  arrays.measure(options, {"", "plain"}, [&] { plain<<<blocks, 256>>>(b, c, a, count); });
  arrays.measure(options, {"", "plain_float4"}, [&] {
    plain_float4<<<blocks / 4, 256>>>(reinterpret_cast<const float4*>(b),
                                      reinterpret_cast<const float4*>(c),
                                      reinterpret_cast<float4*>(a), count / 4);
  });
  arrays.measure(options, {"", "thrust_transform"}, [&] {
    thrust::transform(thrust::cuda::par_nosync, b, b + count, c, a, Triad{});
  });
  arrays.measure(options, {"", "cub_transform"}, [&] {
    cub::DeviceTransform::Transform(cuda::std::make_tuple(b, c), a, count, Triad{});
  });
  for_each_stages([&](auto stages) {
    constexpr int kStages = decltype(stages)::value;
    const auto kernel = with_pipeline<kStages>;
    const int resident = resident_blocks(options, kernel, 256, kStages * 2 * kTileBytes, 8);
    arrays.measure(options, {"", "memcpy_async", "-", 0, kStages}, [&] {
      kernel<<<resident, 256, kStages * 2 * kTileBytes>>>(b, c, a, tiles);
    });
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
