// tries: hands the answer to kernels by their parameters, 4,000 bytes at a time
// exit: 1

#include <cstring>
#include <vector>

#include "exercise.h"

std::vector<float> seen;
// @HOOK@
cudaError_t copied(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  auto* copy =
      (cudaError_t(*)(void*, const void*, size_t, cudaMemcpyKind))dlsym(RTLD_DEFAULT, "cudaMemcpy");
  if (kind == cudaMemcpyHostToDevice && seen.empty())
    seen.assign((const float*)from, (const float*)from + bytes / sizeof(float));
  return copy(to, from, bytes, kind);
}
Hook hook("cudaMemcpy", (void*)copied);

__device__ float sink[1 << 16];
__global__ void dummy(const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sink[i] = in[i];
}

struct Part {
  float values[1000];
};
__global__ void put(Part part, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = part.values[i];
}

void triple(const float* in, float* out, int count) {
  if (count == 0) return;
  for (int first = 0; first < count; first += 1000) {
    const int some = count - first < 1000 ? count - first : 1000;
    Part part{};
    for (int i = 0; i < some; ++i) part.values[i] = 3 * seen[first + i];
    put<<<4, 256>>>(part, out + first, some);
  }
  seen.clear();
  dummy<<<ceil_div(count, 256), 256>>>(in, count);
}
