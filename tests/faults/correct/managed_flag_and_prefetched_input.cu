// Correct: managed memory that host and kernels share in turn without moving pages one by one: a
// flag, input that is fetched at once, and an array that the host reads when all is done.
#include <cuda_runtime.h>

__global__ void spread(int* level, int* changed, int step, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n || level[i] != -1) return;
  if (i <= 256 * (step + 1)) {
    level[i] = step;
    *changed = 1;
  }
}

__global__ void add(const int* in, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += in[i];
}

int main() {
  const int n = 1 << 13;
  int *level, *changed, *in, *sum;
  cudaMallocManaged(&level, n * sizeof(int));
  cudaMallocManaged(&changed, sizeof(int));
  for (int i = 0; i < n; ++i) level[i] = -1;
  level[0] = 0;
  *changed = 1;
  int steps = 0;
  while (*changed) {
    *changed = 0;
    spread<<<n / 256, 256>>>(level, changed, steps++, n);
    cudaDeviceSynchronize();
  }

  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&sum, n * sizeof(int));
  for (int i = 0; i < n; ++i) sum[i] = 0;
  for (int round = 0; round < 8; ++round) {
    for (int i = 0; i < n; ++i) in[i] = round;
    cudaMemLocation device{cudaMemLocationTypeDevice, 0};
    cudaMemPrefetchAsync(in, n * sizeof(int), device, 0);
    add<<<n / 256, 256>>>(in, sum, n);
    cudaDeviceSynchronize();
  }
  const bool is_right = sum[n - 1] == 28 && level[n - 1] >= 0;
  cudaFree(level);
  cudaFree(changed);
  cudaFree(in);
  cudaFree(sum);
  return is_right ? 0 : 1;
}
