// Fault: C2 missing-trailing-barrier-in-loop
// Finding: missing-trailing-barrier or missing-syncwarp
// Two buffers take turns and one barrier per round is enough, but the index never changes.
#include <cuda_runtime.h>

#include <vector>

__global__ void shift(const float* in, float* out, int rounds) {
  __shared__ float buffer[2][64];
  int t = threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    int which = (r * 2) % 2;
    buffer[which][t] = in[r * 64 + t];  // FAULT
    __syncthreads();
    out[r * 64 + t] = buffer[which][(t + 40) % 64];  // FAULT
  }
}

int main() {
  const int rounds = 4;
  std::vector<float> host(rounds * 64, 2.0f);
  float *in, *out;
  cudaMalloc(&in, host.size() * sizeof(float));
  cudaMalloc(&out, host.size() * sizeof(float));
  cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  shift<<<1, 64>>>(in, out, rounds);
  cudaMemcpy(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
