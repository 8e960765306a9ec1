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

  /// Launches `kernel` with one block for each `block_bytes` of an array; `resident` as in
  /// shared_bytes_for.
  template <typename Kernel>
  void one_step(const std::string& variant, Kernel kernel, int threads, std::size_t block_bytes,
                std::size_t shared, int resident) const {
    const std::size_t bytes = shared_bytes_for(kernel, threads, shared, resident);
    const auto blocks = static_cast<unsigned>((a.bytes() + block_bytes - 1) / block_bytes);
    (*this)(variant + resident_name(resident), [=, this](int) {
      kernel<<<blocks, threads, bytes>>>(a.get(), b.get(), c.get(), scalar, a.size());
    });
  }

  template <int Threads, int Vectors, Load load, Store store>
  void loads(int resident = 0) const {
    one_step("loads threads=" + std::to_string(Threads) + " vectors=" + std::to_string(Vectors) +
                 name_of(load) + "/" + name_of(store),
             device::triad_by_loads<T, Threads, Vectors, load, store>, Threads,
             std::size_t{Threads} * Vectors * 16, 0, resident);
  }

  /// Blocks that stay.
  template <int Threads, int Vectors, Load load, Store store>
  void looping_loads(unsigned blocks_per_sm) const {
    const auto kernel = device::triad_by_loads<T, Threads, Vectors, load, store>;
    int sms = 0;
    check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "multiprocessors");
    const unsigned blocks = blocks_per_sm * static_cast<unsigned>(sms);
    (*this)("loads threads=" + std::to_string(Threads) + " vectors=" + std::to_string(Vectors) +
                name_of(load) + "/" + name_of(store) +
                " blocks_per_sm=" + std::to_string(blocks_per_sm),
            [=, this](int) {
              kernel<<<blocks, Threads>>>(a.get(), b.get(), c.get(), scalar, a.size());
            });
  }

  template <typename Word, int Threads, int Words>
  void words(int resident = 0) const {
    one_step("words threads=" + std::to_string(Threads) +
                 " word_bytes=" + std::to_string(sizeof(Word)) + " words=" + std::to_string(Words),
             device::triad_by_words<T, Word, Threads, Words>, Threads,
             std::size_t{Threads} * Words * sizeof(Word), 0, resident);
  }

  template <typename Word, int Threads, int TileBytes, Store store>
  void tiles(int resident = 0) const {
    one_step("tiles threads=" + std::to_string(Threads) +
                 " tile_bytes=" + std::to_string(TileBytes) +
                 " word_bytes=" + std::to_string(sizeof(Word)) + " " + name_of(store),
             device::triad_by_tiles<T, Word, Threads, TileBytes, store>, Threads, TileBytes,
             device::triad_tile_shared_bytes<TileBytes>, resident);
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
  run.template loads<64, 1, Load::plain, Store::plain>();
  run.template loads<128, 1, Load::plain, Store::plain>();
  for (const int resident : {0, 4, 5, 6, 7}) {
    run.template loads<256, 1, Load::plain, Store::plain>(resident);
  }
  run.template loads<512, 1, Load::plain, Store::plain>();
  run.template loads<384, 1, Load::plain, Store::plain>(4);
  for (const int resident : {2, 3}) {
    run.template loads<512, 1, Load::plain, Store::plain>(resident);
  }
  for (const int resident : {2, 3, 4}) {
    run.template loads<512, 1, Load::plain, Store::streaming>(resident);
  }
  run.template loads<512, 1, Load::streaming, Store::streaming>(3);
  run.template loads<512, 1, Load::passing, Store::streaming>(3);
  run.template loads<512, 1, Load::once, Store::streaming>(3);
  run.template loads<256, 1, Load::plain, Store::streaming>(6);
  run.template loads<384, 1, Load::plain, Store::streaming>(4);
  run.template loads<448, 1, Load::plain, Store::streaming>(3);
  run.template loads<480, 1, Load::plain, Store::streaming>(3);
  run.template loads<544, 1, Load::plain, Store::streaming>(3);
  run.template loads<576, 1, Load::plain, Store::streaming>(3);
  run.template loads<768, 1, Load::plain, Store::streaming>(2);
  run.template loads<832, 1, Load::plain, Store::streaming>(2);
  run.template loads<896, 1, Load::plain, Store::streaming>(2);
  run.template loads<1024, 1, Load::plain, Store::streaming>();
  run.template loads<256, 2, Load::plain, Store::streaming>(3);
  run.template tiles<uint4, 128, 4096, Store::streaming>(6);
  run.template tiles<T, 256, sizeof(T) == 4 ? 3072 : 4096, Store::streaming>();
  run.template loads<640, 1, Load::plain, Store::plain>(2);
  run.template loads<768, 1, Load::plain, Store::plain>();
  run.template loads<1024, 1, Load::plain, Store::plain>();
  run.template loads<256, 1, Load::plain, Store::streaming>();
  run.template loads<256, 1, Load::passing, Store::plain>();
  run.template loads<256, 1, Load::once, Store::plain>();
  run.template loads<256, 4, Load::streaming, Store::plain>();
  run.template looping_loads<512, 4, Load::streaming, Store::streaming>(4);
  run.template words<T, 256, 1>();
  run.template words<uint2, 256, 1>();
  run.template words<uint4, 128, 2>();
  run.template tiles<uint4, 64, 2048, Store::plain>();
  run.template tiles<uint4, 128, 2048, Store::plain>();
  run.template tiles<uint4, 128, 4096, Store::plain>();
  for (const int resident : {5, 6, 7}) {
    run.template tiles<uint4, 128, 4096, Store::plain>(resident);
  }
  run.template tiles<uint4, 256, 4096, Store::plain>();
  run.template tiles<uint4, 192, 3072, Store::plain>();
  run.template tiles<uint4, 192, 3072, Store::plain>(8);
  run.template tiles<uint4, 256, 8192, Store::plain>();
  // As cub::DeviceTransform does it for 4 and for 8 bytes: 256 threads, element by element, tiles
  // that put 48 KB under way on a multiprocessor.
  run.template tiles<T, 256, sizeof(T) == 4 ? 3072 : 4096, Store::plain>();
  run.template tiles<T, 256, 2048, Store::plain>();
  run.template tiles<uint2, 256, 2048, Store::plain>();
  run.template tiles<uint4, 64, 2048, Store::bulk>();
  run.template tiles<uint4, 128, 4096, Store::bulk>();
  run.template ring<288, 16384, 6>();
}

}  // namespace

void bench_copy_and_triad(const Options& options) {
  const auto sizes = options.quick
                         ? std::vector<std::size_t>{1, 100'003, 1 << 18}
                         : std::vector<std::size_t>{std::size_t{1} << 28, std::size_t{1} << 29};
  for (const std::size_t count : sizes) {
    bench_type<float>(options, "f32", options.quick ? count : 2 * count);
    bench_type<double>(options, "f64", count);
  }
}

}  // namespace warpscope::bench
