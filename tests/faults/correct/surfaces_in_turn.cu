// Correct: neighbours are read from one surface and written to another, and in place only a
// thread's own element
#include <cuda_runtime.h>

#include <utility>
#include <vector>

__global__ void smooth(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int bytes = static_cast<int>(sizeof(int));
  int sum = surf2Dread<int>(from, x * bytes, y);
  sum += surf2Dread<int>(from, (x - 1) * bytes, y, cudaBoundaryModeZero);
  sum += surf2Dread<int>(from, x * bytes, y + 1, cudaBoundaryModeClamp);
  surf2Dwrite(sum, to, x * bytes, y);
}

__global__ void add_one(cudaSurfaceObject_t picture, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int value = surf2Dread<int>(picture, x * static_cast<int>(sizeof(int)), y);
  surf2Dwrite(value + 1, picture, x * static_cast<int>(sizeof(int)), y);
}

int main() {
  const int width = 40, height = 20;
  std::vector<int> host(width * height, 1);
  cudaArray_t arrays[2];
  cudaSurfaceObject_t surfaces[2];
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  const size_t row = width * sizeof(int);
  for (int k = 0; k < 2; ++k) {
    cudaMallocArray(&arrays[k], &format, width, height, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(arrays[k], 0, 0, host.data(), row, row, height, cudaMemcpyHostToDevice);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = arrays[k];
    cudaCreateSurfaceObject(&surfaces[k], &resource);
  }
  const dim3 grid(2, 2), block(32, 10);
  for (int step = 0; step < 2; ++step) {
    smooth<<<grid, block>>>(surfaces[step % 2], surfaces[1 - step % 2], width, height);
    add_one<<<grid, block>>>(surfaces[1 - step % 2], width, height);
  }
  cudaMemcpy2DFromArray(host.data(), row, arrays[0], 0, 0, row, height, cudaMemcpyDeviceToHost);
  for (int k = 0; k < 2; ++k) {
    cudaDestroySurfaceObject(surfaces[k]);
    cudaFreeArray(arrays[k]);
  }
  return host[5 * width + 5] == 13 && host[0] == 7 ? 0 : 1;
}
