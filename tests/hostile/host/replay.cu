// tries: answers a question with the answer of another one
// exit: 4
// says: no answer
// points: 100
#include <unistd.h>

#include <fstream>

#include "exercise.h"

__global__ void kernel(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 3 * in[i];
}
void right(const float* in, float* out, int count) {
  if (count > 0) kernel<<<ceil_div(count, 256), 256>>>(in, out, count);
}

void triple(const float* in, float* out, int count) {
  right(in, out, count);
  std::ifstream("/proc/self/maps");
  static char kept[4096];
  static bool has = false;
  if (has) (void)!write(5, kept, sizeof kept);
  has = true;
  kept[0] = 1;
}
