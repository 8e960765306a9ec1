// Correct: folds of blocks that are no power of two: halved upwards, or filled up with zeros; and
// one whose last round all lanes do
#include <cuda_runtime.h>

__global__ void upwards(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int count = blockDim.x; count > 1;) {
    const int half = (count + 1) / 2;
    if (t + half < count) s[t] += s[t + half];
    __syncthreads();
    count = half;
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void filled_up(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  for (int i = t; i < 128; i += blockDim.x)
    s[i] = i < (int)blockDim.x ? in[blockIdx.x * blockDim.x + i] : 0;
  __syncthreads();
  for (int k = 64; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void by_warps(const int* in, int* out) {
  __shared__ int s[64 + 32];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  if (t < 32) s[64 + t] = 7;
  __syncthreads();
  if (t < 32) {
    for (int k = 32; k > 0; k /= 2) {
      const int both = s[t] + s[t + k];
      __syncwarp();
      s[t] = both;
      __syncwarp();
    }
    if (t == 0) out[blockIdx.x] = s[0];
  }
}

int main() {
  int host[200], *in, *out;
  for (int i = 0; i < 200; ++i) host[i] = 1 + i % 9;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  upwards<<<2, 100>>>(in, out);
  filled_up<<<2, 100>>>(in, out);
  by_warps<<<2, 64>>>(in, out);
  cudaMemcpy(host, out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
