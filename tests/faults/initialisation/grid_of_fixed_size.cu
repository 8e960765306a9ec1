// Fault: A14 grid-too-small
// Finding: grid-too-small or uninitialised-copy
// A grid of 5 x 4 blocks that was right for another picture.
#include <cuda_runtime.h>

#include <vector>

__global__ void invert(const unsigned char* in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = 255 - in[y * width + x];
}

int main() {
  const int width = 48, height = 32;
  std::vector<unsigned char> image(width * height, 10);
  unsigned char *in, *out;
  cudaMalloc(&in, image.size());
  cudaMalloc(&out, image.size());
  cudaMemcpy(in, image.data(), image.size(), cudaMemcpyHostToDevice);
  invert<<<dim3(5, 4), dim3(8, 8)>>>(in, out, width, height);           // FAULT
  cudaMemcpy(image.data(), out, image.size(), cudaMemcpyDeviceToHost);  // FAULT
  cudaFree(in);
  cudaFree(out);
  return 0;
}
