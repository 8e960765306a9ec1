// Rows of 512 bytes to 4 KiB at random places: out[i] = table[index[i]] and out[index[i]] = in[i].
// Each row is moved once.
#include <cub/device/device_memcpy.cuh>

#include "dma_bench.cuh"

namespace dma_bench {
namespace {

constexpr int kComputeThreads = 128;
constexpr int kInFlight = 131072;  // bytes on a multiprocessor
/// Bytes of a stage: with more stages fewer, so that eight blocks fit.
template <int kStages>
constexpr int kTileBytes = kStages == 1 ? 16384 : 8192;
constexpr int kStayingTileBytes = 16384;

/// One warp per row.
template <bool kIsGather>
__global__ void plain(const char* in, const int* index, char* out, int rows, int row_bytes) {
  const int row = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  if (row >= rows) return;
  const long long here = static_cast<long long>(row) * row_bytes;
  const long long there = static_cast<long long>(index[row]) * row_bytes;
  const auto* from = reinterpret_cast<const uint4*>(in + (kIsGather ? there : here));
  auto* to = reinterpret_cast<uint4*>(out + (kIsGather ? here : there));
  for (int i = threadIdx.x % 32; i < row_bytes / 16; i += 32) to[i] = from[i];
}

template <bool kIsGather>
__global__ void addresses(const char* in, const int* index, char* out, int rows, int row_bytes,
                          const void** from, void** to, int* sizes) {
  const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= rows) return;
  const long long here = static_cast<long long>(row) * row_bytes;
  const long long there = static_cast<long long>(index[row]) * row_bytes;
  from[row] = in + (kIsGather ? there : here);
  to[row] = out + (kIsGather ? here : there);
  sizes[row] = row_bytes;
}

template <int kBytes>
__device__ void copy_tile(const char* from, char* to) {
#pragma unroll
  for (int i = 0; i < kBytes / 16 / kComputeThreads; ++i) {
    const unsigned at = threadIdx.x + i * kComputeThreads;
    reinterpret_cast<uint4*>(to)[at] = reinterpret_cast<const uint4*>(from)[at];
  }
}

/// The DMA warps do the random side, the others the dense one.
template <typename Engine, int kBytes, int kStages, bool kIsGather>
__global__ void __launch_bounds__(kComputeThreads + 256)
    with_dma(const char* in, const int* index, char* out, long long tiles, int row_bytes,
             int per_block, unsigned dma_threads) {
  __shared__ dma::RingStorage<kStages> storage;
  using Direction = std::conditional_t<kIsGather, dma::ToShared, dma::ToGlobal>;
  dma::Ring ring(storage,
                 dma::Team(dma::fixed<kComputeThreads>, dma_threads, dma::fixed<kComputeThreads>),
                 Engine{}, Direction{});
  const int rows = kBytes / row_bytes;
  const Tiles mine = Tiles::of_block(tiles, per_block);
  if (ring.owns_this_thread()) {
    for (long long t = mine.first; t < mine.end; t += mine.step) {
      char* buffer = shared_memory + ring.dma_stage() * kBytes;
      const int* here = index + t * rows;
      if constexpr (kIsGather) {
        ring.execute_dma(dma::Gather(here, row_bytes, rows, dma::aligned<16>), in, buffer);
      } else {
        ring.execute_dma(dma::Scatter(here, row_bytes, rows, dma::aligned<16>), buffer, out);
      }
    }
    if constexpr (!kIsGather) ring.drain();
    return;
  }
  for (long long t = mine.first; t < mine.end; t += mine.step) {
    ring.wait_for_dma_finish();
    char* buffer = shared_memory + ring.compute_stage() * kBytes;
    if constexpr (kIsGather) {
      copy_tile<kBytes>(buffer, out + t * kBytes);
    } else {
      copy_tile<kBytes>(in + t * kBytes, buffer);
    }
    ring.start_async_dma();
  }
}

/// Gather without DMA warps: the threads that store the tiles also start the copies of the tile
/// that is kStages - 1 ahead.
template <typename Engine, int kBytes, int kStages>
__global__ void __launch_bounds__(kComputeThreads)
    gather_without_warps(const char* in, const int* index, char* out, long long tiles,
                         int row_bytes, int per_block) {
  __shared__ dma::RingStorage<kStages> storage;
  dma::Ring ring(storage,
                 dma::Team(dma::fixed<0>, dma::fixed<kComputeThreads>, dma::fixed<kComputeThreads>),
                 Engine{});
  const int rows = kBytes / row_bytes;
  const Tiles mine = Tiles::of_block(tiles, per_block);
  const long long count = mine.count();
  const auto carry = [&](long long i) {
    if (i >= count) return;
    ring.execute_dma(dma::Gather(index + mine[i] * rows, row_bytes, rows, dma::aligned<16>), in,
                     shared_memory + ring.dma_stage() * kBytes);
  };
  for (int i = 0; i < kStages - 1; ++i) carry(i);
  for (long long i = 0; i < count; ++i) {
    carry(i + kStages - 1);
    ring.wait_for_dma_finish();
    copy_tile<kBytes>(shared_memory + ring.compute_stage() * kBytes, out + mine[i] * kBytes);
    ring.start_async_dma();
  }
}

/// Bulk copies both ways: one warp brings the tiles, the other sends them on. No thread touches
/// data.
template <int kBytes, int kStages, bool kIsGather>
__global__ void __launch_bounds__(64)
    with_bulk_both_ways(const char* in, const int* index, char* out, long long tiles, int row_bytes,
                        int per_block) {
  __shared__ dma::RingStorage<kStages> storage;
  dma::Ring ring(storage, dma::Team(dma::fixed<32>, dma::fixed<32>, dma::fixed<32>), dma::bulk);
  const int rows = kBytes / row_bytes;
  const Tiles mine = Tiles::of_block(tiles, per_block);
  const dma::Sequential dense(dma::fixed<kBytes>, dma::aligned<16>);
  if (ring.owns_this_thread()) {
    for (long long t = mine.first; t < mine.end; t += mine.step) {
      char* buffer = shared_memory + ring.dma_stage() * kBytes;
      if constexpr (kIsGather) {
        ring.execute_dma(dma::Gather(index + t * rows, row_bytes, rows, dma::aligned<16>), in,
                         buffer);
      } else {
        ring.execute_dma(dense, in + t * kBytes, buffer);
      }
    }
    return;
  }
  const dma::Lane lane{threadIdx.x, 32};
  for (long long t = mine.first; t < mine.end; t += mine.step) {
    const char* buffer = shared_memory + ring.compute_stage() * kBytes;
    const auto wait = [&] { ring.wait_for_dma_finish(); };
    if constexpr (kIsGather) {
      dma::Bulk::store(dense, buffer, out + t * kBytes, lane, wait);
    } else {
      dma::Bulk::store(dma::Scatter(index + t * rows, row_bytes, rows, dma::aligned<16>), buffer,
                       out, lane, wait);
    }
    dma::Bulk::wait_until_read();
    ring.start_async_dma();
  }
  dma::Bulk::drain();
}

template <int kBytes, int kStages>
__global__ void __launch_bounds__(kComputeThreads)
    gather_with_pipeline(const char* in, const int* index, char* out, long long tiles,
                         int row_bytes, int per_block) {
  const auto warp =
      cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  const int rows = kBytes / row_bytes;
  const Tiles mine = Tiles::of_block(tiles, per_block);
  run_pipeline<kStages>(
      mine.count(),
      [&](auto& pipeline, long long step, int stage) {
        for (int row = static_cast<int>(threadIdx.x) / 32; row < rows;
             row += kComputeThreads / 32) {
          cuda::memcpy_async(
              warp, shared_memory + stage * kBytes + row * row_bytes,
              in + static_cast<long long>(index[mine[step] * rows + row]) * row_bytes,
              cuda::aligned_size_t<16>(static_cast<std::size_t>(row_bytes)), pipeline);
        }
      },
      [&](long long step, int stage) {
        copy_tile<kBytes>(shared_memory + stage * kBytes, out + mine[step] * kBytes);
      });
}

template <bool kIsGather>
void run(const Options& options) {
  const long long bytes = options.size(1LL << 30, 1 << 19);  // of rows, and as many of the result
  DeviceArray<unsigned> in(bytes / 4), out(bytes / 4), expected(bytes / 4);
  fill(in, 0xfffffffe, 1);
  const auto* from = reinterpret_cast<const char*>(in.get());
  auto* to = reinterpret_cast<char*>(out.get());
  for (const int row_bytes : {512, 1024, 2048, 4096}) {
    const int rows = static_cast<int>(bytes / row_bytes);
    const unsigned blocks = static_cast<unsigned>(rows + 255) / 256;
    DeviceArray<int> index(rows), sizes(rows);
    DeviceArray<const void*> row_from(rows);
    DeviceArray<void*> row_to(rows);
    permute(index);
    addresses<kIsGather><<<blocks, 256>>>(from, index.get(), to, rows, row_bytes, row_from.get(),
                                          row_to.get(), sizes.get());
    const auto run_plain = [&](char* result) {
      plain<kIsGather><<<static_cast<unsigned>(rows + 7) / 8, 256>>>(from, index.get(), result,
                                                                     rows, row_bytes);
    };
    run_plain(reinterpret_cast<char*>(expected.get()));
    const auto with = [&](Variant variant, auto launch) {
      variant.benchmark = (kIsGather ? "gather_" : "scatter_") + std::to_string(row_bytes) + "B";
      variant.bytes = 2 * bytes + 4LL * rows;
      out.clear();
      measure(options, variant, launch, [&] { return equal(out, expected); });
    };
    with({"", "plain"}, [&] { run_plain(to); });
    std::size_t temporary_bytes = 0;
    cub::DeviceMemcpy::Batched(nullptr, temporary_bytes, row_from.get(), row_to.get(), sizes.get(),
                               rows);
    DeviceArray<char> temporary(static_cast<long long>(temporary_bytes));
    with({"", "cub_memcpy_batched"}, [&] {
      cub::DeviceMemcpy::Batched(temporary.get(), temporary_bytes, row_from.get(), row_to.get(),
                                 sizes.get(), rows);
    });
    // A kernel of (in, index, out, tiles, row_bytes, per_block, …).
    const auto with_shape = [&](const Variant& variant, auto kernel, const Shape& shape, int tile,
                                int threads, auto... dma_threads) {
      const long long tiles = bytes / tile;
      const Grid grid = grid_of(options, shape, kernel, tiles, threads, variant.stages * tile);
      with(variant, [&] {
        kernel<<<grid.blocks, threads, grid.shared>>>(from, index.get(), to, tiles, row_bytes,
                                                      shape.per_block, dma_threads...);
      });
    };
    for_each_stages([&](auto stages) {
      constexpr int kStages = decltype(stages)::value, kBytes = kTileBytes<kStages>;
      const Shape brief = short_lived(kInFlight, kStages, kBytes);
      const Shape longer{4 * brief.per_block, brief.resident};
      if constexpr (kIsGather) {
        with_shape({"", "memcpy_async", "-", 0, kStages}, gather_with_pipeline<kBytes, kStages>,
                   brief, kBytes, kComputeThreads);
        with_shape({"", "memcpy_async_staying", "-", 0, kStages},
                   gather_with_pipeline<kStayingTileBytes, kStages>, {0, 8}, kStayingTileBytes,
                   kComputeThreads);
      }
      const auto both_ways = with_bulk_both_ways<kBytes, kStages, kIsGather>;
      with_shape({"", "dma_both_ways", "bulk", 1, kStages}, both_ways, brief, kBytes, 64);
      with_shape({"", "dma_both_ways_x4", "bulk", 1, kStages}, both_ways, longer, kBytes, 64);
      for_each_engine([&](const char* engine_name, auto engine) {
        const auto kernel = with_dma<decltype(engine), kBytes, kStages, kIsGather>;
        if constexpr (kIsGather) {
          with_shape({"", "dma_no_warps", engine_name, 0, kStages},
                     gather_without_warps<decltype(engine), kBytes, kStages>, brief, kBytes,
                     kComputeThreads);
        }
        for (const int warps : options.dma_warps()) {
          const auto threads = static_cast<unsigned>(32 * warps);
          with_shape({"", "dma", engine_name, warps, kStages}, kernel, brief, kBytes,
                     kComputeThreads + 32 * warps, threads);
          if (warps % 4 > 1) continue;
          with_shape({"", "dma_x4", engine_name, warps, kStages}, kernel, longer, kBytes,
                     kComputeThreads + 32 * warps, threads);
        }
      });
    });
  }
}

}  // namespace

void run_gather(const Options& options) { run<true>(options); }
void run_scatter(const Options& options) { run<false>(options); }

}  // namespace dma_bench
