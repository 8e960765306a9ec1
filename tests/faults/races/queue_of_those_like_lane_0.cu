// Fault: C11 value-of-one-thread
// Finding: value-of-one-thread says "only where is_new holds for lane 0 itself"
// The queue's places are drawn by lane 0, if what it has found is new.
#include <cuda_runtime.h>

#include <vector>

__global__ void enqueue(const unsigned* found, unsigned* queue, unsigned* length) {
  const unsigned item = found[blockIdx.x * blockDim.x + threadIdx.x];
  const bool is_new = item > 40;
  const unsigned news = __ballot_sync(~0u, is_new);
  const unsigned before = news & ((1u << threadIdx.x % 32) - 1);
  unsigned base = 0;
  if (is_new && threadIdx.x % 32 == 0) base = atomicAdd(length, __popc(news));  // FAULT
  base = __shfl_sync(~0u, base, 0);
  if (is_new) queue[base + __popc(before)] = item;
}

int main() {
  const int n = 512;
  std::vector<unsigned> host(n);
  for (int i = 0; i < n; ++i) host[i] = (i * 37 + 11) % 97;
  unsigned *found, *queue, *length;
  cudaMalloc(&found, n * sizeof(unsigned));
  cudaMalloc(&queue, n * sizeof(unsigned));
  cudaMalloc(&length, sizeof(unsigned));
  cudaMemset(queue, 0, n * sizeof(unsigned));
  cudaMemset(length, 0, sizeof(unsigned));
  cudaMemcpy(found, host.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  enqueue<<<n / 128, 128>>>(found, queue, length);
  cudaMemcpy(host.data(), queue, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(found);
  cudaFree(queue);
  cudaFree(length);
  return 0;
}
