// A ring of tiles that two groups of warps work on, one loading and one adding, with a mark for
// each step; written as a run record. On a real GPU its output is the record of a measured run.
#include <iostream>

#include "kernels/trace/run_record.cuh"
#include "tests/kernels/cases.h"

namespace trace = warpscope::trace;

constexpr std::uint16_t loading = 0, adding = 1, waiting = 2;
constexpr int tile = 1024, half = 128;

/// out[t] = sum of every 128th element from t on; warps 0 to 3 load, warps 4 to 7 add.
__global__ void sum_tiles(const int* in, int* out, int tiles) {
  __shared__ int buffer[2][tile];
  trace::Warp marks;
  const int mine = static_cast<int>(threadIdx.x) % half;
  const bool is_loader = threadIdx.x < half;
  int sum = 0;
  for (int step = 0; step <= tiles; ++step) {
    marks.begin();
    if (is_loader && step < tiles) {
      const std::size_t first = (std::size_t{blockIdx.x} * tiles + step) * tile;
      for (int i = mine; i < tile; i += half) buffer[step % 2][i] = in[first + i];
      marks.end(loading);
    } else if (!is_loader && step > 0) {
      for (int i = mine; i < tile; i += half) sum += buffer[(step - 1) % 2][i];
      marks.end(adding);
    }
    marks.begin();
    __syncthreads();
    marks.end(waiting);
  }
  if (!is_loader) out[blockIdx.x * half + mine] = sum;
}

int main() {
  constexpr int blocks = 4, tiles = 8;
  const auto values = random_values<int>(std::size_t{blocks} * tiles * tile, 1);
  std::vector<int> expected(std::size_t{blocks} * half);
  for (std::size_t i = 0; i < values.size(); ++i) {
    int& sum = expected[i / (std::size_t{tiles} * tile) * half + i % half];
    sum = static_cast<int>(static_cast<unsigned>(sum) + static_cast<unsigned>(values[i]));
  }
  const OnDevice<int> in(values), out(expected.size());
  sum_tiles<<<blocks, 2 * half>>>(in.get(), out.get(), tiles);  // the first is slower on a real GPU
  trace::collect();
  sum_tiles<<<blocks, 2 * half>>>(in.get(), out.get(), tiles);
  const trace::Timeline timeline = trace::collect();
  std::size_t wrong = 0;
  count_wrong(out.values(), expected, wrong);
  if (wrong != 0) {
    report("sums", wrong);
    return 1;
  }
  const char* const names[] = {"load a \"tile\"", "add"};
  trace::TracedLaunch launch;
  launch.kernel = "sum_tiles(int const*, int*, int)";
  launch.grid = blocks;
  launch.block = 2 * half;
  trace::write_run_record(std::cout, timeline, launch, names);
  return 0;
}
