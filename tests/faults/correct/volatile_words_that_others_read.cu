// Correct: volatile sums with a fence before the ticket, a volatile row with one before its flag,
// and words that are only polled
#include <cuda_runtime.h>

#include <vector>

__device__ unsigned tickets, finished, next_task;
__device__ volatile int ready, best, announced_blocks;
__device__ volatile int row[64];
__device__ volatile int states[8];

__global__ void last_block_sum(const int* in, volatile int* partial, int* out) {
  __shared__ int s[64];
  __shared__ bool is_last;
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t == 0) {
    int total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];
    *out = total;
  }
}

__global__ void hand_over(int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    row[t] = 3 * t;
    __threadfence();
    __syncthreads();
    if (t == 0) ready = 1;
    return;
  }
  while (ready == 0) {
  }
  __threadfence();
  out[t] = row[63 - t];
}

// Each looks at the best value so far, which may be an old one: the atomic decides.
__global__ void search(const int* in, int n) {
  while (true) {
    int task = atomicAdd(&next_task, 1u);
    if (task >= n) break;
    if (in[task] <= best) continue;
    atomicMax(const_cast<int*>(&best), in[task]);
  }
}

// A state and a value in one word, as a scan that looks back has them; each is polled until it is
// there.
__global__ void chain(int* out) {
  if (threadIdx.x != 0) return;
  int before = 0;
  if (blockIdx.x > 0) {
    int word;
    do {
      word = states[blockIdx.x - 1];
    } while ((word & 1) == 0);
    before = word >> 1;
  }
  states[blockIdx.x] = (before + static_cast<int>(blockIdx.x) + 1) << 1 | 1;
  atomicAdd(&finished, 1u);
  out[blockIdx.x] = before;
}

// Who comes has its number from an atomic, and waits for the word that goes with it.
__global__ void queue(volatile int* slots, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x < 4) {
    slots[atomicAdd(&next_task, 1u) - 1000] = static_cast<int>(blockIdx.x) + 10;
    return;
  }
  int value;
  while ((value = slots[blockIdx.x - 4]) == 0) {
  }
  atomicAdd(out, value);
}

int main() {
  const int blocks = 9, n = 64 * blocks;
  std::vector<int> in(n), host(64);
  int expected = 0, sum = 0, most = 0;
  for (int i = 0; i < n; ++i) expected += in[i] = i % 11 + 1;
  int *d_in, *partial, *out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&partial, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  bool is_right = true;
  last_block_sum<<<blocks, 64>>>(d_in, partial, out);
  cudaMemcpy(&sum, out, sizeof(int), cudaMemcpyDeviceToHost);
  is_right = is_right && sum == expected;
  hand_over<<<2, 64>>>(out);
  cudaMemcpy(host.data(), out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  is_right = is_right && host[0] == 189 && host[63] == 0;
  search<<<3, 32>>>(d_in, n);
  cudaMemcpyFromSymbol(&most, best, sizeof(int));
  is_right = is_right && most == 11;
  chain<<<8, 32>>>(out);
  cudaMemcpy(host.data(), out, 8 * sizeof(int), cudaMemcpyDeviceToHost);
  is_right = is_right && host[7] == 28;
  const unsigned first = 1000;
  cudaMemcpyToSymbol(next_task, &first, sizeof(first));
  cudaMemset(partial, 0, 4 * sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  queue<<<8, 32>>>(partial, out);
  cudaMemcpy(&sum, out, sizeof(int), cudaMemcpyDeviceToHost);
  is_right = is_right && sum == 46;
  cudaFree(d_in);
  cudaFree(partial);
  cudaFree(out);
  return is_right ? 0 : 1;
}
