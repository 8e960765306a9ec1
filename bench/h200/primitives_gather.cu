// Gather of rows of 512 to 4096 bytes in random order, each row once, beside thrust::gather over
// 16-byte elements and cub::DeviceMemcpy::Batched.
#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_memcpy.cuh>

#include "bench/h200/primitives.h"
#include "kernels/device/gather.cuh"

namespace warpscope::bench {
namespace {

using device::Load;
using device::Store;

/// An odd factor makes this a permutation of the rows, whose number is a power of two.
struct RowOf {
  std::uint32_t rows;
  __device__ std::uint32_t operator()(std::size_t i) const {
    std::uint32_t x = static_cast<std::uint32_t>(i) * 0x9e37'79b1U & (rows - 1);
    x ^= x >> 7;
    return x * 0x85eb'ca6bU & (rows - 1);
  }
};

struct RandomWord {
  __device__ std::uint32_t operator()(std::size_t i) const { return random_bits(i, 9); }
};

template <int RowBytes>
struct IsGathered {
  const std::uint32_t* out;
  std::uint32_t rows;
  __device__ bool operator()(std::size_t i) const {
    constexpr std::size_t words = RowBytes / 4;
    return out[i] == random_bits(RowOf{rows}(i / words) * words + i % words, 9);
  }
};

/// The 16-byte element of the table that is the i-th of the result.
template <int RowBytes>
struct ElementOf {
  const std::uint32_t* index;
  __host__ __device__ std::size_t operator()(std::size_t i) const {
    constexpr std::size_t elements = RowBytes / 16;
    return index[i / elements] * elements + i % elements;
  }
};

template <int RowBytes>
struct SourceOf {
  const char* table;
  const std::uint32_t* index;
  __host__ __device__ const void* operator()(std::size_t i) const {
    return table + std::size_t{index[i]} * RowBytes;
  }
};
template <int RowBytes>
struct TargetOf {
  char* out;
  __host__ __device__ void* operator()(std::size_t i) const { return out + i * RowBytes; }
};
template <int RowBytes>
struct SizeOf {
  __host__ __device__ std::uint32_t operator()(std::size_t) const { return RowBytes; }
};

template <int RowBytes>
struct GatherRun {
  const Options& options;
  Work work;
  DeviceArray<std::uint32_t>& out;
  const DeviceArray<std::uint32_t>& table;
  const DeviceArray<std::uint32_t>& index;

  template <typename Launch>
  void operator()(const std::string& variant, Launch launch) const {
    measure(
        options, work, variant, [&] { out.fill(0x5a); }, launch,
        [&] {
          return all_right(out.size(), IsGathered<RowBytes>{
                                           out.get(), static_cast<std::uint32_t>(index.size())});
        });
  }

  template <int Threads, int Rows, Load load, Store store>
  void loads() const {
    const auto kernel = device::gather_by_loads<RowBytes, Threads, Rows, load, store>;
    constexpr std::size_t step = Threads / 32 * Rows;
    const auto blocks = static_cast<unsigned>((index.size() + step - 1) / step);
    (*this)("loads threads=" + std::to_string(Threads) + " rows=" + std::to_string(Rows) +
                (load == Load::streaming ? " streaming" : " plain") +
                (store == Store::streaming ? "/streaming" : "/plain"),
            [=, this](int) {
              kernel<<<blocks, Threads>>>(out.get(), table.get(), index.get(), index.size());
            });
  }

  template <int Rows, int Stages, int Warps>
  void bulk() const {
    const auto kernel = device::gather_by_bulk_copies<RowBytes, Rows, Stages, Warps>;
    constexpr std::size_t shared = device::gather_bulk_shared_bytes<RowBytes, Rows, Stages, Warps>;
    const unsigned blocks = resident_blocks(kernel, Warps * 32, shared);
    (*this)("bulk rows=" + std::to_string(Rows) + " stages=" + std::to_string(Stages) +
                " warps=" + std::to_string(Warps),
            [=, this](int) {
              kernel<<<blocks, Warps * 32, shared>>>(out.get(), table.get(), index.get(),
                                                     index.size());
            });
  }
};

template <int RowBytes>
void bench_rows(const Options& options, std::size_t bytes) {
  const std::size_t rows = bytes / RowBytes;
  DeviceArray<std::uint32_t> out(bytes / 4);
  const DeviceArray<std::uint32_t> table(bytes / 4);
  const DeviceArray<std::uint32_t> index(rows);
  fill(table, RandomWord{});
  fill(index, RowOf{static_cast<std::uint32_t>(rows)});
  const GatherRun<RowBytes> run{
      options,
      {"gather_" + std::to_string(RowBytes), rows, 2 * bytes + index.bytes()},
      out,
      table,
      index};

  const auto elements = thrust::make_transform_iterator(thrust::counting_iterator<std::size_t>(0),
                                                        ElementOf<RowBytes>{index.get()});
  run("thrust::gather of 16 bytes", [&](int) {
    thrust::gather(thrust::device, elements, elements + bytes / 16,
                   reinterpret_cast<const uint4*>(table.get()),
                   reinterpret_cast<uint4*>(out.get()));
  });
  const thrust::counting_iterator<std::size_t> numbers(0);
  const auto sources = thrust::make_transform_iterator(
      numbers, SourceOf<RowBytes>{reinterpret_cast<const char*>(table.get()), index.get()});
  const auto targets = thrust::make_transform_iterator(
      numbers, TargetOf<RowBytes>{reinterpret_cast<char*>(out.get())});
  const auto sizes = thrust::make_transform_iterator(numbers, SizeOf<RowBytes>{});
  std::size_t scratch_bytes = 0;
  check(cub::DeviceMemcpy::Batched(nullptr, scratch_bytes, sources, targets, sizes, rows),
        "cub::DeviceMemcpy");
  const DeviceArray<unsigned char> scratch(scratch_bytes);
  run("cub::DeviceMemcpy::Batched", [&](int) {
    std::size_t size = scratch_bytes;
    cub::DeviceMemcpy::Batched(scratch.get(), size, sources, targets, sizes, rows);
  });

  constexpr int kilobytes_4 = 4096 / RowBytes;  // rows in 4 KB
  run.template loads<256, 1, Load::streaming, Store::plain>();
  run.template loads<256, kilobytes_4 / 2 + (kilobytes_4 == 1), Load::plain, Store::plain>();
  run.template loads<256, kilobytes_4 / 2 + (kilobytes_4 == 1), Load::streaming, Store::plain>();
  run.template loads<256, kilobytes_4 / 2 + (kilobytes_4 == 1), Load::streaming,
                     Store::streaming>();
  run.template loads<128, kilobytes_4, Load::streaming, Store::plain>();
  run.template bulk<2 * kilobytes_4, 4, 2>();
  run.template bulk<2 * kilobytes_4, 4, 4>();
  run.template bulk<2 * kilobytes_4, 8, 1>();
  run.template bulk<kilobytes_4, 4, 4>();
  run.template bulk<kilobytes_4, 8, 4>();
  run.template bulk<kilobytes_4, 12, 4>();
}

}  // namespace

void bench_gather(const Options& options) {
  const std::size_t bytes = options.quick ? std::size_t{1} << 20 : std::size_t{1} << 31;
  bench_rows<512>(options, bytes);
  bench_rows<1024>(options, bytes);
  bench_rows<2048>(options, bytes);
  bench_rows<4096>(options, bytes);
}

}  // namespace warpscope::bench
