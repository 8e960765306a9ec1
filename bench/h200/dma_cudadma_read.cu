// The curve of the SC'11 paper with CudaDMASequential of kernels/cudadma, which carries through
// registers as its original did.
#include "dma_cudadma.cuh"
#include "dma_sum.cuh"

namespace dma_bench {
namespace {

constexpr int kComputeThreads = 256;
constexpr int kTileBytes = 32768;
constexpr int kTileWords = kTileBytes / 16;

__global__ void plain(const uint4* in, long long count, unsigned* result) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  unsigned total = 0;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < count;
       i += step)
    total += sum(in[i]);
  add_up(total, result);
}

/// Loads of the first `kBytesPerThread` bytes come before the wait for the buffer; in two phases
/// also before the stores of the tile before.
template <int kDmaThreads, int kStages, int kBytesPerThread, bool kInTwoPhases>
__global__ void __launch_bounds__(kComputeThreads + kDmaThreads)
    with_objects(const uint4* in, long long tiles, unsigned* result) {
  auto* buffer = reinterpret_cast<uint4*>(shared_memory);
  const long long count = tiles_of_block(tiles);
  const auto tile = [&](long long i) {
    return in + (blockIdx.x + i * gridDim.x) * static_cast<long long>(kTileWords);
  };
  unsigned total = 0;
  run_objects(
      std::make_integer_sequence<int, kStages>{}, count,
      [](int id) {
        return CudaDMASequential<true, 16, kBytesPerThread, kTileBytes, kDmaThreads>(
            id, kComputeThreads, kComputeThreads);
      },
      [&](auto& object, long long i, int stage) {
        uint4* to = buffer + stage * kTileWords;
        if constexpr (kInTwoPhases) {
          if (i == 0) object[0].template start_xfer_async<true>(tile(0));
          if (i + 1 < count)
            object[(stage + 1) % kStages].template start_xfer_async<true>(tile(i + 1));
          object[stage].template wait_xfer_finish<true>(to);
        } else {
          object[stage].template execute_dma<true>(tile(i), to);
        }
      },
      [&](long long, int stage) {
#pragma unroll
        for (int i = 0; i < kTileWords / kComputeThreads; ++i)
          total += sum(buffer[stage * kTileWords + threadIdx.x + i * kComputeThreads]);
      });
  if (threadIdx.x < kComputeThreads) add_up(total, result);
}

class Bench {
 public:
  explicit Bench(const Options& options)
      : options_(options), tiles_(options.size(65535, 66)), in_(tiles_ * kTileWords * 4) {
    fill(in_, 15, 1);
    check(cudaMemset(expected_.get(), 0, 4), "cudaMemset");
    plain<<<1024, 256>>>(from(), tiles_ * kTileWords, expected_.get());
  }

  template <int kStages, int kBytesPerThread, bool kInTwoPhases, int... kBefore>
  void measure_warps(std::integer_sequence<int, kBefore...>) {
    (measure_one<kStages, kBytesPerThread, kInTwoPhases, kBefore + 1>(), ...);
  }

 private:
  const uint4* from() const { return reinterpret_cast<const uint4*>(in_.get()); }

  template <int kStages, int kBytesPerThread, bool kInTwoPhases, int kWarps>
  void measure_one() {
    if (options_.is_quick && kWarps % 4 != 1) return;
    const auto kernel = with_objects<32 * kWarps, kStages, kBytesPerThread, kInTwoPhases>;
    constexpr int kThreads = kComputeThreads + 32 * kWarps;
    const int blocks = resident_blocks(options_, kernel, kThreads, kStages * kTileBytes, 1);
    check(cudaMemset(found_.get(), 0, 4), "cudaMemset");
    measure(
        options_,
        {"read", kInTwoPhases ? "cudadma_two_phases" : "cudadma",
         "cudadma" + std::to_string(kBytesPerThread / 16), kWarps, kStages, tiles_ * kTileBytes},
        [&] { kernel<<<blocks, kThreads, kStages * kTileBytes>>>(from(), tiles_, found_.get()); },
        [&] { return equal(found_, expected_); });
  }

  Options options_;
  long long tiles_;
  DeviceArray<unsigned> in_;
  DeviceArray<unsigned> found_{1}, expected_{1};
};

}  // namespace

void run_cudadma_read(const Options& options) {
  Bench bench(options);
  constexpr std::make_integer_sequence<int, 8> warps;
  for_each_stages([&](auto stages) {
    constexpr int kStages = decltype(stages)::value;
    if constexpr (kStages == 2) bench.measure_warps<kStages, 64, false>(warps);
    bench.measure_warps<kStages, 256, false>(warps);
    if constexpr (kStages > 1) bench.measure_warps<kStages, 256, true>(warps);
  });
}

}  // namespace dma_bench
