// Fault: C15 missing-threadfence
// Finding: race-between-blocks or missing-fence
// Block 0 writes data and raises a flag; the later blocks look at the flag and take the data.
#include <cuda_runtime.h>

__device__ int payload[32];
__device__ volatile int ready;

__global__ void hand_over(int* out) {
  if (blockIdx.x == 0) {
    payload[threadIdx.x] = 7 * threadIdx.x;  // FAULT
    __syncthreads();
    if (threadIdx.x == 0) ready = 1;
  } else {
    if (ready != 0) {
      out[threadIdx.x] = payload[threadIdx.x];  // FAULT
    }
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(out, 0, 32 * sizeof(int));
  hand_over<<<2, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
