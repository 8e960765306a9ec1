// Fault: D1 uncoalesced-load
// Finding: uncoalesced-load and uncoalesced-store says "8 threads wide"
// Blocks of 8 x 8 threads: each row of a block is half a sector.
#include <cuda_runtime.h>

#include <vector>

__global__ void gain(const short* in, short* out, int width, int height, int factor) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = in[y * width + x] * factor;  // FAULT
}

int main() {
  const int width = 256, height = 96;
  std::vector<short> image(width * height, 7);
  short *in, *out;
  cudaMalloc(&in, image.size() * sizeof(short));
  cudaMalloc(&out, image.size() * sizeof(short));
  cudaMemcpy(in, image.data(), image.size() * sizeof(short), cudaMemcpyHostToDevice);
  gain<<<dim3(width / 8, height / 8), dim3(8, 8)>>>(in, out, width, height, 3);
  cudaMemcpy(image.data(), out, image.size() * sizeof(short), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
