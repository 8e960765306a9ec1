// Fault: B2 guard-off-by-one
// Finding: out-of-bounds says "middle of a range"
// A search takes the number of elements for the last one, and comes to it for large values.
#include <cuda_runtime.h>

#include <vector>

__device__ int last_not_above(const int* sorted, int count, int wanted) {
  int from = 0, to = count;
  while (from < to) {
    const int middle = (from + to + 1) / 2;
    if (sorted[middle] <= wanted) {  // FAULT
      from = middle;
    } else {
      to = middle - 1;
    }
  }
  return from;
}

__global__ void places(const int* sorted, int count, const int* wanted, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = last_not_above(sorted, count, wanted[i]);
}

int main() {
  const int count = 40, n = 200;
  std::vector<int> sorted(count), wanted(n), out(n);
  for (int i = 0; i < count; ++i) sorted[i] = 3 * i;
  for (int i = 0; i < n; ++i) wanted[i] = i;
  int *d_sorted, *d_wanted, *d_out;
  cudaMalloc(&d_sorted, count * sizeof(int));
  cudaMalloc(&d_wanted, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_sorted, sorted.data(), count * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_wanted, wanted.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  places<<<4, 64>>>(d_sorted, count, d_wanted, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_sorted);
  cudaFree(d_wanted);
  cudaFree(d_out);
  return 0;
}
