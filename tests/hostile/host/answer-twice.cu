// tries: writes another answer behind its own
// exit: 4
// points: 25
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
  // When its own answer has been read is known for certain at the next call only.
  static bool has_answered = false;
  if (has_answered) {
    char more[512] = {1};
    (void)!write(5, more, sizeof more);
  }
  has_answered = true;
  right(in, out, count);
}
