// Fault: A20 cross-stream-dependency-missing
// Finding: stream-race
// The result is copied in a stream that does not wait for the kernel's event.
#include <cuda_runtime.h>

__global__ void square(float* data, int n) {
  int i = threadIdx.x;
  if (i < n) data[i] *= data[i];
}

int main() {
  const int n = 128;
  float *data, *host;
  cudaMalloc(&data, n * sizeof(float));
  cudaMallocHost(&host, n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = 1.0f * i;
  cudaStream_t work, back;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&back, cudaStreamNonBlocking);
  cudaMemcpyAsync(data, host, n * sizeof(float), cudaMemcpyHostToDevice, work);
  square<<<1, n, 0, work>>>(data, n);
  cudaMemcpyAsync(host, data, n * sizeof(float), cudaMemcpyDeviceToHost, back);  // FAULT
  cudaStreamSynchronize(work);
  cudaStreamSynchronize(back);
  cudaStreamDestroy(work);
  cudaStreamDestroy(back);
  cudaFree(data);
  cudaFreeHost(host);
  return 0;
}
