// Fault: C15 missing-threadfence
// Finding: race-between-blocks or missing-fence
// Block 0 fills a row and raises a flag, both volatile; block 1 waits for the flag and takes the
// row.
#include <cuda_runtime.h>

struct Mailbox {
  int row[64];
  int ready;
};

__device__ volatile Mailbox box;

__device__ void post(int value) {
  box.row[threadIdx.x] = value;  // FAULT
  __syncthreads();
  if (threadIdx.x == 0) box.ready = 1;
}

__global__ void hand_over(int* out) {
  if (blockIdx.x == 0) {
    post(3 * threadIdx.x);
    return;
  }
  if (threadIdx.x == 0) {
    while (box.ready == 0) {
    }
  }
  __syncthreads();
  out[threadIdx.x] = box.row[63 - threadIdx.x] + 1;  // FAULT
}

int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof(host));
  hand_over<<<2, 64>>>(out);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return 0;
}
