// tries: launches kernels to no end
// exit: 5
// says: still launching
#include "exercise.h"

__global__ void kernel(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 3 * in[i];
}
void right(const float* in, float* out, int count) {
  if (count > 0) kernel<<<ceil_div(count, 256), 256>>>(in, out, count);
}

void triple(const float* in, float* out, int count) {
  for (;;) kernel<<<1, 32>>>(in, out, 0);
  right(in, out, 0);
}
