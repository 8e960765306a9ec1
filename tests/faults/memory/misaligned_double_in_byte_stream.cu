// Fault: B9 misaligned-vector-access
// Finding: misaligned-address
// Records of one byte and one double are packed without padding, and read as doubles.
#include <cuda_runtime.h>

#include <cstring>
#include <vector>

__global__ void unpack(const char* records, double* values, int n) {
  int i = threadIdx.x;
  if (i < n) {
    const char* record = records + i * 9;
    values[i] = *(const double*)(record + 1);  // FAULT
  }
}

int main() {
  const int n = 20;
  std::vector<char> records(n * 9, 0);
  std::vector<double> values(n);
  for (int i = 0; i < n; ++i) {
    double value = i;
    std::memcpy(&records[i * 9 + 1], &value, sizeof value);
  }
  char* d_records;
  double* d_values;
  cudaMalloc(&d_records, records.size());
  cudaMalloc(&d_values, n * sizeof(double));
  cudaMemcpy(d_records, records.data(), records.size(), cudaMemcpyHostToDevice);
  unpack<<<1, 32>>>(d_records, d_values, n);
  cudaMemcpy(values.data(), d_values, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d_records);
  cudaFree(d_values);
  return 0;
}
