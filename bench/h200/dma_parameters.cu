// What the choices of a transfer's author cost, as the founding documents rank them: the promise of
// alignment, constants against run-time parameters, and the order of a gather's indices. One shape
// for all, so that nothing else differs: 4 DMA warps, 2 stages of 16 KiB, loads through registers.
#include "dma_cudadma.cuh"

namespace dma_bench {
namespace {

constexpr int kComputeThreads = 128, kDmaThreads = 128, kStages = 2, kTileBytes = 16384;

__device__ void copy_out(const char* buffer, char* out, long long tile) {
  const auto* from = reinterpret_cast<const uint4*>(buffer);
  auto* to = reinterpret_cast<uint4*>(out + tile * kTileBytes);
#pragma unroll
  for (int k = 0; k < kTileBytes / 16 / kComputeThreads; ++k)
    to[threadIdx.x + k * kComputeThreads] = from[threadIdx.x + k * kComputeThreads];
}

/// Rows of `row_bytes` bytes; with kRowBytes above 0 the compiler knows all numbers.
template <int kAlignment, int kRowBytes>
__global__ void __launch_bounds__(kComputeThreads + kDmaThreads)
    by_cudadma(const char* in, const int* index, char* out, long long tiles, int row_bytes) {
  const int rows = kTileBytes / (kRowBytes > 0 ? kRowBytes : row_bytes);
  const auto number = [](long long i) { return blockIdx.x + i * gridDim.x; };
  run_objects(
      std::make_integer_sequence<int, kStages>{}, tiles_of_block(tiles),
      [&](int id) {
        if constexpr (kRowBytes > 0) {
          return CudaDMAIndirect<true, true, kAlignment, 64, kRowBytes, kDmaThreads,
                                 kTileBytes / kRowBytes>(id, kComputeThreads, kComputeThreads);
        } else {
          return CudaDMAIndirect<true, true, kAlignment, 64>(id, kDmaThreads, kComputeThreads,
                                                             kComputeThreads, row_bytes, rows);
        }
      },
      [&](auto& object, long long i, int stage) {
        object[stage].template execute_dma<true>(index + number(i) * rows, in,
                                                 shared_memory + stage * kTileBytes);
      },
      [&](long long i, int stage) {
        copy_out(shared_memory + stage * kTileBytes, out, number(i));
      });
}

/// 64 bytes in flight per thread, as by_cudadma.
template <int kAlignment, int kRowBytes>
__global__ void __launch_bounds__(kComputeThreads + kDmaThreads)
    by_dma(const char* in, const int* index, char* out, long long tiles, int row_bytes) {
  __shared__ dma::RingStorage<kStages> storage;
  dma::Ring ring(
      storage,
      dma::Team(dma::fixed<kComputeThreads>, dma::fixed<kDmaThreads>, dma::fixed<kComputeThreads>),
      dma::vector_with<64 / kAlignment>);
  const int rows = kTileBytes / (kRowBytes > 0 ? kRowBytes : row_bytes);
  if (ring.owns_this_thread()) {
    for (long long t = blockIdx.x; t < tiles; t += gridDim.x) {
      char* const to = shared_memory + ring.dma_stage() * kTileBytes;
      if constexpr (kRowBytes > 0) {
        ring.execute_dma(dma::Gather(index + t * rows, dma::fixed<kRowBytes>,
                                     dma::fixed<kTileBytes / kRowBytes>, dma::aligned<kAlignment>),
                         in, to);
      } else {
        ring.execute_dma(dma::Gather(index + t * rows, row_bytes, rows, dma::aligned<kAlignment>),
                         in, to);
      }
    }
    return;
  }
  for (long long t = blockIdx.x; t < tiles; t += gridDim.x) {
    ring.wait_for_dma_finish();
    copy_out(shared_memory + ring.compute_stage() * kTileBytes, out, t);
    ring.start_async_dma();
  }
}

__global__ void plain(const char* in, const int* index, char* out, long long bytes, int row_bytes) {
  const long long at = (blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x) * 16;
  if (at >= bytes) return;
  *reinterpret_cast<uint4*>(out + at) = *reinterpret_cast<const uint4*>(
      in + static_cast<long long>(index[at / row_bytes]) * row_bytes + at % row_bytes);
}

/// Makes a permutation of the numbers below `rows / together` one of the rows, in which `together`
/// neighbours stay neighbours. With `permutation` null all are in order.
__global__ void order(const int* permutation, int* index, int rows, int together) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= rows) return;
  index[i] = permutation == nullptr ? i : permutation[i / together] * together + i % together;
}

/// The arrays of a run: 1 GiB in, 1 GiB out.
struct Rows {
  Rows(const Options& options, int bytes_of_row, int together)
      : tiles(options.size(65536, 32)),
        bytes(tiles * kTileBytes),
        row_bytes(bytes_of_row),
        in(bytes / 4),
        out(bytes / 4),
        expected(bytes / 4),
        index(bytes / bytes_of_row) {
    fill(in, 0xfffffffe, 1);
    const int rows = static_cast<int>(index.count());
    DeviceArray<int> permutation(together == 0 ? 1 : rows / together);
    if (together != 0) permute(permutation);
    order<<<(rows + 255) / 256, 256>>>(together == 0 ? nullptr : permutation.get(), index.get(),
                                       rows, together);
    plain<<<static_cast<unsigned>((bytes / 16 + 255) / 256), 256>>>(
        from(), index.get(), reinterpret_cast<char*>(expected.get()), bytes, row_bytes);
    check(cudaDeviceSynchronize(), "plain");
  }
  const char* from() const { return reinterpret_cast<const char*>(in.get()); }

  template <typename Kernel>
  void run(const Options& options, const std::string& benchmark, const char* variant,
           Kernel kernel) {
    constexpr int kThreads = kComputeThreads + kDmaThreads, kShared = kStages * kTileBytes;
    const int blocks = resident_blocks(options, kernel, kThreads, kShared, 8);
    out.clear();
    measure(
        options,
        {benchmark, variant, "registers", kDmaThreads / 32, kStages, 2 * bytes + 4 * index.count()},
        [&] {
          kernel<<<blocks, kThreads, kShared>>>(
              from(), index.get(), reinterpret_cast<char*>(out.get()), tiles, row_bytes);
        },
        [&] { return equal(out, expected); });
  }

  long long tiles, bytes;
  int row_bytes;
  DeviceArray<unsigned> in, out, expected;
  DeviceArray<int> index;
};

template <int kAlignment>
void run_alignment(const Options& options, Rows& rows) {
  const std::string name = "align_" + std::to_string(kAlignment) + "_";
  rows.run(options, name + "constants", "cudadma", by_cudadma<kAlignment, 512>);
  rows.run(options, name + "run_time", "cudadma", by_cudadma<kAlignment, 0>);
  rows.run(options, name + "constants", "dma", by_dma<kAlignment, 512>);
  rows.run(options, name + "run_time", "dma", by_dma<kAlignment, 0>);
}

}  // namespace

void run_parameters(const Options& options) {
  {
    Rows rows(options, 512, 1);
    run_alignment<16>(options, rows);
    run_alignment<8>(options, rows);
    run_alignment<4>(options, rows);
  }
  constexpr int kSector = 32, kLine = 128;  // bytes
  const struct {
    const char* name;
    int together;
  } orders[] = {{"order_sorted", 0}, {"order_lines", kLine / kSector}, {"order_shuffled", 1}};
  for (const auto& each : orders) {
    Rows rows(options, kSector, each.together);
    rows.run(options, each.name, "cudadma", by_cudadma<16, kSector>);
    rows.run(options, each.name, "dma", by_dma<16, kSector>);
  }
}

}  // namespace dma_bench
