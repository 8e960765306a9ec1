// Reductions of arrays of many lengths from every phase of alignment, against a loop.
#include "kernels/device/reduce.cuh"
#include "tests/kernels/cases.h"

namespace device = warpscope::device;
namespace warp = warpscope::warp;

template <typename T, typename Op>
class Reductions {
 public:
  /// `offset` elements after a 16-byte boundary begin `count` values.
  void check_all(std::size_t offset, std::size_t count) {
    const std::vector<T> values = random_values<T>(offset + count, count + 17 * offset);
    T expected = warp::identity<Op, T>();
    for (std::size_t i = offset; i < values.size(); ++i) expected = Op{}(expected, values[i]);
    const OnDevice<T> in(values);
    const T* from = in.get() + offset;
    for (const unsigned blocks : {1U, 3U, 17U}) {
      device::reduce_by_loads<T, Op, 64, 4, device::Load::streaming>
          <<<blocks, 64>>>(from, count, {finished_.get(), of_block_.get()}, result_.get(), Op{});
      expect(expected);
      constexpr std::size_t shared = device::reduce_bulk_shared_bytes<1024, 3>;
      device::reduce_by_bulk_copies<T, Op, 96, 1024, 3><<<blocks, 96, shared>>>(
          from, count, {finished_.get(), of_block_.get()}, result_.get(), Op{});
      expect(expected);
    }
  }
  std::size_t wrong() const { return wrong_; }

 private:
  void expect(T expected) {
    wrong_ += result_.values()[0] == expected ? 0 : 1;
    wrong_ += finished_.values()[0] == 0 ? 0 : 1;  // ready for the next launch
    cudaMemset(result_.get(), 0x5a, sizeof(T));
  }
  OnDevice<unsigned> finished_{std::vector<unsigned>{0}};
  OnDevice<T> of_block_{64};
  OnDevice<T> result_{1};
  std::size_t wrong_ = 0;
};

template <typename T, typename Op>
void try_type(const char* what) {
  Reductions<T, Op> reductions;
  for (std::size_t offset = 0; offset < 16 / sizeof(T); ++offset) {
    for (const std::size_t count : {0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 1023, 1024, 1025, 20000}) {
      reductions.check_all(offset, count);
    }
  }
  report(what, reductions.wrong());
}

int main() {
  try_type<int, warp::Sum>("int sum");
  try_type<float, warp::Sum>("float sum");
  try_type<double, warp::Max>("double maximum");
  try_type<std::uint8_t, warp::BitXor>("byte xor");
  return 0;
}
