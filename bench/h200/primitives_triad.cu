// STREAM's triad beside cub::DeviceTransform and thrust::transform, and the device's own copy,
// which says what reading and writing in turn can reach at all.
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

#include <cub/device/device_transform.cuh>
#include <cuda/std/tuple>

#include "bench/h200/primitives.h"
#include "kernels/device/triad.cuh"

namespace warpscope::bench {
namespace {

using device::Load;
using device::Store;

/// Small multiples of 1/16, so that the result is exact.
template <typename T>
struct RandomTerm {
  std::uint32_t seed;
  __device__ T operator()(std::size_t i) const {
    return static_cast<T>(static_cast<int>(random_bits(i, seed) % 4001) - 2000) / T{16};
  }
};

template <typename T>
struct IsTriad {
  const T* a;
  T scalar;
  __device__ bool operator()(std::size_t i) const {
    return a[i] == RandomTerm<T>{1}(i) + scalar * RandomTerm<T>{2}(i);
  }
};

template <typename T>
struct Triad {
  T scalar;
  __device__ T operator()(T b, T c) const { return b + scalar * c; }
};

template <typename T>
struct TriadRun {
  const Options& options;
  Work work;
  DeviceArray<T>& a;
  const DeviceArray<T>& b;
  const DeviceArray<T>& c;
  T scalar;

  template <typename Launch>
  void operator()(const std::string& variant, Launch launch) const {
    measure(
        options, work, variant, [&] { a.fill(0x5a); }, launch,
        [&] {
          return all_right(a.size(), IsTriad<T>{a.get(), scalar});
        });
  }

  template <int Threads, int Vectors, Load load, Store store>
  void loads(unsigned blocks_per_sm) const {
    const auto kernel = device::triad_by_loads<T, Threads, Vectors, load, store>;
    constexpr std::size_t tile = std::size_t{Threads} * Vectors * 16 / sizeof(T);
    const auto one_step = static_cast<unsigned>((a.size() + tile - 1) / tile);
    int sms = 0;
    check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "multiprocessors");
    const unsigned blocks = blocks_per_sm == 0
                                ? one_step
                                : std::min(one_step, blocks_per_sm * static_cast<unsigned>(sms));
    (*this)(
        "loads threads=" + std::to_string(Threads) + " vectors=" + std::to_string(Vectors) +
            (load == Load::streaming ? " streaming" : " plain") +
            (store == Store::streaming ? "/streaming" : "/plain") +
            (blocks_per_sm == 0 ? " one_step" : " blocks_per_sm=" + std::to_string(blocks_per_sm)),
        [=, this](int) {
          kernel<<<blocks, Threads>>>(a.get(), b.get(), c.get(), scalar, a.size());
        });
  }

  template <int Threads, int TileBytes, Store store>
  void tiles() const {
    const auto kernel = device::triad_by_tiles<T, Threads, TileBytes, store>;
    constexpr std::size_t shared = device::triad_tile_shared_bytes<TileBytes>;
    resident_blocks(kernel, Threads, shared);
    const auto blocks = static_cast<unsigned>((a.bytes() + TileBytes - 1) / TileBytes);
    (*this)("tiles threads=" + std::to_string(Threads) + " tile_bytes=" +
                std::to_string(TileBytes) + (store == Store::streaming ? " streaming" : " plain"),
            [=, this](int) {
              kernel<<<blocks, Threads, shared>>>(a.get(), b.get(), c.get(), scalar, a.size());
            });
  }

  template <int Threads, int StageBytes, int Stages>
  void ring() const {
    const auto kernel = device::triad_by_ring<T, Threads, StageBytes, Stages>;
    constexpr std::size_t shared = device::triad_ring_shared_bytes<StageBytes, Stages>;
    const unsigned blocks = resident_blocks(kernel, Threads, shared);
    (*this)("ring threads=" + std::to_string(Threads) +
                " stage_bytes=" + std::to_string(StageBytes) + " stages=" + std::to_string(Stages),
            [=, this](int) {
              kernel<<<blocks, Threads, shared>>>(a.get(), b.get(), c.get(), scalar, a.size());
            });
  }
};

template <typename T>
void bench_type(const Options& options, const char* type, std::size_t count) {
  DeviceArray<T> a(count);
  const DeviceArray<T> b(count);
  const DeviceArray<T> c(count);
  fill(b, RandomTerm<T>{1});
  fill(c, RandomTerm<T>{2});
  const T scalar = 3;
  const Work copy{std::string("copy_") + type, count, 2 * a.bytes()};
  measure(
      options, copy, "cudaMemcpyAsync device to device", [&] { a.fill(0x5a); },
      [&](int) { cudaMemcpyAsync(a.get(), b.get(), b.bytes(), cudaMemcpyDeviceToDevice); },
      [&] {
        return all_right(count, SameAt<T>{a.get(), b.get()});
      });

  const TriadRun<T> run{options, {std::string("triad_") + type, count, 3 * a.bytes()}, a, b, c,
                        scalar};
  run("cub::DeviceTransform::Transform", [&](int) {
    cub::DeviceTransform::Transform(::cuda::std::make_tuple(b.get(), c.get()), a.get(),
                                    static_cast<std::int64_t>(count), Triad<T>{scalar});
  });
  run("thrust::transform", [&](int) {
    thrust::transform(thrust::device, b.get(), b.get() + count, c.get(), a.get(), Triad<T>{scalar});
  });
  run.template loads<256, 1, Load::plain, Store::plain>(0);
  run.template loads<256, 2, Load::plain, Store::plain>(0);
  run.template loads<256, 2, Load::streaming, Store::streaming>(0);
  run.template loads<256, 4, Load::streaming, Store::plain>(0);
  run.template loads<256, 4, Load::streaming, Store::streaming>(0);
  run.template loads<512, 4, Load::streaming, Store::streaming>(0);
  run.template loads<1024, 2, Load::streaming, Store::streaming>(0);
  run.template loads<512, 4, Load::streaming, Store::streaming>(4);
  run.template loads<1024, 4, Load::streaming, Store::streaming>(2);
  run.template tiles<128, 4096, Store::plain>();
  run.template tiles<128, 8192, Store::plain>();
  run.template tiles<256, 8192, Store::plain>();
  run.template tiles<256, 8192, Store::streaming>();
  run.template tiles<256, 16384, Store::plain>();
  run.template tiles<256, 16384, Store::streaming>();
  run.template tiles<512, 16384, Store::streaming>();
  run.template tiles<512, 32768, Store::plain>();
  run.template ring<160, 8192, 3>();
  run.template ring<160, 8192, 6>();
  run.template ring<288, 16384, 3>();
  run.template ring<288, 16384, 6>();
  run.template ring<544, 32768, 3>();
}

}  // namespace

void bench_copy_and_triad(const Options& options) {
  const auto sizes = options.quick ? std::vector<std::size_t>{1, 100'003, 1 << 18}
                                   : std::vector<std::size_t>{std::size_t{1} << 28};
  for (const std::size_t count : sizes) {
    bench_type<float>(options, "f32", options.quick ? count : 2 * count);
    bench_type<double>(options, "f64", count);
  }
}

}  // namespace warpscope::bench
