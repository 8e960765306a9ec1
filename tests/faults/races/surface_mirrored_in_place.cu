// Fault: C2 missing-barrier-before-overwrite
// Finding: missing-trailing-barrier or missing-barrier
// Each thread of a block takes the pixel of the mirrored column and overwrites its own, which
// another warp still reads.
#include <cuda_runtime.h>

#include <vector>

template <typename T>
__device__ void mirror(cudaSurfaceObject_t picture, int column, int row, int width) {
  const int bytes = static_cast<int>(sizeof(T));
  T other = surf2Dread<T>(picture, (width - 1 - column) * bytes, row);  // FAULT
  surf2Dwrite(other, picture, column * bytes, row);                     // FAULT
}

__global__ void mirror_rows(cudaSurfaceObject_t picture, int width, int height) {
  for (int row = 0; row < height; ++row) mirror<uchar4>(picture, threadIdx.x, row, width);
}

int main() {
  const int width = 128, height = 2;
  std::vector<uchar4> host(width * height);
  for (int i = 0; i < width * height; ++i) host[i].x = static_cast<unsigned char>(i);
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore);
  const size_t row = width * sizeof(uchar4);
  cudaMemcpy2DToArray(array, 0, 0, host.data(), row, row, height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  mirror_rows<<<1, width>>>(surface, width, height);
  cudaMemcpy2DFromArray(host.data(), row, array, 0, 0, row, height, cudaMemcpyDeviceToHost);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  return 0;
}
