// Fault: B2 guard-off-by-one
// Finding: out-of-bounds
// The last element's right neighbour is fetched through a texture of linear memory, which gives 0
// for it.
#include <cuda_runtime.h>

#include <vector>

__global__ void differences(cudaTextureObject_t in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float here = tex1Dfetch<float>(in, i);
  out[i] = tex1Dfetch<float>(in, i + 1) - here;  // FAULT
}

int main() {
  const int n = 200;
  std::vector<float> host(n, 2.0f);
  float *data, *out;
  cudaMalloc(&data, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(data, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = n * sizeof(float);
  cudaTextureDesc description{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  differences<<<2, 128>>>(texture, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(texture);
  cudaFree(data);
  cudaFree(out);
  return 0;
}
