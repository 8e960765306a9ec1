// Correct: an array from cudaMallocAsync is used and freed in the order of its stream
#include <cuda_runtime.h>

#include <vector>

__global__ void first(const int* in, int* work) { work[threadIdx.x] = in[threadIdx.x] + 1; }
__global__ void second(const int* work, int* out) { out[threadIdx.x] = work[threadIdx.x] * 2; }

int main() {
  const int n = 64;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* work;
  cudaMallocAsync(&work, n * sizeof(int), stream);
  first<<<1, 64, 0, stream>>>(d_in, work);
  second<<<1, 64, 0, stream>>>(work, d_out);
  cudaFreeAsync(work, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(2 * (i + 1))) return 1;
  }
  return 0;
}
