// Fault: D15 register-spill-or-local-array
// Finding: local-memory-traffic
// Each thread counts into an array of its own whose index is only known at run time.
#include <cuda_runtime.h>

#include <vector>

__global__ void most_frequent(const unsigned char* in, int* out, int per_thread) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  int counts[16] = {};
  for (int k = 0; k < per_thread; ++k) counts[in[k * threads + i] & 15] += 1;  // FAULT
  int best = 0;
  for (int b = 1; b < 16; ++b) best = counts[b] > counts[best] ? b : best;
  out[i] = best;
}

int main() {
  const int threads = 32 * 128, per_thread = 32;
  std::vector<unsigned char> in(threads * per_thread, 3);
  std::vector<int> out(threads);
  unsigned char* d_in;
  int* d_out;
  cudaMalloc(&d_in, in.size());
  cudaMalloc(&d_out, threads * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size(), cudaMemcpyHostToDevice);
  most_frequent<<<32, 128>>>(d_in, d_out, per_thread);
  cudaMemcpy(out.data(), d_out, threads * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
