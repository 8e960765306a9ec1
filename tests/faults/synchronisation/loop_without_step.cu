// Fault: C29 kernel-hang
// Finding: endless-loop or instruction-budget
// A while loop over the elements of a thread that forgets to go on.
#include <cuda_runtime.h>

__global__ void find(const int* data, int n, int wanted, int* place) {
  int i = threadIdx.x;
  while (i < n) {
    if (data[i] == wanted) {  // FAULT
      *place = i;
      break;
    }
    if (wanted < 0) i += blockDim.x;
  }
}

int main() {
  int *data, *place;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&place, sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  cudaMemset(place, 0, sizeof(int));
  find<<<1, 32>>>(data, 64, 7, place);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(place);
  return 0;
}
