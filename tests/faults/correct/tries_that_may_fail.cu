// Correct: threads that find a word taken try again, take another one, or leave the work to the one
// who has it; and an entry that is taken once is never given back
#include <cuda_runtime.h>

constexpr int kSlots = 64;

__device__ int lock, slots[kSlots], first_to_come[4], tidying;
__device__ int sum, used[kSlots], tidied;

// Of a pool each thread takes the first slot that is free; there is one for each.
__global__ void take_slots(int* in_slot) {
  int mine = -1;
  for (int k = 0; k < kSlots && mine < 0; ++k) {
    if (atomicCAS(&slots[k], 0, 1) == 0) mine = k;
  }
  if (mine < 0) return;
  __threadfence();
  used[mine] += 1;
  __threadfence();
  atomicExch(&slots[mine], 0);
  atomicAdd(in_slot, 1);
}

// Lanes of a warp in turns: who does not get the lock comes again.
__global__ void add_up(const int* values, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool is_done = i >= count;
  while (!is_done) {
    if (atomicCAS(&lock, 0, 1) != 0) continue;
    __threadfence();
    sum += values[i];
    __threadfence();
    atomicExch(&lock, 0);
    is_done = true;
  }
}

// The first thread of each group does the work, and nobody does it again.
__global__ void once_for_each_group(int* done) {
  int group = threadIdx.x % 4;
  if (atomicCAS(&first_to_come[group], 0, 1) == 0) atomicAdd(done, 1);
}

// Whoever comes tidies up, and all others need not.
__global__ void tidy_up() {
  if (atomicCAS(&tidying, 0, 1) != 0) return;
  __threadfence();
  tidied = 1;
  __threadfence();
  atomicExch(&tidying, 0);
}

int main() {
  int values[200], *device_values, *counts, all[2] = {}, added = 0, is_tidy = 0;
  for (int i = 0; i < 200; ++i) values[i] = i % 7;
  cudaMalloc(&device_values, sizeof values);
  cudaMalloc(&counts, 2 * sizeof(int));
  cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(counts, 0, 2 * sizeof(int));
  take_slots<<<1, kSlots>>>(counts);
  add_up<<<4, 64>>>(device_values, 200);
  once_for_each_group<<<1, 64>>>(counts + 1);
  tidy_up<<<2, 64>>>();
  cudaMemcpy(all, counts, sizeof all, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&added, sum, sizeof added);
  cudaMemcpyFromSymbol(&is_tidy, tidied, sizeof is_tidy);
  cudaFree(device_values);
  cudaFree(counts);
  for (int value : values) added -= value;
  return all[0] == kSlots && all[1] == 4 && added == 0 && is_tidy == 1 ? 0 : 1;
}
