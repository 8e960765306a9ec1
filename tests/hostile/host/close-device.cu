// tries: hangs up on the device after the first case
// exit: 4 8
// points: 100
#include <unistd.h>

#include "exercise.h"

__global__ void kernel(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 3 * in[i];
}
void right(const float* in, float* out, int count) {
  if (count > 0) kernel<<<ceil_div(count, 256), 256>>>(in, out, count);
}

void triple(const float* in, float* out, int count) {
  static int calls = 0;
  if (++calls == 2) close(3);
  right(in, out, count);
}
