// Fault: A6 memcpy-wrong-bytes
// Finding: out-of-bounds
// The size of a texture's memory is given in elements, where it wants bytes: it has a quarter of
// them.
#include <cuda_runtime.h>

#include <vector>

template <typename T>
__global__ void scale(cudaTextureObject_t in, T* out, T factor, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = factor * tex1Dfetch<T>(in, i);  // FAULT
  }
}

int main() {
  const int n = 512;
  std::vector<int> host(n, 3);
  int *data, *out;
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(data, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = n;
  cudaTextureDesc description{};
  description.addressMode[0] = cudaAddressModeClamp;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  scale<<<2, 64>>>(texture, out, 2, n);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(texture);
  cudaFree(data);
  cudaFree(out);
  return 0;
}
