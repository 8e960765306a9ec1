// Sums of 2^30 elements of 4 bytes, beside cub::DeviceReduce and thrust::reduce.
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include <cub/device/device_reduce.cuh>

#include "bench/h200/primitives.h"
#include "kernels/device/reduce.cuh"

namespace warpscope::bench {
namespace {

using device::Load;
using device::ReduceWorkspace;

/// Multiples of 1/256 below 1/2 in size: every partial sum of 2^30 of them is exact in float in
/// practice, so the order does not matter and results can be compared bit for bit.
template <typename T>
struct RandomTerm {
  __device__ T operator()(std::size_t i) const {
    const std::uint32_t bits = random_bits(i, 1);
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(bits);
    else
      return static_cast<T>(static_cast<int>(bits % 255) - 127) / T{256};
  }
};

template <typename T>
struct ReduceRun {
  const Options& options;
  Work work;
  const DeviceArray<T>& in;
  const DeviceArray<T>& result;
  ReduceWorkspace<T> workspace;
  T expected;

  template <typename Launch>
  void operator()(const std::string& variant, Launch launch) const {
    measure(
        options, work, variant, [&] { cudaMemset(result.get(), 0x5a, sizeof(T)); }, launch,
        [&] { return result.to_host()[0] == expected; });
  }

  template <int Threads, int Vectors, Load how>
  void loads(unsigned blocks_per_sm) const {
    const auto kernel = device::reduce_by_loads<T, warp::Sum, Threads, Vectors, how>;
    constexpr std::size_t tile = std::size_t{Threads} * Vectors * 16 / sizeof(T);
    const auto one_step =
        static_cast<unsigned>(std::max<std::size_t>((in.size() + tile - 1) / tile, 1));
    int sms = 0;
    check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "multiprocessors");
    const unsigned blocks = blocks_per_sm == 0
                                ? one_step
                                : std::min(one_step, blocks_per_sm * static_cast<unsigned>(sms));
    (*this)(
        "loads threads=" + std::to_string(Threads) + " vectors=" + std::to_string(Vectors) +
            (how == Load::streaming ? " streaming" : " plain") +
            (blocks_per_sm == 0 ? " one_step" : " blocks_per_sm=" + std::to_string(blocks_per_sm)),
        [=, this](int) {
          kernel<<<blocks, Threads>>>(in.get(), in.size(), workspace, result.get(), warp::Sum{});
        });
  }

  template <int Threads, int StageBytes, int Stages>
  void bulk() const {
    const auto kernel = device::reduce_by_bulk_copies<T, warp::Sum, Threads, StageBytes, Stages>;
    constexpr std::size_t shared = device::reduce_bulk_shared_bytes<StageBytes, Stages>;
    const unsigned blocks = resident_blocks(kernel, Threads, shared);
    (*this)("bulk threads=" + std::to_string(Threads) +
                " stage_bytes=" + std::to_string(StageBytes) + " stages=" + std::to_string(Stages),
            [=, this](int) {
              kernel<<<blocks, Threads, shared>>>(in.get(), in.size(), workspace, result.get(),
                                                  warp::Sum{});
            });
  }
};

template <typename T>
void bench_type(const Options& options, const char* type, std::size_t count) {
  const DeviceArray<T> in(count);
  const DeviceArray<T> result(1);
  fill(in, RandomTerm<T>{});

  std::size_t scratch_bytes = 0;
  check(cub::DeviceReduce::Sum(nullptr, scratch_bytes, in.get(), result.get(), count),
        "cub::DeviceReduce");
  const DeviceArray<unsigned char> scratch(scratch_bytes);
  std::size_t bytes = scratch_bytes;
  check(cub::DeviceReduce::Sum(scratch.get(), bytes, in.get(), result.get(), count),
        "cub::DeviceReduce");

  DeviceArray<unsigned> finished(1);
  finished.fill(0);
  const DeviceArray<T> of_block(count / 1024 + 132 * 32);
  const ReduceRun<T> run{options,
                         {std::string("reduce_") + type, count, in.bytes()},
                         in,
                         result,
                         {finished.get(), of_block.get()},
                         result.to_host()[0]};
  run("cub::DeviceReduce::Sum", [&](int) {
    std::size_t size = scratch_bytes;
    cub::DeviceReduce::Sum(scratch.get(), size, in.get(), result.get(), count);
  });
  if constexpr (std::is_integral_v<T>) {
    run("thrust::reduce", [&](int) {
      const T sum = thrust::reduce(thrust::device, in.get(), in.get() + count);
      cudaMemcpyAsync(result.get(), &sum, sizeof(T), cudaMemcpyHostToDevice);
    });
  }
  run.template loads<256, 4, Load::plain>(8);
  run.template loads<256, 4, Load::streaming>(8);
  run.template loads<256, 8, Load::streaming>(8);
  run.template loads<512, 4, Load::streaming>(4);
  run.template loads<512, 8, Load::streaming>(4);
  run.template loads<512, 8, Load::streaming>(2);
  run.template loads<1024, 4, Load::streaming>(2);
  run.template loads<1024, 8, Load::streaming>(1);
  run.template loads<256, 4, Load::streaming>(0);
  run.template loads<256, 8, Load::plain>(0);
  run.template loads<256, 8, Load::streaming>(0);
  run.template loads<256, 16, Load::streaming>(0);
  run.template loads<512, 8, Load::streaming>(0);
  run.template loads<512, 16, Load::streaming>(0);
  run.template loads<512, 8, Load::streaming>(32);
  run.template loads<256, 8, Load::streaming>(64);
  run.template bulk<288, 8192, 6>();
  run.template bulk<288, 16384, 4>();
  run.template bulk<288, 16384, 6>();
  run.template bulk<544, 16384, 12>();
  run.template bulk<544, 32768, 6>();
}

}  // namespace

void bench_reduce(const Options& options) {
  const auto sizes = options.quick ? std::vector<std::size_t>{1, 100'003, 1 << 20}
                                   : std::vector<std::size_t>{std::size_t{1} << 30};
  for (const std::size_t count : sizes) {
    bench_type<std::int32_t>(options, "i32", count);
    bench_type<float>(options, "f32", count);
  }
}

}  // namespace warpscope::bench
