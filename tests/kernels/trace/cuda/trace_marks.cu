// Marks of two phases by every warp of a grid in three dimensions; then more phases than there is
// room for. Prints the first launch as a trace.
#include <iostream>

#include "kernels/trace/collect.cuh"
#include "tests/kernels/cases.h"

namespace trace = warpscope::trace;

constexpr std::uint16_t loading = 0, summing = 1;

__global__ void two_phases(const int* in, int* out, int rounds) {
  trace::Warp marks;
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    marks.begin();
    const int value =
        in[(threadIdx.y * blockDim.x + threadIdx.x + static_cast<unsigned>(round)) % 128];
    marks.end(loading);
    marks.begin();
    for (int i = 0; i < 10 * (round + 1); ++i) sum = sum * 3 + value;
    marks.end(summing);
  }
  out[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x +
      threadIdx.x] = sum;
}

int main() {
  const char* const names[] = {"load \"a\"", "sum"};
  trace::name_phases(names);
  const OnDevice<int> in(random_values<int>(128, 1)), out(6 * 80);
  // 80 threads: two warps and a half.
  two_phases<<<dim3(3, 2), dim3(16, 5)>>>(in.get(), out.get(), 2);
  const trace::Timeline timeline = trace::collect();
  std::size_t wrong = 0;
  std::size_t i = 0;
  for (std::uint32_t block = 0; block < 6; ++block) {
    for (std::uint32_t warp = 0; warp < 3; ++warp) {
      double last_s = 0;
      for (std::uint32_t n = 0; n < 4; ++n, ++i) {
        if (i >= timeline.marks.size()) {
          ++wrong;
          continue;
        }
        const trace::Mark& mark = timeline.marks[i];
        const bool is_right = mark.block == block && mark.warp == warp &&
                              mark.phase == (n % 2 == 0 ? loading : summing) &&
                              timeline.begin_s(mark) >= last_s &&
                              timeline.end_s(mark) > timeline.begin_s(mark);
        wrong += is_right ? 0 : 1;
        last_s = timeline.end_s(mark);
      }
    }
  }
  wrong += timeline.marks.size() == i && timeline.dropped == 0 ? 0 : 1;
  report("marks", wrong);

  // Collected is collected; and 1000 blocks of 3 warps have 10 places a warp.
  wrong = trace::collect().marks.size();
  const OnDevice<int> more(1000 * 80);
  two_phases<<<1000, dim3(16, 5)>>>(in.get(), more.get(), 7);
  const trace::Timeline full = trace::collect();
  wrong += full.marks.size() == 3000 * 10 && full.dropped == 3000 * 4 ? 0 : 1;
  report("overflow", wrong);

  trace::write_chrome_trace(std::cout, timeline, names);
  return 0;
}
