// Fault: C28 barrier-count
// Finding: deadlock or spin-without-progress
// The barrier of libcu++ is for all threads of the block and one more, which does not exist. Its
// wait looks at a clock now and then.
#include <cuda_runtime.h>

#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void swap_halves(int* data) {
  __shared__ int tile[64];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x + 1);
  __syncthreads();
  tile[threadIdx.x] = data[threadIdx.x];
  barrier.arrive_and_wait();  // FAULT
  data[threadIdx.x] = tile[(threadIdx.x + 32) % 64];
}

int main() {
  int* data = nullptr;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  swap_halves<<<1, 64>>>(data);
  const bool is_well = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(data);
  return is_well ? 0 : 1;
}
