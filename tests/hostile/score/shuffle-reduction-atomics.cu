// tries: adds each number to the total by an atomic of its own: few instructions, and a long queue
// lab: shuffle-reduction
// exit: 7 8
// points: 15
// denied: sum-instructions
#include "exercise.h"

__global__ void add(const uint4* in, const std::uint32_t* rest, int count, std::uint32_t* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count / 4) {
    const uint4 four = in[i];
    atomicAdd(out, four.x);
    atomicAdd(out, four.y);
    atomicAdd(out, four.z);
    atomicAdd(out, four.w);
  }
  if (i < count % 4) atomicAdd(out, rest[i]);
}

void sum(const std::uint32_t* in, std::uint32_t* out, int count) {
  check(cudaMemset(out, 0, sizeof *out));
  add<<<ceil_div(count, 1024) + 1, 256>>>(reinterpret_cast<const uint4*>(in), in + count / 4 * 4,
                                          count, out);
  check(cudaGetLastError());
}

void segment_sums(const std::uint32_t*, std::uint32_t*, int) {}
void centre_rows(const std::int32_t*, std::int32_t*, int, int) {}
void decode(const std::uint32_t*, const std::uint32_t*, std::uint32_t*, int) {}
void pack(const std::uint32_t*, std::uint32_t, std::uint32_t*, std::uint32_t*, int) {}
