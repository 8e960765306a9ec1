// Fault: D27 issue-order-serialises
// Finding: issue-order-serialises
// Two streams, but the second piece's upload is only asked for behind an event of the first one's
// download.
#include <cuda_runtime.h>

__global__ void scale(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f; }

int main() {
  const int n = 1 << 16;
  const size_t bytes = n * sizeof(float);
  float *d, *host;
  cudaMalloc(&d, 2 * bytes);
  cudaMallocHost(&host, 2 * bytes);
  for (int i = 0; i < 2 * n; ++i) host[i] = 1.0f;
  cudaStream_t stream[2];
  cudaEvent_t done;
  for (auto& s : stream) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaEventCreate(&done);
  for (int p = 0; p < 2; ++p) {
    float *piece = host + p * n, *there = d + p * n;
    if (p == 1) cudaStreamWaitEvent(stream[1], done, 0);  // FAULT
    cudaMemcpyAsync(there, piece, bytes, cudaMemcpyHostToDevice, stream[p]);
    scale<<<n / 256, 256, 0, stream[p]>>>(there);
    cudaMemcpyAsync(piece, there, bytes, cudaMemcpyDeviceToHost, stream[p]);
    cudaEventRecord(done, stream[p]);
  }
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
  for (auto& s : stream) cudaStreamDestroy(s);
  cudaFree(d);
  cudaFreeHost(host);
  return 0;
}
