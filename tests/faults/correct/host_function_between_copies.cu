// Correct: the host changes page-locked memory in a function of the stream, between two copies
#include <cuda_runtime.h>

#include <vector>

__global__ void increment(int* data) { data[threadIdx.x] += 1; }

static void double_all(void* memory) {
  for (int i = 0; i < 32; ++i) static_cast<int*>(memory)[i] *= 2;
}

int main() {
  const int n = 32;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  int* host;
  cudaMallocHost(&host, n * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemcpyAsync(host, d_in, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, double_all, host);
  cudaMemcpyAsync(d_out, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
  increment<<<1, 32, 0, stream>>>(d_out);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFreeHost(host);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(2 * i + 1)) return 1;
  }
  return 0;
}
