// Correct: while work is under way the host refills another buffer, reads a copy's source, and
// writes the other half of an array
#include <cuda_runtime.h>

__global__ void add_to(float* sum, const float* piece) { sum[threadIdx.x] += piece[threadIdx.x]; }
__global__ void fill(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = i;
}

int main() {
  const int n = 256, rounds = 6, half = 4096;
  float *sum, *piece, *buffers[2], total = 0, last = 0;
  cudaMalloc(&sum, n * sizeof(float));
  cudaMalloc(&piece, n * sizeof(float));
  cudaMemset(sum, 0, n * sizeof(float));
  cudaStream_t stream;
  cudaEvent_t copied[2];
  cudaStreamCreate(&stream);
  for (int b = 0; b < 2; ++b) {
    cudaMallocHost(&buffers[b], n * sizeof(float));
    cudaEventCreateWithFlags(&copied[b], cudaEventDisableTiming);
  }
  for (int r = 0; r < rounds; ++r) {
    float* buffer = buffers[r % 2];
    if (r >= 2) cudaEventSynchronize(copied[r % 2]);
    for (int i = 0; i < n; ++i) buffer[i] = 1.0f * r;
    cudaMemcpyAsync(piece, buffer, n * sizeof(float), cudaMemcpyHostToDevice, stream);
    total += buffer[n - 1];
    cudaEventRecord(copied[r % 2], stream);
    add_to<<<1, n, 0, stream>>>(sum, piece);
  }
  int* both;
  cudaMallocManaged(&both, 2 * half * sizeof(int));
  fill<<<half / 128, 128>>>(both, half);
  for (int i = half; i < 2 * half; ++i) both[i] = i;
  cudaDeviceSynchronize();
  cudaMemcpy(&last, sum + n - 1, sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 2 * half; ++i) wrong += both[i] != i;
  for (int b = 0; b < 2; ++b) {
    cudaFreeHost(buffers[b]);
    cudaEventDestroy(copied[b]);
  }
  cudaStreamDestroy(stream);
  cudaFree(sum);
  cudaFree(piece);
  cudaFree(both);
  return wrong == 0 && total == 15 && last == 15 ? 0 : 1;
}
