// Fault: D25 no-chunking
// Finding: no-overlap-of-copies
// Eight frames go through one stream: while one is copied, no other is worked on.
#include <cuda_runtime.h>

__global__ void invert(unsigned char* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = 255 - data[i];
}

int main() {
  const int bytes = 1 << 16, frames = 8;
  unsigned char *d, *host;
  cudaMalloc(&d, bytes);
  cudaMallocHost(&host, frames * bytes);
  for (int i = 0; i < frames * bytes; ++i) host[i] = 1;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int f = 0; f < frames; ++f) {
    unsigned char* frame = host + f * bytes;
    cudaMemcpyAsync(d, frame, bytes, cudaMemcpyHostToDevice, stream);  // FAULT
    invert<<<bytes / 256, 256, 0, stream>>>(d);
    cudaMemcpyAsync(frame, d, bytes, cudaMemcpyDeviceToHost, stream);  // FAULT
  }
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(d);
  cudaFreeHost(host);
  return 0;
}
