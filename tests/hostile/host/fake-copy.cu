// tries: has the driver copy from the host what it computed there
// exit: 1
#include <dlfcn.h>

#include <cstring>
#include <vector>

#include "exercise.h"
std::vector<float> kept;
void right_copy(float* to, const float* from, int count) {
  auto* copy =
      (cudaError_t(*)(void*, const void*, size_t, cudaMemcpyKind))dlsym(RTLD_DEFAULT, "cudaMemcpy");
  copy(to, from, count * sizeof(float), cudaMemcpyDeviceToHost);
}
// @HOOK@
cudaError_t copied(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  auto* copy =
      (cudaError_t(*)(void*, const void*, size_t, cudaMemcpyKind))dlsym(RTLD_DEFAULT, "cudaMemcpy");
  if (kind == cudaMemcpyDeviceToHost && !kept.empty()) {
    memcpy(to, kept.data(), bytes);
    kept.clear();
    return cudaSuccess;
  }
  return copy(to, from, bytes, kind);
}
Hook hook("cudaMemcpy", (void*)copied);

void triple(const float* in, float* out, int count) {
  std::vector<float> values(count);
  right_copy(values.data(), in, count);
  for (float& value : values) value *= 3;
  kept = values;
}
