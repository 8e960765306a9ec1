// Correct: the last lanes take values from lanes that have left, and throw them away
#include <cuda_runtime.h>

#include <vector>

template <typename T>
__global__ void differences(const T* in, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T here = in[i];
  T next = __shfl_down_sync(__activemask(), here, 1);
  bool is_last_of_warp = threadIdx.x % 32 == 31;
  if (i + 1 == n) next = here;
  if (is_last_of_warp && i + 1 < n) next = in[i + 1];
  out[i] = next - here;
}

__global__ void starts(const int* keys, int* flags, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffffu, i < n);
  if (i >= n) return;
  int before = __shfl_up_sync(mask, keys[i], 1), after = __shfl_down_sync(mask, keys[i], 1);
  bool is_first = threadIdx.x % 32 == 0 || before != keys[i];
  bool is_last = i + 1 == n || threadIdx.x % 32 == 31 || after != keys[i];
  flags[i] = is_first + 2 * is_last;
}

int main() {
  const int n = 52;
  std::vector<int> host(n), flags(n);
  for (int i = 0; i < n; ++i) host[i] = i / 5;
  int *in, *out, *d_flags;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&d_flags, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  differences<<<1, 64>>>(in, out, n);
  starts<<<1, 64>>>(in, d_flags, n);
  std::vector<int> result(n);
  cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(flags.data(), d_flags, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int* array : {in, out, d_flags}) cudaFree(array);
  for (int i = 0; i < n; ++i) {
    if (result[i] != (i + 1 < n ? host[i + 1] - host[i] : 0)) return 1;
    if (i % 5 == 0 && flags[i] % 2 != 1) return 2;
  }
  return flags[n - 1] / 2 == 1 ? 0 : 3;
}
