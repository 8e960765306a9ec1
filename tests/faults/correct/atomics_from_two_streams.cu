// Correct: two streams at once count into one word with atomics, and write halves of one array
#include <cuda_runtime.h>

#include <vector>

__global__ void count_odd(const int* in, int n, int* flags, int* odd) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  flags[i] = in[i] % 2;
  if (flags[i] != 0) atomicAdd(odd, 1);
}

int main() {
  const int n = 256, half = n / 2;
  std::vector<int> host(n), flags(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  int *in, *out, *odd, result = 0;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&odd, sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(odd, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int s = 0; s < 2; ++s) {
    count_odd<<<2, 64, 0, streams[s]>>>(in + s * half, half, out + s * half, odd);
  }
  for (auto& stream : streams) cudaStreamSynchronize(stream);
  cudaMemcpy(flags.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&result, odd, sizeof(int), cudaMemcpyDeviceToHost);
  for (auto& stream : streams) cudaStreamDestroy(stream);
  cudaFree(in);
  cudaFree(out);
  cudaFree(odd);
  for (int i = 0; i < n; ++i) {
    if (flags[i] != i % 2) return 1;
  }
  return result == half ? 0 : 2;
}
