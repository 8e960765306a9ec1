// Fault: A19 host-device-race
// Finding: host-device-race
// The host prepares the next input in the buffer of a copy that may still be under way.
#include <cuda_runtime.h>

__global__ void add_to(float* sum, const float* piece) { sum[threadIdx.x] += piece[threadIdx.x]; }

int main() {
  const int n = 256;
  float *sum, *piece, *buffer;
  cudaMalloc(&sum, n * sizeof(float));
  cudaMalloc(&piece, n * sizeof(float));
  cudaMallocHost(&buffer, n * sizeof(float));
  cudaMemset(sum, 0, n * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int step = 0; step < 3; ++step) {
    for (int i = 0; i < n; ++i) buffer[i] = 1.0f * step;                                // FAULT
    cudaMemcpyAsync(piece, buffer, n * sizeof(float), cudaMemcpyHostToDevice, stream);  // FAULT
    add_to<<<1, n, 0, stream>>>(sum, piece);
  }
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(sum);
  cudaFree(piece);
  cudaFreeHost(buffer);
  return 0;
}
