// Fault: D4 misaligned-base
// Finding: misaligned-row
// An image of one byte per point has rows of 1,080 bytes: three of four begin in the middle of a
// sector, and no other line of the kernel has as many requests.
#include <cuda_runtime.h>

#include <vector>

__global__ void histogram(const unsigned char* image, unsigned* counts, int width, int height) {
  __shared__ unsigned own[256];
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = thread; i < 256; i += blockDim.x * blockDim.y) own[i] = 0;
  __syncthreads();
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += blockDim.x * gridDim.x) {
    for (int row = y; row < height; row += blockDim.y * gridDim.y) {
      unsigned char value = image[row * width + x];  // FAULT
      atomicAdd(&own[value], 1);
    }
  }
  __syncthreads();
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  for (int i = thread; i < 256; i += blockDim.x * blockDim.y) counts[block * 256 + i] = own[i];
}

int main() {
  const int width = 1080, height = 256, blocks = 4 * 4;
  std::vector<unsigned char> host(width * height);
  for (int i = 0; i < width * height; ++i) host[i] = (i * 97) % 256;
  unsigned char* image;
  unsigned* counts;
  cudaMalloc(&image, host.size());
  cudaMalloc(&counts, blocks * 256 * sizeof(unsigned));
  cudaMemcpy(image, host.data(), host.size(), cudaMemcpyHostToDevice);
  histogram<<<dim3(4, 4), dim3(32, 8)>>>(image, counts, width, height);
  std::vector<unsigned> result(blocks * 256);
  cudaMemcpy(result.data(), counts, result.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(image);
  cudaFree(counts);
  unsigned sum = 0;
  for (const unsigned count : result) sum += count;
  return sum == static_cast<unsigned>(width) * height ? 0 : 1;
}
