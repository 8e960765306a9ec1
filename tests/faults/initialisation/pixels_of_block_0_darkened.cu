// Fault: B11 local-for-global-index
// Finding: uninitialised-copy says "Every block writes to the elements of block 0"
// Row and column are those in the block, not those in the image.
#include <cuda_runtime.h>

#include <vector>

__global__ void darken(const unsigned* in, unsigned* out, int width, int height) {
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[y * width + x] / 2;
}

int main() {
  const int width = 128, height = 64;
  std::vector<unsigned> image(width * height, 9);
  unsigned *in, *out;
  cudaMalloc(&in, image.size() * sizeof(unsigned));
  cudaMalloc(&out, image.size() * sizeof(unsigned));
  cudaMemcpy(in, image.data(), image.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
  const dim3 block(32, 8), grid(width / 32, height / 8);
  darken<<<grid, block>>>(in, out, width, height);
  cudaMemcpy(image.data(), out, image.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);  // FAULT
  cudaFree(in);
  cudaFree(out);
  return 0;
}
