// Transposition of square matrices of floats beside cuBLAS's geam, which is loaded when it is
// there, and a copy of the same size.
#include <dlfcn.h>

#include "bench/h200/primitives.h"
#include "bench/h200/transpose_pipelined.cuh"
#include "kernels/device/transpose.cuh"
#include "kernels/device/transpose_bulk.cuh"

namespace warpscope::bench {
namespace {

using device::Load;
using device::Order;
using device::Store;

std::string name_of(Order order) {
  if (order.is_diagonal) return "diagonal";
  if (order.band_tiles == device::by_rows.band_tiles) return "rows";
  if (order.band_tiles == device::by_columns.band_tiles) return "columns";
  return "bands_of_" + std::to_string(order.band_tiles);
}

struct RandomWord {
  __device__ std::uint32_t operator()(std::size_t i) const {
    // A float between 1 and 2, so that geam, which multiplies by 1, keeps every bit.
    return 0x3f80'0000U | random_bits(i, 3) >> 9;
  }
};

struct IsTransposed {
  const std::uint32_t* out;
  std::uint32_t rows;
  std::uint32_t columns;
  __device__ bool operator()(std::size_t i) const {
    const std::size_t column = i / rows;
    const std::size_t row = i % rows;
    return out[i] == RandomWord{}(row * columns + column);
  }
};

/// cublasSgeam out of libcublas.so.13, or nothing when the library or a device for it is not there.
class Geam {
 public:
  Geam() {
    library_ = dlopen("libcublas.so.13", RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) library_ = dlopen("libcublas.so", RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) return;
    const auto create = reinterpret_cast<int (*)(void**)>(dlsym(library_, "cublasCreate_v2"));
    geam_ = reinterpret_cast<Function>(dlsym(library_, "cublasSgeam"));
    if (create == nullptr || geam_ == nullptr || create(&handle_) != 0) geam_ = nullptr;
  }
  explicit operator bool() const { return geam_ != nullptr; }

  /// out = in transposed, both row by row.
  void operator()(float* out, const float* in, std::uint32_t rows, std::uint32_t columns) const {
    const float one = 1;
    const float zero = 0;
    const int m = static_cast<int>(rows);
    const int n = static_cast<int>(columns);
    // cuBLAS counts by columns: a row-major rows x columns matrix is its columns x rows one.
    // CUBLAS_OP_T is 1, _N 0.
    const int status = geam_(handle_, 1, 0, m, n, &one, in, n, &zero, out, m, out, m);
    if (status != 0) throw std::runtime_error("cublasSgeam: status " + std::to_string(status));
  }

 private:
  using Function = int (*)(void*, int, int, int, int, const float*, const float*, int, const float*,
                           const float*, int, float*, int);
  void* library_ = nullptr;
  void* handle_ = nullptr;
  Function geam_ = nullptr;
};

/// The driver's function; the program is not linked with the driver.
decltype(&cuTensorMapEncodeTiled) encode_function() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                         cudaEnableDefault, &found),
        "cuTensorMapEncodeTiled");
  return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
}

struct TransposeRun {
  const Options& options;
  Work work;
  DeviceArray<std::uint32_t>& out;
  const DeviceArray<std::uint32_t>& in;
  std::uint32_t rows;
  std::uint32_t columns;

  template <typename Launch>
  void operator()(const std::string& variant, Launch launch) const {
    measure(
        options, work, variant, [&] { out.fill(0x5a); }, launch,
        [&] {
          return all_right(out.size(), IsTransposed{out.get(), rows, columns});
        });
  }

  template <int TileRows, int TileColumns, typename Kernel>
  void variant(const std::string& name, Kernel kernel, int threads, std::size_t needed, Order order,
               int resident) const {
    const std::size_t shared = shared_bytes_for(kernel, threads, needed, resident);
    resident_blocks(kernel, threads, shared);
    const dim3 blocks = device::transpose_grid<TileRows, TileColumns>(rows, columns);
    (*this)(name + " tile=" + std::to_string(TileRows) + "x" + std::to_string(TileColumns) +
                " threads=" + std::to_string(threads) + " order=" + name_of(order) +
                resident_name(resident),
            [=, this](int) {
              kernel<<<blocks, threads, shared>>>(out.get(), in.get(), rows, columns, order);
            });
  }

  template <int TileRows, int TileColumns, int Threads, Load load = Load::plain,
            Store store = Store::plain>
  void tiles(Order order = device::by_rows, int resident = 0) const {
    variant<TileRows, TileColumns>(
        "tiles" + bench::name_of(load) + "/" + bench::name_of(store),
        device::transpose_tiles<TileRows, TileColumns, Threads, load, store>, Threads,
        device::transpose_shared_bytes<TileRows, TileColumns>, order, resident);
  }

  /// The same in clusters: neighbours in the order of tiles then start together.
  template <int TileRows, int TileColumns, int Threads>
  void bulk_stores_in_clusters(unsigned cluster) const {
    const auto kernel =
        device::transpose_by_bulk_stores<TileRows, TileColumns, Threads, Load::plain>;
    constexpr std::size_t shared = device::transpose_bulk_shared_bytes<TileRows, TileColumns>;
    resident_blocks(kernel, Threads, shared);
    const dim3 blocks = device::transpose_grid<TileRows, TileColumns>(rows, columns);
    if (blocks.x % cluster != 0) return;
    (*this)("plain/bulk clusters=" + std::to_string(cluster) + " tile=" + std::to_string(TileRows) +
                "x" + std::to_string(TileColumns) + " threads=" + std::to_string(Threads) +
                " order=columns",
            [=, this](int) {
              cudaLaunchAttribute attribute{};
              attribute.id = cudaLaunchAttributeClusterDimension;
              attribute.val.clusterDim = {cluster, 1, 1};
              cudaLaunchConfig_t config{};
              config.gridDim = blocks;
              config.blockDim = dim3(Threads);
              config.dynamicSmemBytes = shared;
              config.attrs = &attribute;
              config.numAttrs = 1;
              check(cudaLaunchKernelEx(&config, kernel, out.get(),
                                       static_cast<const std::uint32_t*>(in.get()), rows, columns,
                                       device::by_columns),
                    "cudaLaunchKernelEx");
            });
  }

  /// `resident` blocks stay on each multiprocessor.
  template <int TileRows, int TileColumns, int Threads, int Stages>
  void pipelined(Order order, int resident) const {
    const auto kernel = transpose_pipelined<TileRows, TileColumns, Threads, Stages>;
    const std::size_t needed = transpose_pipelined_shared_bytes<TileRows, TileColumns, Stages>;
    const std::size_t shared = shared_bytes_for(kernel, Threads, needed, resident);
    const unsigned blocks = resident_blocks(kernel, Threads, shared);
    const std::uint32_t tiles = device::transpose_grid<TileRows, TileColumns>(rows, columns).x;
    const CUtensorMap map =
        matrix_map(encode_function(), in.get(), rows, columns, TileRows, TileColumns);
    (*this)("tensor/bulk blocks stay tile=" + std::to_string(TileRows) + "x" +
                std::to_string(TileColumns) + " threads=" + std::to_string(Threads) + " stages=" +
                std::to_string(Stages) + " order=" + name_of(order) + resident_name(resident),
            [=, this](int) {
              kernel<<<std::min<std::uint32_t>(blocks, tiles), Threads, shared>>>(
                  out.get(), map, rows, columns, order, tiles);
            });
  }

  template <int TileRows, int TileColumns, int Threads>
  void bulk_stores(Order order = device::by_rows, int resident = 0) const {
    variant<TileRows, TileColumns>(
        "plain/bulk", device::transpose_by_bulk_stores<TileRows, TileColumns, Threads, Load::plain>,
        Threads, device::transpose_bulk_shared_bytes<TileRows, TileColumns>, order, resident);
  }
};

}  // namespace

void bench_transpose(const Options& options) {
  const Geam geam;
  if (!geam) std::fprintf(stderr, "transpose: no libcublas that works here, so no cuBLAS line\n");
  using Sizes = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  const auto sizes = options.quick ? Sizes{{4, 4}, {256, 512}, {260, 148}}
                                   : Sizes{{8192, 8192},   {16384, 16384}, {16416, 16416},
                                           {20480, 20480}, {32768, 32768}, {32800, 32800}};
  for (const auto& [rows, columns] : sizes) {
    const std::size_t count = std::size_t{rows} * columns;
    DeviceArray<std::uint32_t> out(count);
    const DeviceArray<std::uint32_t> in(count);
    fill(in, RandomWord{});
    const TransposeRun run{options, {"transpose_f32", count, 2 * in.bytes()}, out, in, rows,
                           columns};
    measure(
        options, {"copy_transpose", count, 2 * in.bytes()}, "cudaMemcpyAsync device to device",
        [&] { out.fill(0x5a); },
        [&](int) { cudaMemcpyAsync(out.get(), in.get(), in.bytes(), cudaMemcpyDeviceToDevice); },
        [&] {
          return all_right(count, SameAt<std::uint32_t>{out.get(), in.get()});
        });
    if (geam) {
      run("cublasSgeam", [&, m = rows, n = columns](int) {
        geam(reinterpret_cast<float*>(out.get()), reinterpret_cast<const float*>(in.get()), m, n);
      });
    }
    constexpr Order rows_first = device::by_rows;
    constexpr Order columns_first = device::by_columns;
    run.tiles<64, 64, 256>(rows_first);
    for (const int resident : {0, 3, 4}) run.tiles<64, 64, 256>(columns_first, resident);
    run.tiles<64, 64, 256>(device::by_diagonals);
    for (const std::uint32_t tiles : {8U, 64U, 128U, 256U}) {
      run.tiles<64, 64, 256>(device::by_bands_of(tiles), 4);
    }
    run.tiles<64, 64, 256, Load::plain, Store::streaming>(columns_first);
    run.tiles<64, 64, 256, Load::once, Store::plain>(columns_first);
    run.tiles<32, 64, 128>(columns_first);
    run.tiles<64, 32, 128>(columns_first);
    run.tiles<64, 128, 512>(columns_first);
    run.tiles<128, 64, 512>(columns_first);
    run.tiles<128, 128, 512>(columns_first);
    for (const int resident : {0, 3, 4}) run.bulk_stores<64, 64, 256>(columns_first, resident);
    run.bulk_stores<64, 64, 256>(rows_first);
    for (const unsigned cluster : {2U, 4U, 8U}) run.bulk_stores_in_clusters<64, 64, 256>(cluster);
    for (const int resident : {1, 2, 3}) {
      run.pipelined<64, 64, 256, 2>(columns_first, resident);
      run.pipelined<64, 64, 256, 3>(columns_first, resident == 3 ? 2 : resident);
    }
    run.pipelined<64, 64, 256, 4>(columns_first, 1);
    run.pipelined<64, 64, 256, 4>(columns_first, 2);
    run.pipelined<128, 64, 512, 2>(columns_first, 1);
    run.pipelined<128, 64, 512, 3>(columns_first, 1);
    run.pipelined<64, 128, 512, 2>(columns_first, 1);
    run.bulk_stores<64, 128, 512>(columns_first);
    run.bulk_stores<128, 64, 256>(columns_first);
  }
}

}  // namespace warpscope::bench
