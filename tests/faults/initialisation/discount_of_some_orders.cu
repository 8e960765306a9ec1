// Fault: D1 uninitialised-local
// Finding: uninitialised-local says "nothing has given a value"
// Orders from 100 on get a discount, which only those from 200 on look up.
#include <cuda_runtime.h>

__global__ void prices(const int* orders, const int* table, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int order = orders[i];
  int discount;
  if (order >= 200) discount = table[order % 8];
  out[i] = order + (order >= 100 ? discount : 0);  // FAULT
}

int main() {
  const int n = 256;
  int host[n], table[8], *orders, *discounts, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  for (int i = 0; i < 8; ++i) table[i] = -i;
  cudaMalloc(&orders, sizeof host);
  cudaMalloc(&discounts, sizeof table);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(orders, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(discounts, table, sizeof table, cudaMemcpyHostToDevice);
  prices<<<2, 128>>>(orders, discounts, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(orders);
  cudaFree(discounts);
  cudaFree(out);
  return 0;
}
