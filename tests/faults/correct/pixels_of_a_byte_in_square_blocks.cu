// Correct: blocks of 16 x 16 threads on pixels of one byte; half a sector for each row is the
// block's shape, and no array begins anywhere but at a sector
#include <cuda_runtime.h>

#include <vector>

__global__ void invert(unsigned char* pixels, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) pixels[y * width + x] = 255 - pixels[y * width + x];
}

int main() {
  const int width = 128, height = 100;
  std::vector<unsigned char> image(width * height, 7);
  unsigned char* pixels;
  cudaMalloc(&pixels, image.size());
  cudaMemcpy(pixels, image.data(), image.size(), cudaMemcpyHostToDevice);
  invert<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(pixels, width, height);
  cudaMemcpy(image.data(), pixels, image.size(), cudaMemcpyDeviceToHost);
  cudaFree(pixels);
  return image[99 * width] != 248;
}
