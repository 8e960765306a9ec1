// Correct: loops that ask which lanes are active, and in which one of those that are goes on in
// each round, whichever they are: the lowest lane takes its turn and leaves; lanes take a lock in
// turn and vote with the mask that all of them got together, some in another round of a loop than
// the others; one lane of a group draws places for all.
#include <cuda_runtime.h>

__device__ int lock_word;

__device__ void add_locked(int* sum, int x) {
  const unsigned mask = __activemask();
  bool done = false;
  unsigned finished = 0;
  while (finished != mask) {
    if (!done && atomicCAS(&lock_word, 0, 1) == 0) {
      __threadfence();
      *sum += x;
      __threadfence();
      atomicExch(&lock_word, 0);
      done = true;
    }
    finished = __ballot_sync(mask, done);
  }
}

__global__ void in_two_rounds(const int* when, int* sum) {
  for (int round = 0; round < 2; ++round)
    if (when[threadIdx.x] <= round) add_locked(sum, 1);
}

__global__ void lowest_first(int* order, int* count) {
  const int lane = threadIdx.x;
  while (true) {
    if (lane == __ffs(__activemask()) - 1) {
      order[atomicAdd(count, 1)] = lane;
      break;
    }
  }
}

__global__ void places(const int* in, int n, int* out, int* count) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (in[i] % 3 != 0) continue;
    const unsigned mask = __activemask();
    const int lane = threadIdx.x % 32, leader = __ffs(mask) - 1;
    int first = 0;
    if (lane == leader) first = atomicAdd(count, __popc(mask));
    first = __shfl_sync(mask, first, leader);
    out[first + __popc(mask & ((1u << lane) - 1))] = in[i];
  }
}

int main() {
  const int n = 300;
  int in[n], when[8] = {0, 1, 0, 0, 0, 0, 0, 0};
  for (int i = 0; i < n; ++i) in[i] = i;
  int *d_in, *d_when, *d_out, *d_counts, counts[3];
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_when, sizeof when);
  cudaMalloc(&d_out, sizeof in);
  cudaMalloc(&d_counts, sizeof counts);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemcpy(d_when, when, sizeof when, cudaMemcpyHostToDevice);
  cudaMemset(d_counts, 0, sizeof counts);
  in_two_rounds<<<1, 8>>>(d_when, d_counts);
  lowest_first<<<1, 32>>>(d_out, d_counts + 1);
  places<<<1, 64>>>(d_in, n, d_out, d_counts + 2);
  cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_when);
  cudaFree(d_out);
  cudaFree(d_counts);
  return counts[0] == 15 && counts[1] == 32 && counts[2] == 100 ? 0 : 1;
}
