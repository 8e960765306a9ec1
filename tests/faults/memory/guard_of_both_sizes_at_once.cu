// Fault: B1 missing-bounds-guard
// Finding: missing-bounds-guard says "beyond one of the sizes"
// Only threads that are beyond the width and the height return.
#include <cuda_runtime.h>

__global__ void negative(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width && y >= height) return;  // FAULT
  const int i = y * width + x;
  out[i] = 255 - in[i];
}

int main() {
  constexpr int kWidth = 100, kHeight = 61;
  unsigned char *in, *out;
  cudaMalloc(&in, kWidth * kHeight);
  cudaMalloc(&out, kWidth * kHeight);
  cudaMemset(in, 3, kWidth * kHeight);
  negative<<<dim3((kWidth + 31) / 32, (kHeight + 7) / 8), dim3(32, 8)>>>(in, out, kWidth, kHeight);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;
}
