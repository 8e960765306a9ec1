// The curve of the SC'11 paper (Bauer, Cook, Khailany, section 5.1): how many DMA warps per
// multiprocessor saturate memory. One block per multiprocessor; it sums an array.
#include <cub/device/device_reduce.cuh>

#include "dma_bench.cuh"
#include "dma_sum.cuh"

namespace dma_bench {
namespace {

constexpr int kComputeThreads = 256;
constexpr int kTileBytes = 32768;
constexpr int kTileWords = kTileBytes / 16;
constexpr int kLargeTileBytes = 49152;  // what memory wants in flight, more or less

__global__ void plain(const uint4* in, long long count, unsigned* result) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  unsigned total = 0;
#pragma unroll 4
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < count;
       i += step)
    total += sum(in[i]);
  add_up(total, result);
}

template <typename Engine, int kBytes, int kStages>
__global__ void __launch_bounds__(kComputeThreads + 256)
    with_dma(const uint4* in, long long tiles, unsigned dma_threads, unsigned* result) {
  constexpr int kWords = kBytes / 16;
  __shared__ dma::RingStorage<kStages> storage;
  auto* buffer = reinterpret_cast<uint4*>(shared_memory);
  dma::Ring ring(storage,
                 dma::Team(dma::fixed<kComputeThreads>, dma_threads, dma::fixed<kComputeThreads>),
                 Engine{});
  const dma::Sequential tile(dma::fixed<kBytes>, dma::aligned<16>);
  if (ring.owns_this_thread()) {
    for (long long t = blockIdx.x; t < tiles; t += gridDim.x)
      ring.execute_dma(tile, in + t * kWords, buffer + ring.dma_stage() * kWords);
    return;
  }
  unsigned total = 0;
  for (long long t = blockIdx.x; t < tiles; t += gridDim.x) {
    ring.wait_for_dma_finish();
    const uint4* from = buffer + ring.compute_stage() * kWords;
#pragma unroll
    for (int i = 0; i < kWords / kComputeThreads; ++i)
      total += sum(from[threadIdx.x + i * kComputeThreads]);
    ring.start_async_dma();
  }
  add_up(total, result);
}

template <int kStages>
__global__ void with_pipeline(const uint4* in, long long tiles, unsigned* result) {
  auto* buffer = reinterpret_cast<uint4*>(shared_memory);
  const auto block = cooperative_groups::this_thread_block();
  unsigned total = 0;
  run_pipeline<kStages>(
      tiles_of_block(tiles),
      [&](auto& pipeline, long long step, int stage) {
        const long long t = blockIdx.x + step * gridDim.x;
        cuda::memcpy_async(block, buffer + stage * kTileWords, in + t * kTileWords,
                           cuda::aligned_size_t<16>(kTileBytes), pipeline);
      },
      [&](long long, int stage) {
        for (int i = threadIdx.x; i < kTileWords; i += blockDim.x)
          total += sum(buffer[stage * kTileWords + i]);
      });
  add_up(total, result);
}

}  // namespace

void run_read(const Options& options) {
  const long long tiles = options.size(65535, 66);  // 2 GiB, a multiple of both tiles
  const long long words = tiles * kTileWords;
  DeviceArray<unsigned> in(words * 4), found(1), expected(1);
  fill(in, 15, 1);
  const auto* from = reinterpret_cast<const uint4*>(in.get());
  const long long bytes = tiles * kTileBytes;
  // The first launch begins at 0 and is checked; the others go on.
  const auto restart = [&] { check(cudaMemsetAsync(found.get(), 0, 4), "cudaMemset"); };
  const auto same = [&] { return equal(found, expected); };
  const auto run_plain = [&](unsigned* result) {
    plain<<<options.multiprocessors * 8, 256>>>(from, words, result);
  };
  check(cudaMemset(expected.get(), 0, 4), "cudaMemset");
  run_plain(expected.get());
  restart();
  measure(
      options, {"read", "plain_float4", "-", 0, 0, bytes}, [&] { run_plain(found.get()); }, same);

  for_each_stages([&](auto stages) {
    constexpr int kStages = decltype(stages)::value;
    const auto kernel = with_pipeline<kStages>;
    const int blocks = resident_blocks(options, kernel, 512, kStages * kTileBytes, 1);
    restart();
    measure(
        options, {"read", "memcpy_async", "-", 0, kStages, bytes},
        [&] { kernel<<<blocks, 512, kStages * kTileBytes>>>(from, tiles, found.get()); }, same);
  });

  std::size_t temporary_bytes = 0;
  cub::DeviceReduce::Sum(nullptr, temporary_bytes, in.get(), found.get(), words * 4);
  DeviceArray<char> temporary(static_cast<long long>(temporary_bytes));
  restart();
  measure(
      options, {"read", "cub_reduce", "-", 0, 0, bytes},
      [&] {
        cub::DeviceReduce::Sum(temporary.get(), temporary_bytes, in.get(), found.get(), words * 4);
      },
      same);

  const auto with_engine = [&](const char* name, auto engine, auto tile_bytes) {
    constexpr int kBytes = decltype(tile_bytes)::value;
    const std::string variant = kBytes == kTileBytes ? "dma" : "dma_48K";
    for_each_stages([&](auto stages) {
      constexpr int kStages = decltype(stages)::value;
      for (int warps = 1; warps <= 8; ++warps) {
        if (options.is_quick && warps % 4 != 1) continue;
        const auto kernel = with_dma<decltype(engine), kBytes, kStages>;
        const int blocks =
            resident_blocks(options, kernel, kComputeThreads + 32 * warps, kStages * kBytes, 1);
        restart();
        measure(
            options, {"read", variant, name, warps, kStages, bytes},
            [&] {
              kernel<<<blocks, kComputeThreads + 32 * warps, kStages * kBytes>>>(
                  from, bytes / kBytes, static_cast<unsigned>(32 * warps), found.get());
            },
            same);
      }
    });
  };
  with_engine("vector4", dma::vector_with<4>, dma::fixed<kTileBytes>);
  with_engine("vector16", dma::vector_with<16>, dma::fixed<kTileBytes>);
  with_engine("vector16", dma::vector_with<16>, dma::fixed<kLargeTileBytes>);
  with_engine("cp_async", dma::cp_async, dma::fixed<kTileBytes>);
  with_engine("bulk", dma::bulk, dma::fixed<kTileBytes>);
}

}  // namespace dma_bench
