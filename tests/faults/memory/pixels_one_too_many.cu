// Fault: B2 guard-off-by-one
// Finding: guard-off-by-one
// An image as one row of pixels; threads behind its last pixel return, in a block of lines, and one
// of them does not.
#include <cuda_runtime.h>

__global__ void invert(unsigned char* image, int width, int height) {
  int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel > width * height) {
    return;
  }
  image[pixel] = 255 - image[pixel];  // FAULT
}

int main() {
  const int width = 50, height = 30;
  unsigned char* image;
  cudaMalloc(&image, width * height);
  cudaMemset(image, 0, width * height);
  invert<<<(width * height + 127) / 128, 128>>>(image, width, height);
  cudaDeviceSynchronize();
  cudaFree(image);
  return 0;
}
