// Correct: two buffers in turn; the first waits are for events that the loop has not recorded yet
#include <cuda_runtime.h>

#include <vector>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value + threadIdx.x; }

int main() {
  const int n = 64, rounds = 5;
  int *buffers[2], *host;
  cudaMallocHost(&host, rounds * n * sizeof(int));
  cudaStream_t make, send;
  cudaEvent_t made[2], sent[2];
  cudaStreamCreateWithFlags(&make, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&send, cudaStreamNonBlocking);
  for (int b = 0; b < 2; ++b) {
    cudaMalloc(&buffers[b], n * sizeof(int));
    cudaEventCreateWithFlags(&made[b], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&sent[b], cudaEventDisableTiming);
  }
  for (int r = 0; r < rounds; ++r) {
    int b = r % 2;
    cudaStreamWaitEvent(make, sent[b], 0);
    fill<<<1, n, 0, make>>>(buffers[b], r);
    cudaEventRecord(made[b], make);
    cudaStreamWaitEvent(send, made[b], 0);
    cudaMemcpyAsync(host + r * n, buffers[b], n * sizeof(int), cudaMemcpyDeviceToHost, send);
    cudaEventRecord(sent[b], send);
  }
  for (int b = 0; b < 2; ++b) cudaEventSynchronize(sent[b]);
  int wrong = 0;
  for (int i = 0; i < rounds * n; ++i) wrong += host[i] != i / n + i % n;
  for (int b = 0; b < 2; ++b) {
    cudaEventDestroy(made[b]);
    cudaEventDestroy(sent[b]);
    cudaFree(buffers[b]);
  }
  cudaStreamDestroy(make);
  cudaStreamDestroy(send);
  cudaFreeHost(host);
  return wrong == 0 ? 0 : 1;
}
