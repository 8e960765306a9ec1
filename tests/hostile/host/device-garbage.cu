// tries: talks nonsense to the device
// exit: 4 8
#include <unistd.h>

#include <cstring>

#include "exercise.h"

__global__ void kernel(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 3 * in[i];
}
void right(const float* in, float* out, int count) {
  if (count > 0) kernel<<<ceil_div(count, 256), 256>>>(in, out, count);
}

void triple(const float* in, float* out, int count) {
  char garbage[65536];
  memset(garbage, 0xFF, sizeof garbage);
  (void)!write(3, garbage, sizeof garbage);
  right(in, out, count);
}
