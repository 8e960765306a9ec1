// Fault: A20 cross-stream-dependency-missing
// Finding: stream-race
// The next frame's kernel overwrites what a copy in another stream still sends to the host.
#include <cuda_runtime.h>

__global__ void frame(int* pixels, int number) { pixels[threadIdx.x] = number; }

int main() {
  int *pixels, *host;
  cudaMalloc(&pixels, 128 * sizeof(int));
  cudaMallocHost(&host, 2 * 128 * sizeof(int));
  cudaStream_t draw, send;
  cudaEvent_t drawn;
  cudaStreamCreateWithFlags(&draw, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&send, cudaStreamNonBlocking);
  cudaEventCreate(&drawn);
  for (int f = 0; f < 2; ++f) {
    frame<<<1, 128, 0, draw>>>(pixels, f);  // FAULT
    cudaEventRecord(drawn, draw);
    cudaStreamWaitEvent(send, drawn, 0);
    size_t bytes = 128 * sizeof(int);
    cudaMemcpyAsync(host + f * 128, pixels, bytes, cudaMemcpyDeviceToHost, send);  // FAULT
  }
  cudaDeviceSynchronize();
  cudaEventDestroy(drawn);
  cudaStreamDestroy(draw);
  cudaStreamDestroy(send);
  cudaFree(pixels);
  cudaFreeHost(host);
  return 0;
}
