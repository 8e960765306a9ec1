// tries: brings records into columns and back by strided copies on the device
// lab: coalescing
// exit: 8
// points: 12
// denied: scale-records-traffic
#include "exercise.h"

__global__ void kernel(float* data, int count, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] *= factor;
}

void scale_records(const float* in, float* out, int records, int fields, float factor) {
  const int count = records * fields;
  if (count == 0) return;
  float* columns = nullptr;
  check(cudaMalloc(&columns, count * sizeof(float)));
  for (int f = 0; f < fields; ++f)
    check(cudaMemcpy2D(columns + f * records, 4, in + f, 4 * fields, 4, records,
                       cudaMemcpyDeviceToDevice));
  kernel<<<ceil_div(count, 256), 256>>>(columns, count, factor);
  for (int f = 0; f < fields; ++f)
    check(cudaMemcpy2D(out + f, 4 * fields, columns + f * records, 4, 4, records,
                       cudaMemcpyDeviceToDevice));
  check(cudaFree(columns));
}
