// tries: the same, but a kernel takes the answer from memory that host and device share
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

__global__ void carry(const float* from, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = from[i];
}

void triple(const float* in, float* out, int count) {
  if (count == 0) return;
  float* shared = nullptr;
  cudaHostAlloc(&shared, count * sizeof(float), cudaHostAllocMapped);
  for (int i = 0; i < count; ++i) shared[i] = 3 * seen[i];
  seen.clear();
  carry<<<ceil_div(count, 256), 256>>>(shared, out, count);
  cudaDeviceSynchronize();
  cudaFreeHost(shared);
}
