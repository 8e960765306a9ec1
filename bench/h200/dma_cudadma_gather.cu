// Gather with CudaDMAIndirect of kernels/cudadma, which carries through registers as its original
// did.
#include "dma_cudadma.cuh"

namespace dma_bench {
namespace {

constexpr int kComputeThreads = 128;
constexpr int kTileBytes = 16384;

template <int kDmaThreads, int kStages, int kRowBytes>
__global__ void __launch_bounds__(kComputeThreads + kDmaThreads)
    with_objects(const char* in, const int* index, char* out, long long tiles) {
  constexpr int kRows = kTileBytes / kRowBytes;
  const auto number = [](long long i) { return blockIdx.x + i * gridDim.x; };
  run_objects(
      std::make_integer_sequence<int, kStages>{}, tiles_of_block(tiles),
      [](int id) {
        return CudaDMAIndirect<true, true, 16, 256, kRowBytes, kDmaThreads, kRows>(
            id, kComputeThreads, kComputeThreads);
      },
      [&](auto& object, long long i, int stage) {
        object[stage].template execute_dma<true>(index + number(i) * kRows, in,
                                                 shared_memory + stage * kTileBytes);
      },
      [&](long long i, int stage) {
        const auto* from = reinterpret_cast<const uint4*>(shared_memory + stage * kTileBytes);
        auto* to = reinterpret_cast<uint4*>(out + number(i) * kTileBytes);
#pragma unroll
        for (int k = 0; k < kTileBytes / 16 / kComputeThreads; ++k)
          to[threadIdx.x + k * kComputeThreads] = from[threadIdx.x + k * kComputeThreads];
      });
}

/// One warp per row.
__global__ void plain(const char* in, const int* index, char* out, int rows, int row_bytes) {
  const int row = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  if (row >= rows) return;
  const auto* from =
      reinterpret_cast<const uint4*>(in + static_cast<long long>(index[row]) * row_bytes);
  auto* to = reinterpret_cast<uint4*>(out + static_cast<long long>(row) * row_bytes);
  for (int i = threadIdx.x % 32; i < row_bytes / 16; i += 32) to[i] = from[i];
}

template <int kRowBytes>
void run(const Options& options) {
  const long long tiles = options.size(65536, 32);  // 1 GiB in, 1 GiB out
  const long long bytes = tiles * kTileBytes;
  const int rows = static_cast<int>(bytes / kRowBytes);
  DeviceArray<unsigned> in(bytes / 4), out(bytes / 4), expected(bytes / 4);
  DeviceArray<int> index(rows);
  fill(in, 0xfffffffe, 1);
  permute(index);
  const auto* from = reinterpret_cast<const char*>(in.get());
  plain<<<static_cast<unsigned>(rows + 7) / 8, 256>>>(
      from, index.get(), reinterpret_cast<char*>(expected.get()), rows, kRowBytes);
  const auto with = [&](auto warps, auto stages) {
    constexpr int kWarps = decltype(warps)::value, kStages = decltype(stages)::value;
    constexpr int kThreads = kComputeThreads + 32 * kWarps, kShared = kStages * kTileBytes;
    const auto kernel = with_objects<32 * kWarps, kStages, kRowBytes>;
    const int blocks = resident_blocks(options, kernel, kThreads, kShared, 8);
    out.clear();
    measure(
        options,
        {"gather_" + std::to_string(kRowBytes) + "B", "cudadma", "cudadma16", kWarps, kStages,
         2 * bytes + 4LL * rows},
        [&] {
          kernel<<<blocks, kThreads, kShared>>>(from, index.get(),
                                                reinterpret_cast<char*>(out.get()), tiles);
        },
        [&] { return equal(out, expected); });
  };
  for_each_stages([&](auto stages) {
    with(dma::fixed<1>, stages);
    with(dma::fixed<2>, stages);
    with(dma::fixed<4>, stages);
    with(dma::fixed<8>, stages);
  });
}

}  // namespace

void run_cudadma_gather(const Options& options) {
  run<512>(options);
  run<2048>(options);
}

}  // namespace dma_bench
