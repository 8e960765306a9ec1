// Fault: C16 race-between-blocks
// Finding: race-between-blocks
// A picture is smoothed in place: a block's row is read by the block of the next row, before or
// after it is written.
#include <cuda_runtime.h>

#include <vector>

__global__ void smooth(cudaSurfaceObject_t picture, int height) {
  int x = threadIdx.x * static_cast<int>(sizeof(float)), y = blockIdx.x;
  float here = surf2Dread<float>(picture, x, y);
  float above = y > 0 ? surf2Dread<float>(picture, x, y - 1) : here;  // FAULT
  surf2Dwrite(0.5f * (here + above), picture, x, y);                  // FAULT
}

int main() {
  const int width = 32, height = 6;
  std::vector<float> host(width * height, 1.0f);
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore);
  const size_t row = width * sizeof(float);
  cudaMemcpy2DToArray(array, 0, 0, host.data(), row, row, height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  smooth<<<height, width>>>(surface, height);
  cudaMemcpy2DFromArray(host.data(), row, array, 0, 0, row, height, cudaMemcpyDeviceToHost);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  return 0;
}
