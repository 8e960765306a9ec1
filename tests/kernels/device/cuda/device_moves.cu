// Transposition, triad and gather of many sizes against loops.
#include "kernels/device/gather.cuh"
#include "kernels/device/transpose.cuh"
#include "kernels/device/transpose_bulk.cuh"
#include "kernels/device/triad.cuh"
#include "tests/kernels/cases.h"

namespace device = warpscope::device;
using device::Load;
using device::Order;
using device::Store;

/// Elements of the transposition of a rows x columns matrix that `kernel` gets wrong.
template <int TileRows, int TileColumns, typename Kernel>
std::size_t wrong_by(Kernel kernel, int threads, std::size_t shared, std::uint32_t rows,
                     std::uint32_t columns, Order order) {
  const auto input = random_values<std::uint32_t>(std::size_t{rows} * columns, rows);
  std::vector<std::uint32_t> expected(input.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) expected[c * rows + r] = input[r * columns + c];
  }
  const OnDevice<std::uint32_t> in(input), out(input.size());
  check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                             cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
        "shared memory");
  const dim3 grid = device::transpose_grid<TileRows, TileColumns>(rows, columns);
  kernel<<<grid, threads, shared>>>(out.get(), in.get(), rows, columns, order);
  std::size_t wrong = 0;
  count_wrong(out.values(), expected, wrong);
  return wrong;
}

template <int TileRows, int TileColumns, int Threads>
std::size_t wrong_transpose(std::uint32_t rows, std::uint32_t columns, Order order) {
  return wrong_by<TileRows, TileColumns>(
      device::transpose_tiles<TileRows, TileColumns, Threads, Load::plain, Store::streaming>,
      Threads, device::transpose_shared_bytes<TileRows, TileColumns>, rows, columns, order);
}

template <int TileRows, int TileColumns, int Threads>
std::size_t wrong_bulk_stores(std::uint32_t rows, std::uint32_t columns, Order order) {
  return wrong_by<TileRows, TileColumns>(
      device::transpose_by_bulk_stores<TileRows, TileColumns, Threads, Load::plain>, Threads,
      device::transpose_bulk_shared_bytes<TileRows, TileColumns>, rows, columns, order);
}

/// The first two launches, of 128 x 192, are for the test to read their bank conflicts.
void try_transposes() {
  std::size_t wrong = wrong_transpose<64, 64, 256>(128, 192, device::by_rows);
  wrong += wrong_bulk_stores<64, 64, 256>(128, 192, device::by_rows);
  for (const auto& [rows, columns] :
       {std::pair<std::uint32_t, std::uint32_t>{4, 4}, {64, 4}, {4, 132}, {300, 260}, {516, 68}}) {
    wrong += wrong_transpose<64, 64, 256>(rows, columns, device::by_rows);
    wrong += wrong_transpose<64, 64, 128>(rows, columns, device::by_bands_of(3));
    wrong += wrong_transpose<32, 128, 64>(rows, columns, device::by_diagonals);
    wrong += wrong_transpose<256, 32, 512>(rows, columns, device::by_columns);
    wrong += wrong_transpose<128, 128, 1024>(rows, columns, device::by_bands_of(3));
    wrong += wrong_bulk_stores<128, 64, 256>(rows, columns, device::by_diagonals);
    wrong += wrong_bulk_stores<32, 64, 64>(rows, columns, device::by_bands_of(3));
  }
  report("transpositions", wrong);
}

template <typename T>
void try_triads(const char* what) {
  std::size_t wrong = 0;
  for (const std::size_t count : {1, 2, 3, 5, 511, 512, 4096, 10007}) {
    const auto b = random_values<T>(count, count), c = random_values<T>(count, count + 1);
    std::vector<T> expected(count);
    for (std::size_t i = 0; i < count; ++i) expected[i] = b[i] + 3 * c[i];
    const OnDevice<T> device_b(b), device_c(c);
    const auto bytes = count * sizeof(T);
    {
      const OnDevice<T> a(count);
      device::triad_by_loads<T, 64, 2, Load::streaming, Store::plain>
          <<<5, 64>>>(a.get(), device_b.get(), device_c.get(), T{3}, count);
      count_wrong(a.values(), expected, wrong);
    }
    {
      const OnDevice<T> a(count);
      device::triad_by_tiles<T, uint4, 64, 2048, Store::plain>
          <<<static_cast<unsigned>((bytes + 2047) / 2048), 64,
             (device::triad_tile_shared_bytes<2048>)>>>(a.get(), device_b.get(), device_c.get(),
                                                        T{3}, count);
      count_wrong(a.values(), expected, wrong);
    }
    {
      const OnDevice<T> a(count);
      device::triad_by_tiles<T, uint2, 64, 2048, Store::bulk>
          <<<static_cast<unsigned>((bytes + 2047) / 2048), 64,
             (device::triad_tile_shared_bytes<2048>)>>>(a.get(), device_b.get(), device_c.get(),
                                                        T{3}, count);
      count_wrong(a.values(), expected, wrong);
    }
    {
      const OnDevice<T> a(count);
      device::triad_by_words<T, uint2, 64, 2><<<static_cast<unsigned>((bytes + 1023) / 1024), 64>>>(
          a.get(), device_b.get(), device_c.get(), T{3}, count);
      count_wrong(a.values(), expected, wrong);
    }
    {
      const OnDevice<T> a(count);
      device::triad_by_ring<T, 96, 2048, 3><<<2, 96, (device::triad_ring_shared_bytes<2048, 3>)>>>(
          a.get(), device_b.get(), device_c.get(), T{3}, count);
      count_wrong(a.values(), expected, wrong);
    }
  }
  report(what, wrong);
}

void try_gathers() {
  constexpr std::size_t row_words = 256, rows = 300;
  const auto table = random_values<std::uint32_t>(row_words * rows, 1);
  const OnDevice<std::uint32_t> device_table(table);
  std::size_t wrong = 0;
  for (const std::size_t count : {1, 7, 8, 9, 31, 33, 1000}) {
    Random random(count);
    std::vector<std::uint32_t> index(count), expected;
    for (std::uint32_t& row : index) row = static_cast<std::uint32_t>(random.bits() % rows);
    for (const std::uint32_t row : index) {
      expected.insert(expected.end(), table.begin() + row * row_words,
                      table.begin() + (row + 1) * row_words);
    }
    const OnDevice<std::uint32_t> device_index(index);
    {
      const OnDevice<std::uint32_t> out(expected.size());
      device::gather_by_loads<1024, 1024, 64, 4, Load::plain, Store::plain>
          <<<3, 64>>>(out.get(), device_table.get(), device_index.get(), count);
      count_wrong(out.values(), expected, wrong);
    }
    {
      const OnDevice<std::uint32_t> out(expected.size());
      device::gather_by_loads<1024, 512, 64, 3, Load::once, Store::streaming>
          <<<3, 64>>>(out.get(), device_table.get(), device_index.get(), count);
      count_wrong(out.values(), expected, wrong);
    }
    {
      const OnDevice<std::uint32_t> out(expected.size());
      device::gather_by_bulk_copies<1024, 4, 3, 2>
          <<<2, 64, (device::gather_bulk_shared_bytes<1024, 4, 3, 2>)>>>(
              out.get(), device_table.get(), device_index.get(), count);
      count_wrong(out.values(), expected, wrong);
    }
  }
  report("gathers", wrong);
}

int main() {
  try_transposes();
  try_triads<float>("float triads");
  try_triads<double>("double triads");
  try_gathers();
  return 0;
}
