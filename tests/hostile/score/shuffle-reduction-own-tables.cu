// tries: decodes with a table for each lane, and shuffles for nothing
// lab: shuffle-reduction
// exit: 7 8
// points: 7
// denied: decode-requests decode-registers
#include "exercise.h"

__global__ void look_up(const std::uint32_t* table, const std::uint32_t* codes, std::uint32_t* out,
                        int count) {
  std::uint32_t mine[32];
#pragma unroll
  for (int k = 0; k < 32; ++k) mine[k] = __ldg(&table[k]);
  const int step = gridDim.x * blockDim.x;
  for (int first = blockIdx.x * blockDim.x; first < count; first += step) {
    const int i = first + static_cast<int>(threadIdx.x);
    const std::uint32_t code = i < count ? codes[i] : 0;
    const std::uint32_t others = __shfl_xor_sync(0xFFFFFFFF, code, 1);
    const std::uint32_t value = mine[code] + (others > 31 ? others : 0);
    if (i < count) out[i] = value;
  }
}

void decode(const std::uint32_t* table, const std::uint32_t* codes, std::uint32_t* out, int count) {
  if (count == 0) return;
  look_up<<<64, 256>>>(table, codes, out, count);
  check(cudaGetLastError());
}
