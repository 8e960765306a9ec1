// Fault: B2 guard-missing
// Finding: guard-inverted
// The guard lets only those threads pass that have no pixel.
#include <cuda_runtime.h>

#include <vector>

__global__ void invert(unsigned char* pixels, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {  // FAULT
    pixels[y * width + x] = 255 - pixels[y * width + x];
  }
}

int main() {
  const int width = 100, height = 37;
  std::vector<unsigned char> image(width * height, 7);
  unsigned char* pixels;
  cudaMalloc(&pixels, image.size());
  cudaMemcpy(pixels, image.data(), image.size(), cudaMemcpyHostToDevice);
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  invert<<<grid, block>>>(pixels, width, height);
  cudaMemcpy(image.data(), pixels, image.size(), cudaMemcpyDeviceToHost);
  cudaFree(pixels);
  return 0;
}
