// tries: asks the device for what does not exist
// exit: 4 8
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
  unsigned header[8] = {16, 9999, 1, 0, 0, 0, 0, 0};
  (void)!write(3, header, sizeof header);
  right(in, out, count);
}
