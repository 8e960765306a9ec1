// Fault: A6 memcpy-wrong-bytes
// Finding: out-of-bounds says "one number more"
// Lists behind one another: there is a begin for each of them, and no end of the last one.
#include <cuda_runtime.h>

#include <vector>

__global__ void longest(const int* begins, const int* values, int* out, int lists) {
  const int list = blockIdx.x * blockDim.x + threadIdx.x;
  if (list >= lists) return;
  int most = 0;
  for (int at = begins[list]; at < begins[list + 1]; ++at) most = max(most, values[at]);  // FAULT
  out[list] = most;
}

int main() {
  const int lists = 70, each = 2;
  std::vector<int> begins(lists), values(lists * each, 4), out(lists);
  for (int i = 0; i < lists; ++i) begins[i] = i * each;
  int *d_begins, *d_values, *d_out;
  cudaMalloc(&d_begins, lists * sizeof(int));
  cudaMalloc(&d_values, values.size() * sizeof(int));
  cudaMalloc(&d_out, lists * sizeof(int));
  cudaMemcpy(d_begins, begins.data(), lists * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_values, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
  longest<<<3, 32>>>(d_begins, d_values, d_out, lists);
  cudaMemcpy(out.data(), d_out, lists * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_begins);
  cudaFree(d_values);
  cudaFree(d_out);
  return 0;
}
