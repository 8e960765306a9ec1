// Scans over all lanes, parts of them and segments, against a loop.
#include "kernels/warp/scan.cuh"
#include "tests/kernels/warp/cuda/masks.h"

namespace warp = warpscope::warp;

template <typename T, typename Op>
__global__ void scan_all(const T* value, T first, T* inclusive, T* exclusive, T* total) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  inclusive[i] = warp::inclusive_scan(value[i], Op{});
  const auto scanned = warp::exclusive_scan(value[i], first, Op{});
  exclusive[i] = scanned.before;
  total[i] = scanned.total;
}

template <typename T, typename Op>
__global__ void scan_parts(T* value, const std::uint32_t* mask) {
  T& mine = value[blockIdx.x * 32 + threadIdx.x];
  const std::uint32_t lanes = mask[blockIdx.x];
  if ((lanes >> threadIdx.x & 1U) != 0) mine = warp::inclusive_scan_lanes(mine, lanes, Op{});
}

/// A segment begins in each lane of the mask.
template <typename T, typename Op>
__global__ void scan_segments(T* value, const std::uint32_t* mask) {
  T& mine = value[blockIdx.x * 32 + threadIdx.x];
  mine = warp::segmented_inclusive_scan(mine, (mask[blockIdx.x] >> threadIdx.x & 1U) != 0, Op{});
}

template <typename T, typename Op>
void try_scans(const char* what, T first) {
  const std::vector<std::uint32_t> sets = masks();
  const auto warps = static_cast<unsigned>(sets.size());
  const std::vector<T> input = random_values<T>(sets.size() * 32, 2);
  std::vector<T> inclusive = input, exclusive = input, total = input, parts = input,
                 segments = input;
  for (std::size_t w = 0; w < sets.size(); ++w) {
    T all = input[w * 32], part{}, segment{};
    bool is_first = true;
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const std::size_t i = w * 32 + lane;
      const bool is_in = (sets[w] >> lane & 1U) != 0;
      exclusive[i] = lane == 0 ? first : all;
      if (lane != 0) all = Op{}(all, input[i]);
      inclusive[i] = all;
      if (is_in) {
        part = is_first ? input[i] : Op{}(part, input[i]);
        is_first = false;
        parts[i] = part;
      }
      segment = is_in || lane == 0 ? input[i] : Op{}(segment, input[i]);
      segments[i] = segment;
    }
    for (std::size_t lane = 0; lane < 32; ++lane) total[w * 32 + lane] = all;
  }
  std::size_t wrong = 0;
  const OnDevice<std::uint32_t> device_masks(sets);
  const OnDevice<T> in(input), device_inclusive(input.size()), device_exclusive(input.size()),
      device_total(input.size());
  scan_all<T, Op><<<warps, 32>>>(in.get(), first, device_inclusive.get(), device_exclusive.get(),
                                 device_total.get());
  count_wrong(device_inclusive.values(), inclusive, wrong);
  count_wrong(device_exclusive.values(), exclusive, wrong);
  count_wrong(device_total.values(), total, wrong);
  const OnDevice<T> in_parts(input);
  scan_parts<T, Op><<<warps, 32>>>(in_parts.get(), device_masks.get());
  count_wrong(in_parts.values(), parts, wrong);
  const OnDevice<T> in_segments(input);
  scan_segments<T, Op><<<warps, 32>>>(in_segments.get(), device_masks.get());
  count_wrong(in_segments.values(), segments, wrong);
  report(what, wrong);
}

int main() {
  try_scans<int, warp::Sum>("int sum", 0);
  try_scans<int, warp::Max>("int maximum", warp::identity<warp::Max, int>());
  try_scans<unsigned, warp::BitXor>("xor", 0);
  try_scans<std::int64_t, warp::Sum>("64-bit sum", 0);
  try_scans<double, warp::Sum>("double sum", 0);
  try_scans<float, warp::Min>("float minimum", warp::identity<warp::Min, float>());
  try_scans<Affine, Then>("maps in order", Affine{});
  return 0;
}
