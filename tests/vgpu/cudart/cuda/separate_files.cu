// Device code in two files, compiled with -rdc=true and linked. The other is
// separate_files_other.cu.
#include <cstdio>

extern __device__ int table[4];
extern __constant__ int bias;
static __device__ int own = 1000;  // the other file has a variable of this name

__global__ void first(int* out) { out[threadIdx.x] = table[threadIdx.x] + bias + own; }
__global__ void second(int* out);  // in the other file

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 4 * sizeof(int));
  int values[4];
  first<<<1, 4>>>(out);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("first %d %d %d %d\n", values[0], values[1], values[2], values[3]);
  const int changed = 200;
  cudaMemcpyToSymbol(bias, &changed, sizeof changed);
  second<<<1, 4>>>(out);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("second %d %d %d %d\n", values[0], values[1], values[2], values[3]);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
