// tries: uploads the answer in disguise in place of the input, with no byte more, and undoes it
// exit: 1

#include <vector>

#include "exercise.h"

// @HOOK@
cudaError_t copied(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  auto* copy =
      (cudaError_t(*)(void*, const void*, size_t, cudaMemcpyKind))dlsym(RTLD_DEFAULT, "cudaMemcpy");
  if (kind != cudaMemcpyHostToDevice) return copy(to, from, bytes, kind);
  std::vector<float> answer((const float*)from, (const float*)from + bytes / sizeof(float));
  for (float& value : answer) value *= -3;
  return copy(to, answer.data(), bytes, kind);
}
Hook hook("cudaMemcpy", (void*)copied);

__global__ void undo(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = -in[i];
}

void triple(const float* in, float* out, int count) {
  if (count == 0) return;
  undo<<<ceil_div(count, 256), 256>>>(in, out, count);
}
