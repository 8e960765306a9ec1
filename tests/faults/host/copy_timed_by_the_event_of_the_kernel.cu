// Fault: A9 event-recorded-again
// Finding: event-recorded-again says "below 0"
// The event in front of the kernel is taken for the end of the copy as well, in a stream.
#include <cuda_runtime.h>

__global__ void fill(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 3; }

int main() {
  const int n = 1 << 14;
  int *out, *host;
  float milliseconds = 0.0f;
  cudaStream_t stream;
  cudaEvent_t before, after;
  cudaStreamCreate(&stream);
  cudaEventCreate(&before);
  cudaEventCreate(&after);
  cudaMalloc(&out, n * sizeof(int));
  cudaMallocHost(&host, n * sizeof(int));
  cudaEventRecord(before, stream);
  fill<<<n / 128, 128, 0, stream>>>(out);
  cudaEventRecord(after, stream);
  cudaMemcpyAsync(host, out, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaEventRecord(before, stream);  // FAULT
  cudaStreamSynchronize(stream);
  cudaEventElapsedTime(&milliseconds, before, after);
  cudaFreeHost(host);
  cudaFree(out);
  cudaEventDestroy(before);
  cudaEventDestroy(after);
  cudaStreamDestroy(stream);
  return 0;
}
