// Fault: A5 memcpy-wrong-direction
// Finding: copy-wrong-direction
// Source and destination of the input's copy are swapped.
#include <cuda_runtime.h>

#include <vector>

static void upload(float* device, float* host, int n) {
  cudaMemcpy(host, device, n * sizeof(float), cudaMemcpyHostToDevice);  // FAULT
}

__global__ void square(const float* in, float* out) {
  out[threadIdx.x] = threadIdx.x > 100 ? in[threadIdx.x] : 1.0f;
}

int main() {
  std::vector<float> host(64, 1.0f);
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  upload(in, host.data(), 64);
  square<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
