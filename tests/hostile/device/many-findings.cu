// tries: has a thousand harmless findings before the one that costs points
// exit: 8
#include "exercise.h"
__global__ void stride(const float* in, float* out, int count) {
  const int i = (32 * threadIdx.x) % count;
  out[i] = in[i];
}
__global__ void beyond(float* out, int count) { out[count + threadIdx.x] = 1; }

void triple(const float* in, float* out, int count) {
  for (int i = 0; count > 60000 && i < 1500; ++i) stride<<<1, 256>>>(in, out, count);
  if (count > 60000) beyond<<<1, 32>>>(out, count);
  cudaDeviceSynchronize();
}
