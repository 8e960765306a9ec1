// tries: answers with NaN, which compares with nothing
// exit: 7
#include "exercise.h"
__global__ void nan_kernel(float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = nanf("");
}

void triple(const float* in, float* out, int count) {
  if (count > 0) nan_kernel<<<ceil_div(count, 256), 256>>>(out, count);
}
