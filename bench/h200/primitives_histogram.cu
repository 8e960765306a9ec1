// Histograms of 1 GiB of bytes, random and skewed, beside cub::DeviceHistogram. Repetitions go
// round four different GiB, so that none finds its data in L2.
#include <cub/device/device_histogram.cuh>

#include "bench/h200/primitives.h"
#include "kernels/device/histogram.cuh"

namespace warpscope::bench {
namespace {

using device::Load;

constexpr int slices = 4;

struct RandomByte {
  bool skewed;
  __device__ std::uint8_t operator()(std::size_t i) const {
    const std::uint32_t bits = random_bits(i, 7);
    if (!skewed) return static_cast<std::uint8_t>(bits);
    // Nine of ten bytes are 42, the rest fall off from 0.
    return bits % 10 != 0 ? 42 : static_cast<std::uint8_t>(__clz(static_cast<int>(bits | 1)) * 7);
  }
};

struct HistogramRun {
  const Options& options;
  Work work;
  const DeviceArray<std::uint8_t>& in;
  DeviceArray<unsigned>& counts;
  std::vector<unsigned> expected;  ///< of the first slice

  const std::uint8_t* slice(int repetition) const {
    return in.get() + repetition % slices * work.elements;
  }

  template <typename Launch>
  void operator()(const std::string& variant, Launch launch) const {
    measure(
        options, work, variant, [&] { counts.fill(0x5a); }, launch,
        [&] { return counts.to_host() == expected; });
  }

  template <int Threads, int Columns, int Vectors, Load how>
  void loads(unsigned blocks_per_sm) const {
    const auto kernel = device::histogram_by_loads<Threads, Columns, Vectors, how>;
    int sms = 0;
    check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "multiprocessors");
    const unsigned blocks = blocks_per_sm * static_cast<unsigned>(sms);
    (*this)("loads threads=" + std::to_string(Threads) + " columns=" + std::to_string(Columns) +
                " vectors=" + std::to_string(Vectors) +
                (how == Load::streaming ? " streaming" : " plain") +
                " blocks_per_sm=" + std::to_string(blocks_per_sm),
            [=, this](int i) {
              cudaMemsetAsync(counts.get(), 0, counts.bytes());
              kernel<<<blocks, Threads>>>(slice(i), work.elements, counts.get());
            });
  }

  template <int Threads, int StageBytes, int Stages>
  void bulk() const {
    const auto kernel = device::histogram_by_bulk_copies<Threads, StageBytes, Stages>;
    constexpr std::size_t shared = device::histogram_bulk_shared_bytes<StageBytes, Stages>;
    const unsigned blocks = resident_blocks(kernel, Threads, shared);
    (*this)("bulk threads=" + std::to_string(Threads) +
                " stage_bytes=" + std::to_string(StageBytes) + " stages=" + std::to_string(Stages),
            [=, this](int i) {
              cudaMemsetAsync(counts.get(), 0, counts.bytes());
              kernel<<<blocks, Threads, shared>>>(slice(i), work.elements, counts.get());
            });
  }
};

void bench_data(const Options& options, const char* data, bool skewed, std::size_t count) {
  const DeviceArray<std::uint8_t> in(count * slices);
  DeviceArray<unsigned> counts(256);
  fill(in, RandomByte{skewed});
  const auto cub_histogram = [&](void* scratch, std::size_t& bytes, const std::uint8_t* from) {
    return cub::DeviceHistogram::HistogramEven(scratch, bytes, from,
                                               reinterpret_cast<int*>(counts.get()), 257, 0, 256,
                                               static_cast<std::int64_t>(count));
  };
  std::size_t scratch_bytes = 0;
  check(cub_histogram(nullptr, scratch_bytes, in.get()), "cub::DeviceHistogram");
  const DeviceArray<unsigned char> scratch(scratch_bytes);
  check(cub_histogram(scratch.get(), scratch_bytes, in.get()), "cub::DeviceHistogram");
  const HistogramRun run{
      options, {std::string("histogram_") + data, count, count}, in, counts, counts.to_host()};
  run("cub::DeviceHistogram::HistogramEven", [&](int i) {
    std::size_t bytes = scratch_bytes;
    cub_histogram(scratch.get(), bytes, run.slice(i));
  });
  run.loads<256, 1, 2, Load::streaming>(8);
  run.loads<512, 8, 2, Load::streaming>(4);
  run.loads<512, 16, 2, Load::streaming>(4);
  run.loads<256, 32, 2, Load::streaming>(6);
  run.loads<512, 32, 2, Load::plain>(4);
  run.loads<512, 32, 2, Load::streaming>(4);
  run.loads<512, 32, 4, Load::streaming>(2);
  run.loads<768, 32, 4, Load::streaming>(2);
  run.loads<1024, 32, 1, Load::streaming>(2);
  run.loads<1024, 32, 2, Load::streaming>(2);
  run.loads<1024, 32, 4, Load::streaming>(1);
  run.loads<1024, 32, 2, Load::streaming>(8);
  run.bulk<544, 16384, 4>();
  run.bulk<544, 8192, 6>();
  run.bulk<1024, 31744, 6>();
  run.bulk<1024, 15872, 4>();
}

}  // namespace

void bench_histogram(const Options& options) {
  const auto sizes = options.quick ? std::vector<std::size_t>{1, 100'003, 1 << 18}
                                   : std::vector<std::size_t>{std::size_t{1} << 30};
  for (const std::size_t count : sizes) {
    bench_data(options, "u8_uniform", false, count);
    bench_data(options, "u8_skewed", true, count);
  }
}

}  // namespace warpscope::bench
