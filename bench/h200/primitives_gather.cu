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

  template <int PieceBytes, int Threads, int Pieces, Load load, Store store>
  void loads(int resident = 0) const {
    const auto kernel = device::gather_by_loads<RowBytes, PieceBytes, Threads, Pieces, load, store>;
    const std::size_t shared = shared_bytes_for(kernel, Threads, 0, resident);
    constexpr std::size_t step = Threads / 32 * Pieces;
    const auto blocks =
        static_cast<unsigned>((index.size() * (RowBytes / PieceBytes) + step - 1) / step);
    (*this)("loads threads=" + std::to_string(Threads) +
                " piece_bytes=" + std::to_string(PieceBytes) + " pieces=" + std::to_string(Pieces) +
                name_of(load) + "/" + name_of(store) + resident_name(resident),
            [=, this](int) {
              kernel<<<blocks, Threads, shared>>>(out.get(), table.get(), index.get(),
                                                  index.size());
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

  // A warp has 2 KB under way: that much of a row, or several rows.
  constexpr int piece = std::min(RowBytes, 2048);
  constexpr int pieces = 2048 / piece;
  run.template loads<piece, 128, pieces, Load::plain, Store::plain>();
  run.template loads<piece, 256, pieces, Load::plain, Store::plain>();
  run.template loads<piece, 512, pieces, Load::plain, Store::plain>();
  run.template loads<piece, 256, pieces, Load::plain, Store::streaming>();
  run.template loads<piece, 256, pieces, Load::streaming, Store::plain>();
  if constexpr (RowBytes == 4096) {
    run.template loads<512, 256, 1, Load::plain, Store::plain>();
    run.template loads<512, 512, 4, Load::plain, Store::plain>();
    run.template loads<1024, 256, 1, Load::plain, Store::plain>();
    run.template loads<2048, 256, 1, Load::plain, Store::plain>(4);
    run.template loads<4096, 128, 1, Load::plain, Store::plain>();
    run.template loads<4096, 256, 1, Load::plain, Store::plain>();
    run.template loads<4096, 512, 1, Load::plain, Store::plain>();
    run.template loads<4096, 1024, 1, Load::plain, Store::plain>();
  }
  run.template bulk<8192 / RowBytes, 8, 1>();
  run.template bulk<4096 / RowBytes, 4, 4>();
  run.template bulk<4096 / RowBytes, 8, 4>();
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
