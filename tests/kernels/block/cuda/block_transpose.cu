// Tiles turned through shared memory and items exchanged between threads. One launch for each tile
// and for each number of items; the test reads their bank conflicts.
#include "kernels/block/transpose.cuh"
#include "tests/kernels/cases.h"

namespace block = warpscope::block;

/// A square matrix of Side x Side, one block of 32 x 8 threads.
template <int Side>
__global__ void turn(const int* in, int* out) {
  extern __shared__ int shared[];
  auto& tile = *reinterpret_cast<block::SquareTile<int, Side>*>(shared);
  for (int row = static_cast<int>(threadIdx.y); row < Side; row += 8) {
    for (int column = static_cast<int>(threadIdx.x); column < Side; column += 32)
      tile.at(row, column) = in[row * Side + column];
  }
  __syncthreads();
  for (int row = static_cast<int>(threadIdx.y); row < Side; row += 8) {
    for (int column = static_cast<int>(threadIdx.x); column < Side; column += 32)
      out[row * Side + column] = tile.at(column, row);
  }
}

template <int Side>
void try_tile() {
  const std::vector<int> input = random_values<int>(Side * Side, Side);
  std::vector<int> expected(input.size());
  for (int row = 0; row < Side; ++row) {
    for (int column = 0; column < Side; ++column)
      expected[column * Side + row] = input[row * Side + column];
  }
  const OnDevice<int> in(input), out(input.size());
  turn<Side><<<1, dim3(32, 8), sizeof(block::SquareTile<int, Side>)>>>(in.get(), out.get());
  std::size_t wrong = 0;
  count_wrong(out.values(), expected, wrong);
  report("tile", wrong);
}

/// Loads striped, keeps what it then holds blocked, and stores striped again.
template <int Threads, int Items>
__global__ void exchange(const float* in, float* blocked, float* back) {
  using Storage = block::ExchangeStorage<float, Threads, Items>;
  __shared__ Storage storage;
  const int thread = static_cast<int>(threadIdx.x);
  float item[Items];
  for (int i = 0; i < Items; ++i) item[i] = in[i * Threads + thread];
  block::striped_to_blocked<Threads, Items>(item, storage);
  for (int i = 0; i < Items; ++i) blocked[thread * Items + i] = item[i];
  __syncthreads();
  block::blocked_to_striped<Threads, Items>(item, storage);
  for (int i = 0; i < Items; ++i) back[i * Threads + thread] = item[i];
}

template <int Items>
void try_exchange(std::size_t& wrong) {
  constexpr int threads = 128;
  const std::vector<float> input = random_values<float>(threads * Items, Items);
  const OnDevice<float> in(input), blocked(input.size()), back(input.size());
  exchange<threads, Items><<<1, threads>>>(in.get(), blocked.get(), back.get());
  // Blocked, the thread's items are consecutive, so both are the input as it was.
  count_wrong(blocked.values(), input, wrong);
  count_wrong(back.values(), input, wrong);
}

int main() {
  try_tile<32>();
  try_tile<64>();
  std::size_t wrong = 0;
  try_exchange<1>(wrong);
  try_exchange<2>(wrong);
  try_exchange<3>(wrong);
  try_exchange<4>(wrong);
  try_exchange<7>(wrong);
  try_exchange<8>(wrong);
  try_exchange<16>(wrong);
  try_exchange<20>(wrong);
  report("exchanges", wrong);
  return 0;
}
