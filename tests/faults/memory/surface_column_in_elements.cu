// Fault: B5 wrong-leading-dimension
// Finding: out-of-bounds
// The column of a surface is given in elements, where it wants bytes.
#include <cuda_runtime.h>

__global__ void paint(cudaSurfaceObject_t surface, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) surf2Dwrite((float)x, surface, x, y);  // FAULT
}

int main() {
  const int width = 64, height = 32;
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  paint<<<dim3(2, 2), dim3(32, 16)>>>(surface, width, height);
  cudaDeviceSynchronize();
  return 0;
}
