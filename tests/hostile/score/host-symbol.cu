// tries: uploads the answer into a device variable
// exit: 1

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

__device__ float answer[1 << 16];
__global__ void take(float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = answer[i];
}

void triple(const float* in, float* out, int count) {
  if (count == 0) return;
  for (float& value : seen) value *= 3;
  cudaMemcpyToSymbol(answer, seen.data(), count * sizeof(float));
  seen.clear();
  take<<<ceil_div(count, 256), 256>>>(out, count);
}
