#undef NDEBUG
#include <cassert>
#include <cstdio>

__global__ void print(const float* values, int n) {
  assert(n > 0);
  const int i = threadIdx.x;
  printf("thread %d of %d has %f\n", i, n, values[i]);
  if (i == 0) printf("done\n");
  int* memory = static_cast<int*>(malloc(64));
  memory[i] = n;
  free(memory);
}
