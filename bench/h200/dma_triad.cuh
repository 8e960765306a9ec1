// What the files of triad and SAXPY share: the kernel with DMA objects, and how it is measured.
#pragma once

#include "dma_bench.cuh"

namespace dma_bench::triad {

constexpr float kFactor = 3;

struct Triad {
  __host__ __device__ float operator()(float b, float c) const { return b + kFactor * c; }
};

__device__ inline float4 triad(float4 b, float4 c) {
  const Triad f;
  return {f(b.x, c.x), f(b.y, c.y), f(b.z, c.z), f(b.w, c.w)};
}

template <int kTile>
__device__ void use_tile(const float* tile, float* a, int threads) {
  const auto* from = reinterpret_cast<const float4*>(tile);
  for (int i = threadIdx.x; i < kTile / 4; i += threads)
    reinterpret_cast<float4*>(a)[i] = triad(from[i], from[i + kTile / 4]);
}

/// The arrays, `count` floats each. `a` may be `b`: then every repetition adds once more, and the
/// first one is checked against `expected`.
struct Arrays {
  const char* benchmark;
  long long count;
  DeviceArray<float>& b;
  const DeviceArray<float>& c;
  DeviceArray<float>& a;
  const DeviceArray<float>& expected;

  template <typename Launch>
  void measure(const Options& options, Variant variant, Launch&& launch) const {
    variant.benchmark = benchmark;
    variant.bytes = 3 * 4 * count;
    if (b.get() == a.get()) {
      fill(a, 15, 1);
    } else {
      a.clear();
    }
    dma_bench::measure(options, variant, launch, [&] { return equal(a, expected); });
  }
};

/// A tile is `kTile` floats of both inputs, one transfer of two runs. Without DMA warps the
/// `kComputeThreads` threads copy for themselves, one tile after the other.
template <typename Engine, int kTile, int kComputeThreads, int kStages>
__global__ void __launch_bounds__(kComputeThreads + 256)
    with_dma(const float* b, const float* c, float* a, long long tiles, int per_block,
             unsigned dma_threads) {
  __shared__ dma::RingStorage<kStages> storage;
  auto* buffer = reinterpret_cast<float*>(shared_memory);
  dma::Ring ring(storage,
                 dma::Team(dma::fixed<kComputeThreads>, dma_threads, dma::fixed<kComputeThreads>),
                 Engine{});
  const Tiles mine = Tiles::of_block(tiles, per_block);
  if (ring.owns_this_thread()) {
    const dma::Strided pair(dma::fixed<kTile * 4>, dma::fixed<2>, (c - b) * 4LL,
                            dma::fixed<kTile * 4>, dma::aligned<16>);
    for (long long t = mine.first; t < mine.end; t += mine.step)
      ring.execute_dma(pair, b + t * kTile, buffer + ring.dma_stage() * 2 * kTile);
    return;
  }
  for (long long t = mine.first; t < mine.end; t += mine.step) {
    ring.wait_for_dma_finish();
    use_tile<kTile>(buffer + ring.compute_stage() * 2 * kTile, a + t * kTile, kComputeThreads);
    ring.start_async_dma();
  }
}

template <typename Engine, int kTile, int kThreads>
__global__ void __launch_bounds__(kThreads)
    without_dma_warps(const float* b, const float* c, float* a, long long tiles, int per_block,
                      unsigned) {
  __shared__ dma::RingStorage<1> storage;
  auto* buffer = reinterpret_cast<float*>(shared_memory);
  dma::Ring ring(storage, dma::Team(dma::fixed<0>, dma::fixed<kThreads>, dma::fixed<kThreads>),
                 Engine{});
  const Tiles mine = Tiles::of_block(tiles, per_block);
  const dma::Strided pair(dma::fixed<kTile * 4>, dma::fixed<2>, (c - b) * 4LL,
                          dma::fixed<kTile * 4>, dma::aligned<16>);
  for (long long t = mine.first; t < mine.end; t += mine.step) {
    ring.execute_dma(pair, b + t * kTile, buffer);
    ring.wait_for_dma_finish();
    use_tile<kTile>(buffer, a + t * kTile, kThreads);
    ring.start_async_dma();
  }
}

template <typename Kernel>
void measure_one(const Options& options, const Arrays& arrays, const Variant& variant,
                 Kernel kernel, const Shape& shape, int threads, int tile, int stages) {
  const long long tiles = arrays.count / tile;
  const Grid grid = grid_of(options, shape, kernel, tiles, threads, stages * 2 * tile * 4);
  arrays.measure(options, variant, [&] {
    kernel<<<grid.blocks, threads, grid.shared>>>(arrays.b.get(), arrays.c.get(), arrays.a.get(),
                                                  tiles, shape.per_block,
                                                  static_cast<unsigned>(32 * variant.dma_warps));
  });
}

/// Floats of a tile, threads that compute, and bytes in flight on a multiprocessor: the best of
/// 3,000 combinations with other tiles, threads, lifetimes of blocks and bytes in flight.
constexpr int kTile = 1024, kThreads = 128;
constexpr int kTileBytes = 2 * kTile * 4;
constexpr int kInFlight[] = {65536, 98304};

/// One engine.
template <typename Engine>
void run_engine(const Options& options, const Arrays& arrays, const char* engine) {
  for (const int in_flight : kInFlight) {
    const std::string size = "_" + std::to_string(in_flight / 1024) + "K";
    for_each_stages([&](auto stages) {
      constexpr int kStages = decltype(stages)::value;
      for (const int warps : options.dma_warps()) {
        const auto with = [&](const std::string& name, const Shape& shape) {
          measure_one(options, arrays, {"", name + size, engine, warps, kStages},
                      with_dma<Engine, kTile, kThreads, kStages>, shape, kThreads + 32 * warps,
                      kTile, kStages);
        };
        Shape shape = short_lived(in_flight, kStages, kTileBytes);
        with("dma", shape);
        if (warps > 2) continue;
        shape.per_block = 0;
        with("dma_staying", shape);
      }
    });
    measure_one(options, arrays, {"", "dma_no_warps" + size, engine, 0, 1},
                without_dma_warps<Engine, kTile, kThreads>, short_lived(in_flight, 1, kTileBytes),
                kThreads, kTile, 1);
  }
}

/// The engines, one file each.
void run_vector(const Options& options, const Arrays& arrays);
void run_cp_async(const Options& options, const Arrays& arrays);
void run_bulk(const Options& options, const Arrays& arrays);

}  // namespace dma_bench::triad
