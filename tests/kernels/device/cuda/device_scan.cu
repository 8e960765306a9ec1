// Scans of many lengths with few and many blocks, also of an operator that does not commute,
// against a loop.
#include <algorithm>

#include "kernels/device/scan.cuh"
#include "tests/kernels/cases.h"

namespace device = warpscope::device;
namespace warp = warpscope::warp;

/// Affine maps of 16-bit numbers in a word: the factor above, the term below.
struct ThenPacked {
  __host__ __device__ std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t factor = (a >> 16) * (b >> 16);
    const std::uint32_t term = (b >> 16) * (a & 0xffffU) + b;
    return factor << 16 | (term & 0xffffU);
  }
};

template <typename Shape, typename Op, typename T = typename Shape::T>
std::size_t wrong_of(const std::vector<T>& input, T first, T neutral, unsigned most_blocks,
                     bool in_place) {
  std::vector<T> expected(input.size());
  T all = first;
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (Shape::exclusive) expected[i] = all;
    all = Op{}(all, input[i]);
    if (!Shape::exclusive) expected[i] = all;
  }
  const std::size_t tiles = (input.size() + Shape::tile - 1) / Shape::tile;
  const OnDevice<device::TileTotal> totals(std::vector<device::TileTotal>(tiles, 0));
  const OnDevice<T> in(input), elsewhere(input.size());
  T* out = in_place ? in.get() : elsewhere.get();
  const auto kernel = device::scan_in_one_pass<Shape, Op>;
  check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(Shape::shared_bytes)),
        "shared memory");
  cudaLaunchAttribute together;
  together.id = cudaLaunchAttributeCooperative;
  together.val.cooperative = 1;
  cudaLaunchConfig_t launch = {};
  launch.gridDim = static_cast<unsigned>(std::min<std::size_t>(tiles, most_blocks));
  launch.blockDim = Shape::threads;
  launch.dynamicSmemBytes = Shape::shared_bytes;
  launch.attrs = &together;
  launch.numAttrs = 1;
  check(cudaLaunchKernelEx(&launch, kernel, out, static_cast<const T*>(in.get()), input.size(),
                           totals.get(), first, neutral, Op{}),
        "scan");
  std::size_t wrong = 0;
  count_wrong((in_place ? in : elsewhere).values(), expected, wrong);
  return wrong;
}

template <typename Shape, typename Op>
void try_shape(const char* what, typename Shape::T first, typename Shape::T neutral) {
  using T = typename Shape::T;
  std::size_t wrong = 0;
  const std::size_t tile = Shape::tile;
  for (const std::size_t count :
       {std::size_t{1}, std::size_t{127}, tile - 1, tile, tile + 1, 5 * tile, 20 * tile + 77}) {
    const std::vector<T> input = random_values<T>(count, count);
    for (const unsigned blocks : {1U, 3U, 8U})
      wrong += wrong_of<Shape, Op>(input, first, neutral, blocks, blocks == 3);
  }
  report(what, wrong);
}

int main() {
  try_shape<device::ScanShape<int, false, 2, 4, 3>, warp::Sum>("inclusive sum", 0, 0);
  try_shape<device::ScanShape<int, true, 2, 4, 3>, warp::Sum>("exclusive sum from 1000", 1000, 0);
  try_shape<device::ScanShape<float, true, 3, 12, 2>, warp::Sum>("exclusive float sum", 0, 0);
  try_shape<device::ScanShape<int, false, 8, 20, 5, 2>, warp::Max>(
      "running maximum", warp::identity<warp::Max, int>(), warp::identity<warp::Max, int>());
  try_shape<device::ScanShape<std::uint32_t, false, 4, 4, 2>, ThenPacked>("maps in order", 1U << 16,
                                                                          1U << 16);
  try_shape<device::ScanShape<std::uint32_t, true, 4, 12, 4>, ThenPacked>("maps before", 1U << 16,
                                                                          1U << 16);
  return 0;
}
