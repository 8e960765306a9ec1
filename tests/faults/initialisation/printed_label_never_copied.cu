// Fault: C19 uninitialised-global
// Finding: uninitialised-global
// A kernel prints a label; the host has allocated it and never copied its text.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void report(const char* label, const int* values, int n) {
  int i = threadIdx.x;
  if (i < n && values[i] > 2) {
    printf("%s[%d] = %d\n", label, i, values[i]);  // FAULT
  }
}

int main() {
  const char* text = "count";
  const int host[4] = {1, 2, 3, 4};
  char* label;
  int* values;
  cudaMalloc(&label, std::strlen(text) + 1);
  cudaMalloc(&values, sizeof(host));
  cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
  report<<<1, 32>>>(label, values, 4);
  cudaDeviceSynchronize();
  cudaFree(label);
  cudaFree(values);
  return 0;
}
