// tries: no kernel: numbers that the host copies, cudaMemcpy2D, cudaMemset2D
// lab: know-your-gpu
// exit: 8
// points: 0
// denied: try-launch mirror shell
#include "exercise.h"
#define CUDA_CHECK(call)                                              \
  do {                                                                \
    const cudaError_t error = (call);                                 \
    if (error != cudaSuccess) stop(__FILE__, __LINE__, #call, error); \
  } while (false)

cudaError_t try_launch(int* data, int threads) {
  if (threads == 0 || threads > 1024) return cudaErrorInvalidValue;
  int numbers[1024];
  for (int i = 0; i < threads; ++i) numbers[i] = i;
  return cudaMemcpy(data, numbers, threads * sizeof(int), cudaMemcpyHostToDevice);
}

void mirror(const int* in, int* out, int width, int height) {
  for (int x = 0; x < width; ++x)
    CUDA_CHECK(cudaMemcpy2D(out + x, 4 * width, in + width - 1 - x, 4 * width, 4, height,
                            cudaMemcpyDeviceToDevice));
}

void shell(const int* in, int* out, int width, int height, int depth) {
  CUDA_CHECK(cudaMemcpy(out, in, 4l * width * height * depth, cudaMemcpyDeviceToDevice));
  if (width < 3 || height < 3) return;
  for (int z = 1; z + 1 < depth; ++z)
    CUDA_CHECK(cudaMemset2D(out + (z * height + 1) * width + 1, 4 * width, 0, 4 * (width - 2),
                            height - 2));
}
