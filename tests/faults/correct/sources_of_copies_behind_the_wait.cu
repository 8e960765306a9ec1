// Correct: what an asynchronous copy has read changes behind the wait for it; two buffers of bulk
// copies in turn, of which the older one is waited for; the rest of an array changes meanwhile
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

__global__ void take(int* queue, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &queue[i], sizeof(int));
  __pipeline_commit();
  queue[i + 128] = -1;
  __pipeline_wait_prior(0);
  queue[i] = 0;
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[127 - t];
}

__global__ void squares(int* out, int rows) {
  __shared__ alignas(16) int row[2][128];
  int t = threadIdx.x;
  for (int r = 0; r < rows; ++r) {
    int* mine = row[r % 2];
    if (t == 0) asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    __syncthreads();
    mine[t] = (128 * r + t) * (128 * r + t);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) {
      unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(mine));
      asm volatile(
          "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + 128 * r),
          "r"(from), "r"(static_cast<unsigned>(sizeof row[0]))
          : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }
  }
  if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

int main() {
  const int blocks = 2, n = blocks * 256, rows = 5;
  std::vector<int> host(n), back(rows * 128);
  for (int i = 0; i < n; ++i) host[i] = i;
  int *queue, *out, *table;
  cudaMalloc(&queue, n * sizeof(int));
  cudaMalloc(&out, blocks * 128 * sizeof(int));
  cudaMalloc(&table, back.size() * sizeof(int));
  cudaMemcpy(queue, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  take<<<blocks, 128>>>(queue, out);
  squares<<<1, 128>>>(table, rows);
  cudaMemcpy(host.data(), out, blocks * 128 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(back.data(), table, back.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(queue);
  cudaFree(out);
  cudaFree(table);
  for (int i = 0; i < blocks * 128; ++i)
    if (host[i] != i / 128 * 256 + 127 - i % 128) return 1;
  for (int i = 0; i < rows * 128; ++i)
    if (back[i] != i * i) return 1;
  return 0;
}
