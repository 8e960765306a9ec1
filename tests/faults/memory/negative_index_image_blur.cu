// Fault: B6 boundary-condition-wrong
// Finding: out-of-bounds
// A blur clamps the column of a neighbour and forgets to clamp its row at the top.
#include <cuda_runtime.h>

#include <vector>

__device__ int clamp(int value, int low, int high) { return min(max(value, low), high); }

__global__ void blur(const unsigned char* in, unsigned char* out, int width, int height) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x >= width) return;
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      int row = min(y + dy, height - 1);
      sum += in[row * width + clamp(x + dx, 0, width - 1)];  // FAULT
    }
  }
  out[y * width + x] = sum / 9;
}

int main() {
  const int width = 40, height = 12;
  std::vector<unsigned char> image(width * height, 100);
  unsigned char *in, *out;
  cudaMalloc(&in, image.size());
  cudaMalloc(&out, image.size());
  cudaMemcpy(in, image.data(), image.size(), cudaMemcpyHostToDevice);
  blur<<<height, 64>>>(in, out, width, height);
  cudaMemcpy(image.data(), out, image.size(), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
