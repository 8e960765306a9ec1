// Fault: A7 wrong-address-space
// Finding: wrong-address-space-pointer
// A structure is copied to the device; the array that it points to stays on the host.
#include <cuda_runtime.h>

#include <cstdlib>

struct Vector {
  int length;
  double* values;
};

__global__ void sum(const Vector* v, double* out) {
  double total = 0;
  for (int i = 0; i < v->length; ++i) total += v->values[i];  // FAULT
  *out = total;
}

int main() {
  Vector host{8, static_cast<double*>(std::calloc(8, sizeof(double)))};
  Vector* device;
  double *out, result;
  cudaMalloc(&device, sizeof(Vector));
  cudaMalloc(&out, sizeof(double));
  cudaMemcpy(device, &host, sizeof(Vector), cudaMemcpyHostToDevice);
  sum<<<1, 1>>>(device, out);
  cudaMemcpy(&result, out, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(device);
  cudaFree(out);
  std::free(host.values);
  return 0;
}
