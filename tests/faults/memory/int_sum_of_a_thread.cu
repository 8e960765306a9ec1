// Fault: B10 index-overflow-int32
// Finding: sum-overflow says "long long"
// Each thread adds up 4,096 fares of about 1,000,000 each in an int: it ends at 2,147,483,647.
#include <cuda_runtime.h>

#include <vector>

__global__ void fares_of_day(const int* fares, int count, long long* days) {
  const int day = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += fares[i * gridDim.x * blockDim.x + day];  // FAULT
  }
  days[day] = sum;
}

int main() {
  const int days = 64, count = 4096;
  std::vector<int> fares(days * count);
  for (int i = 0; i < days * count; ++i) fares[i] = 1000000 + i % 1000;
  std::vector<long long> sums(days);
  int* d_fares;
  long long* d_days;
  cudaMalloc(&d_fares, fares.size() * sizeof(int));
  cudaMalloc(&d_days, days * sizeof(long long));
  cudaMemcpy(d_fares, fares.data(), fares.size() * sizeof(int), cudaMemcpyHostToDevice);
  fares_of_day<<<2, days / 2>>>(d_fares, count, d_days);
  cudaMemcpy(sums.data(), d_days, days * sizeof(long long), cudaMemcpyDeviceToHost);
  cudaFree(d_fares);
  cudaFree(d_days);
  return 0;
}
