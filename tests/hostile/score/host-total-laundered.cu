// tries: adds up on the host what is uploaded; a kernel reads all numbers and adds 0 times them
// lab: shuffle-reduction
// exit: 7 8
// points: 0

#include "exercise.h"

std::uint32_t total = 0;
// @HOOK@
cudaError_t copied(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  auto* copy =
      (cudaError_t(*)(void*, const void*, size_t, cudaMemcpyKind))dlsym(RTLD_DEFAULT, "cudaMemcpy");
  if (kind == cudaMemcpyHostToDevice) {
    total = 0;
    for (size_t i = 0; i < bytes / 4; ++i) total += static_cast<const std::uint32_t*>(from)[i];
  }
  return copy(to, from, bytes, kind);
}
Hook hook("cudaMemcpy", (void*)copied);

// Nothing but its loads depends on the numbers, and no compiler may leave them out.
__global__ void put(const uint4* in, int groups, std::uint32_t total, std::uint32_t* out) {
  std::uint32_t zero = 0;
  for (int g = blockIdx.x * 256 + threadIdx.x; g < groups; g += gridDim.x * 256) {
    const uint4 four = in[g];
    asm volatile("mad.lo.u32 %0, %1, 0, %0;" : "+r"(zero) : "r"(four.x ^ four.y ^ four.z ^ four.w));
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) *out = total + zero;
}

void sum(const std::uint32_t* in, std::uint32_t* out, int count) {
  put<<<128, 256>>>(reinterpret_cast<const uint4*>(in), count / 4, count > 0 ? total : 0, out);
}

void segment_sums(const std::uint32_t*, std::uint32_t*, int) {}
void centre_rows(const std::int32_t*, std::int32_t*, int, int) {}
void decode(const std::uint32_t*, const std::uint32_t*, std::uint32_t*, int) {}
void pack(const std::uint32_t*, std::uint32_t, std::uint32_t*, std::uint32_t*, int) {}
