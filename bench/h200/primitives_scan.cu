// Sums of everything before, inclusive and exclusive, beside cub::DeviceScan and
// thrust::inclusive_scan.
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include <cub/device/device_scan.cuh>

#include "bench/h200/primitives.h"
#include "kernels/device/scan.cuh"

namespace warpscope::bench {
namespace {

template <typename T>
struct RandomTerm {
  __device__ T operator()(std::size_t i) const {
    const std::uint32_t bits = random_bits(i, 5);
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(bits);
    else
      return static_cast<T>(static_cast<int>(bits % 255) - 127) / T{256};
  }
};

template <typename T>
struct ScanRun {
  const Options& options;
  Work work;
  DeviceArray<T>& out;
  const DeviceArray<T>& in;
  const DeviceArray<T>& expected;

  template <typename Launch>
  void operator()(const std::string& variant, Launch launch) const {
    measure(
        options, work, variant, [&] { out.fill(0x5a); }, launch,
        [&] {
          return all_right(out.size(), SameAt<T>{out.get(), expected.get()});
        });
  }

  template <bool Exclusive, int Warps, int Items, int Stages, int BlocksPerSm>
  void in_one_pass() const {
    using Shape = device::ScanShape<T, Exclusive, Warps, Items, Stages, BlocksPerSm>;
    const auto kernel = device::scan_in_one_pass<Shape, warp::Sum>;
    const std::size_t tiles = (in.size() + Shape::tile - 1) / Shape::tile;
    const DeviceArray<device::TileTotal> totals(tiles);
    const std::string variant =
        "warps=" + std::to_string(Warps) + " items=" + std::to_string(Items) +
        " stages=" + std::to_string(Stages) + " blocks_per_sm=" + std::to_string(BlocksPerSm);
    const unsigned blocks = static_cast<unsigned>(
        std::min<std::size_t>(tiles, resident_blocks(kernel, Shape::threads, Shape::shared_bytes)));
    (*this)(variant, [&](int) {
      cudaMemsetAsync(totals.get(), 0, totals.bytes());
      cudaLaunchAttribute together;
      together.id = cudaLaunchAttributeCooperative;
      together.val.cooperative = 1;
      cudaLaunchConfig_t shape = {};
      shape.gridDim = blocks;
      shape.blockDim = Shape::threads;
      shape.dynamicSmemBytes = Shape::shared_bytes;
      shape.attrs = &together;
      shape.numAttrs = 1;
      check(cudaLaunchKernelEx(&shape, kernel, out.get(), static_cast<const T*>(in.get()),
                               in.size(), totals.get(), T{0}, T{0}, warp::Sum{}),
            "scan");
    });
  }
};

template <typename T, bool Exclusive>
void bench_type(const Options& options, const char* type, std::size_t count) {
  DeviceArray<T> out(count);
  const DeviceArray<T> in(count);
  const DeviceArray<T> expected(count);
  fill(in, RandomTerm<T>{});
  const auto cub_scan = [&](void* scratch, std::size_t& bytes, T* to) {
    if constexpr (Exclusive)
      return cub::DeviceScan::ExclusiveSum(scratch, bytes, in.get(), to, count);
    else
      return cub::DeviceScan::InclusiveSum(scratch, bytes, in.get(), to, count);
  };
  std::size_t scratch_bytes = 0;
  check(cub_scan(nullptr, scratch_bytes, out.get()), "cub::DeviceScan");
  const DeviceArray<unsigned char> scratch(scratch_bytes);
  check(cub_scan(scratch.get(), scratch_bytes, expected.get()), "cub::DeviceScan");

  const std::string name = std::string("scan_") + type + (Exclusive ? "_exclusive" : "_inclusive");
  const ScanRun<T> run{options, {name, count, 2 * in.bytes()}, out, in, expected};
  run("cub::DeviceScan", [&](int) {
    std::size_t bytes = scratch_bytes;
    cub_scan(scratch.get(), bytes, out.get());
  });
  if constexpr (!Exclusive && std::is_integral_v<T>) {
    run("thrust::inclusive_scan", [&](int) {
      thrust::inclusive_scan(thrust::device, in.get(), in.get() + count, out.get());
    });
    run.template in_one_pass<Exclusive, 4, 20, 10, 1>();
    run.template in_one_pass<Exclusive, 4, 36, 11, 1>();
    run.template in_one_pass<Exclusive, 4, 36, 5, 2>();
    run.template in_one_pass<Exclusive, 8, 12, 8, 2>();
    run.template in_one_pass<Exclusive, 8, 20, 5, 1>();
    run.template in_one_pass<Exclusive, 8, 28, 7, 1>();
    run.template in_one_pass<Exclusive, 8, 28, 3, 2>();
    run.template in_one_pass<Exclusive, 12, 20, 7, 1>();
    run.template in_one_pass<Exclusive, 12, 28, 5, 1>();
  }
  run.template in_one_pass<Exclusive, 8, 20, 11, 1>();
  run.template in_one_pass<Exclusive, 8, 20, 5, 2>();
  run.template in_one_pass<Exclusive, 8, 36, 6, 1>();
}

}  // namespace

void bench_scan(const Options& options) {
  const auto sizes = options.quick
                         ? std::vector<std::size_t>{1, 5'120, 300'003}
                         : std::vector<std::size_t>{std::size_t{1} << 28, std::size_t{1} << 30};
  for (const std::size_t count : sizes) {
    bench_type<std::int32_t, false>(options, "i32", count);
    if (!options.quick && count == std::size_t{1} << 28) continue;
    bench_type<std::int32_t, true>(options, "i32", count);
    bench_type<float, false>(options, "f32", count);
  }
}

}  // namespace warpscope::bench
