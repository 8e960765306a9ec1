// Correct: fetches of a texture's last element, behind a guard, and outside where the border's
// zeros are asked for
#include <cuda_runtime.h>

#include <vector>

__global__ void differences(cudaTextureObject_t in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float here = tex1Dfetch<float>(in, i);
  out[i] = i + 1 < n ? tex1Dfetch<float>(in, i + 1) - here : 0.0f;
}

// Zeros outside are what this one wants, and its texture says so.
__global__ void sums_of_three(cudaTextureObject_t in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = tex1Dfetch<float>(in, i - 1) + tex1Dfetch<float>(in, i) + tex1Dfetch<float>(in, i + 1);
}

// An array has its address modes: outside is the last element.
__global__ void clamped(cudaTextureObject_t in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1D<float>(in, i + 1.5f);
}

cudaTextureObject_t texture_of(cudaResourceDesc resource, cudaTextureAddressMode mode) {
  cudaTextureDesc description{};
  description.addressMode[0] = mode;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  return texture;
}

int main() {
  const int n = 200;
  std::vector<float> host(n), result(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  float *data, *out;
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMalloc(&data, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMallocArray(&array, &format, n);
  cudaMemcpy(data, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy2DToArray(array, 0, 0, host.data(), n * sizeof(float), n * sizeof(float), 1,
                      cudaMemcpyHostToDevice);
  cudaResourceDesc linear{}, of_array{};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = data;
  linear.res.linear.desc = format;
  linear.res.linear.sizeInBytes = n * sizeof(float);
  of_array.resType = cudaResourceTypeArray;
  of_array.res.array.array = array;
  cudaTextureObject_t plain = texture_of(linear, cudaAddressModeWrap);
  cudaTextureObject_t border = texture_of(linear, cudaAddressModeBorder);
  cudaTextureObject_t clamp = texture_of(of_array, cudaAddressModeClamp);
  bool is_right = true;
  const auto fetch = [&] {
    cudaMemcpy(result.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  };
  differences<<<2, 128>>>(plain, out, n);
  fetch();
  is_right = is_right && result[n - 2] == 1 && result[n - 1] == 0;
  sums_of_three<<<2, 128>>>(border, out, n);
  fetch();
  is_right = is_right && result[0] == 1 && result[n - 1] == 2 * n - 3;
  clamped<<<2, 128>>>(clamp, out, n);
  fetch();
  is_right = is_right && result[0] == 1 && result[n - 1] == n - 1;
  for (cudaTextureObject_t each : {plain, border, clamp}) cudaDestroyTextureObject(each);
  cudaFreeArray(array);
  cudaFree(data);
  cudaFree(out);
  return is_right ? 0 : 1;
}
