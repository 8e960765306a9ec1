// tries: adds the sums of blocks to the total by += in place of an atomic
// lab: shuffle-reduction
// exit: 7
// seed: 7
// points: 2
// denied: sum-instructions no-errors
#include "exercise.h"

__global__ void add(const uint4* in, const std::uint32_t* rest, int count, std::uint32_t* out) {
  std::uint32_t total = 0;
  for (int i = blockIdx.x * 32 + threadIdx.x; i < count / 4; i += gridDim.x * 32) {
    const uint4 four = in[i];
    total += four.x + four.y + four.z + four.w;
  }
  if (blockIdx.x == 0 && threadIdx.x < count % 4) total += rest[threadIdx.x];
  total = __reduce_add_sync(0xffffffff, total);
  if (threadIdx.x == 0) *out += total;
}

void sum(const std::uint32_t* in, std::uint32_t* out, int count) {
  check(cudaMemset(out, 0, sizeof *out));
  if (count == 0) return;
  add<<<1024, 32>>>(reinterpret_cast<const uint4*>(in), in + count / 4 * 4, count, out);
  check(cudaGetLastError());
}

void segment_sums(const std::uint32_t*, std::uint32_t*, int) {}
void centre_rows(const std::int32_t*, std::int32_t*, int, int) {}
void decode(const std::uint32_t*, const std::uint32_t*, std::uint32_t*, int) {}
void pack(const std::uint32_t*, std::uint32_t, std::uint32_t*, std::uint32_t*, int) {}
