// Fault: B1 missing-bounds-guard
// Finding: out-of-bounds
// The columns of a sparse matrix count from 1; the vector is fetched through a texture with the
// default address mode.
#include <cuda_runtime.h>

#include <vector>

__device__ double element(cudaTextureObject_t vector, int column) {
  int2 halves = tex1Dfetch<int2>(vector, column);  // FAULT
  return __hiloint2double(halves.y, halves.x);
}

__global__ void multiply(const int* begin, const int* columns, const double* values,
                         cudaTextureObject_t vector, double* out, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  double sum = 0;
  for (int k = begin[row]; k < begin[row + 1]; ++k) sum += values[k] * element(vector, columns[k]);
  out[row] = sum;
}

template <typename T>
T* upload(const std::vector<T>& host) {
  T* device;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

int main() {
  const int rows = 40;
  std::vector<int> begin(rows + 1), columns(rows);
  std::vector<double> ones(rows, 1.0), result(rows);
  for (int i = 0; i < rows; ++i) begin[i + 1] = columns[i] = i + 1;
  int *d_begin = upload(begin), *d_columns = upload(columns);
  double *d_values = upload(ones), *d_vector = upload(ones), *out = upload(result);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = d_vector;
  resource.res.linear.desc = cudaCreateChannelDesc<int2>();
  resource.res.linear.sizeInBytes = rows * sizeof(double);
  cudaTextureDesc description{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  multiply<<<1, 64>>>(d_begin, d_columns, d_values, texture, out, rows);
  cudaMemcpy(result.data(), out, rows * sizeof(double), cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(texture);
  cudaFree(d_begin);
  cudaFree(d_columns);
  cudaFree(d_values);
  cudaFree(d_vector);
  cudaFree(out);
  return 0;
}
