// Fault: D27 issue-order-serialises
// Finding: issue-order-serialises
// A stream for each piece, and each waits until the piece before is back at the host.
#include <cuda_runtime.h>

__global__ void smooth(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = i > 0 ? in[i - 1] : in[i], right = i < n - 1 ? in[i + 1] : in[i];
  out[i] = (left + in[i] + right) / 3.0f;
}

int main() {
  const int pieces = 4, n = 1 << 16;
  const size_t bytes = n * sizeof(float);
  float *in[pieces], *out[pieces], *host;
  cudaStream_t stream[pieces];
  cudaEvent_t is_back[pieces];
  cudaMallocHost(&host, pieces * bytes);
  for (int i = 0; i < pieces * n; ++i) host[i] = i % 17;
  for (int p = 0; p < pieces; ++p) {
    cudaMalloc(&in[p], bytes);
    cudaMalloc(&out[p], bytes);
    cudaStreamCreate(&stream[p]);
    cudaEventCreate(&is_back[p]);
  }
  for (int p = 0; p < pieces; ++p) {
    if (p > 0) cudaStreamWaitEvent(stream[p], is_back[p - 1], 0);  // FAULT
    cudaMemcpyAsync(in[p], host + p * n, bytes, cudaMemcpyHostToDevice, stream[p]);
    smooth<<<n / 256, 256, 0, stream[p]>>>(in[p], out[p], n);
    cudaMemcpyAsync(host + p * n, out[p], bytes, cudaMemcpyDeviceToHost, stream[p]);
    cudaEventRecord(is_back[p], stream[p]);
  }
  cudaDeviceSynchronize();
  for (int p = 0; p < pieces; ++p) {
    cudaEventDestroy(is_back[p]);
    cudaStreamDestroy(stream[p]);
    cudaFree(in[p]);
    cudaFree(out[p]);
  }
  cudaFreeHost(host);
  return 0;
}
