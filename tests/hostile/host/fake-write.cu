// tries: changes what the driver writes
// exit: 4
// says: no answer
#include <unistd.h>

#include "exercise.h"

__global__ void kernel(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 3 * in[i];
}
void right(const float* in, float* out, int count) {
  if (count > 0) kernel<<<ceil_div(count, 256), 256>>>(in, out, count);
}
// @HOOK@
ssize_t written_by_us(int fd, const void* bytes, size_t count) {
  auto* real = (ssize_t(*)(int, const void*, size_t))dlsym(RTLD_DEFAULT, "write");
  static char other[1 << 20];
  return fd == 5 ? real(fd, other, count < sizeof other ? count : sizeof other)
                 : real(fd, bytes, count);
}
Hook hook("write", (void*)written_by_us);

void triple(const float* in, float* out, int count) { right(in, out, count); }
